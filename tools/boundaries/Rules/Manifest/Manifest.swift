package import Foundation

/// The facts about a package manifest that the rules need.
package struct Manifest: Decodable, Sendable {
    /// All targets, in the order of the manifest.
    let targets: [Target]
    /// The language modes that the package is built with, such as `6`.
    let swiftLanguageVersions: [String]?

    /// Reads the JSON that `swift package dump-package` prints.
    ///
    /// - Throws: `BoundaryError` when the bytes are not such JSON.
    package init(dumped json: Data) throws {
        do {
            self = try JSONDecoder().decode(Manifest.self, from: json)
        } catch {
            throw BoundaryError(
                "This is not what 'swift package dump-package' prints: \(error). "
                    + "Run that command to see what is wrong with Package.swift.")
        }
    }

    /// The target that a module belongs to, or nothing if it is not one of ours.
    func target(module: String) -> Target? {
        targets.first { $0.moduleName == module }
    }

    /// The target of a name.
    func target(named name: String) -> Target? {
        targets.first { $0.name == name }
    }
}
