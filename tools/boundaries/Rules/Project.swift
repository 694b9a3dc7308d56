import Foundation

/// A repository as all checks see it: its manifest, its files, and which target compiles which.
struct Project {
    /// The manifest as the package manager understands it.
    let manifest: Manifest
    /// The manifest as people wrote it.
    let manifestText: ManifestText
    /// All files.
    let tree: ProjectTree
    /// All Swift files but the manifest.
    let swiftFiles: [SwiftFile]

    /// Reads all Swift files of a repository.
    ///
    /// - Throws: `BoundaryError` when a file cannot be read or understood.
    init(manifest: Manifest, tree: ProjectTree) throws {
        self.manifest = manifest
        self.tree = tree
        manifestText = ManifestText(try tree.text(of: "Package.swift"))
        swiftFiles = try tree.files.filter { $0.hasSuffix(".swift") && $0 != "Package.swift" }
            .map { path in
                let owner = Project.owner(of: path, in: manifest)
                return try SwiftFile(path: path, target: owner?.name, text: tree.text(of: path))
            }
    }

    /// The files that a target compiles.
    func swiftFiles(of target: Target) -> [SwiftFile] {
        swiftFiles.filter { $0.target == target.name }
    }

    /// Whether a target is a bridge to C: a system library or a target without Swift files.
    func isShim(_ target: Target) -> Bool {
        target.kind == .system
            || (swiftFiles(of: target).isEmpty
                && tree.files.contains { target.holds($0) && $0.hasSuffix(".h") })
    }

    /// The targets that are written in Swift, each with its layer if its folder is in one.
    var swiftTargets: [(target: Target, layer: Layer?)] {
        manifest.targets.filter { !isShim($0) }.map { ($0, Layer(folder: $0.path)) }
    }

    /// The module that wraps a bridge to C: the one whose folder it is in.
    func owner(ofShim shim: Target) -> Target? {
        manifest.targets
            .filter { $0.name != shim.name && shim.path.hasPrefix($0.path + "/") }
            .max { $0.path.count < $1.path.count }
    }

    private static func owner(of file: String, in manifest: Manifest) -> Target? {
        manifest.targets.filter { $0.holds(file) }.max { $0.path.count < $1.path.count }
    }
}
