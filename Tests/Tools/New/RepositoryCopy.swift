import Foundation
import TestSupport
import Testing

/// A copy of the working copy as it is now, without what was built, to be changed at will.
struct RepositoryCopy {
    private let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
        let names = try FileManager.default.contentsOfDirectory(atPath: Checkout.folder)
            .filter { $0 != ".git" && !$0.hasPrefix(".build") }
        // The tool of the system is many times as fast as one call for each file.
        let copying = try await Program(path: "/bin/cp", folder: Checkout.folder)
            .run(
                ["-R", "--preserve=mode,timestamps", "--reflink=auto", "--"] + names
                    + [folder.path])
        try #require(copying.status == 0, "\(copying.errors)")
    }

    /// Where it is.
    var path: String { folder.path }

    /// The text of `Package.swift`.
    var manifest: String { folder.text(of: "Package.swift") ?? "" }

    /// The files below a folder, sorted, each as a path from the top.
    func files(below name: String = "") -> [String] {
        let top = URL(filePath: path).appending(path: name)
        let found = FileManager.default.enumerator(atPath: top.path)?.compactMap { $0 as? String }
        return (found ?? []).filter { !$0.hasPrefix(".build") }
            .map { name.isEmpty ? $0 : "\(name)/\($0)" }.sorted()
    }

    /// Writes a file.
    func write(_ text: String, to name: String) throws { try folder.write(text, to: name) }

    /// Removes a file or folder.
    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }

    /// Runs the copy's `tools/new`.
    func new(_ arguments: String...) async throws -> Program.Result {
        try await Program(path: "\(path)/tools/new").run(arguments)
    }

    /// Runs the compiler's tools in the copy.
    func swift(_ arguments: [String]) async throws -> Program.Result {
        try await Program(path: "/usr/bin/env", folder: path, limit: Program.long)
            .run(["swift"] + arguments)
    }

    /// Whether the copy can be in the place of the working copy for a command.
    func canTakePlace() async throws -> Bool { try await inPlace(["true"]).status == 0 }

    /// Runs a command while the copy is in the place of the working copy, which only that command sees.
    ///
    /// What was built of the working copy is built then, but for what is new in the copy. What the
    /// command writes is in the copy.
    func inPlace(_ command: [String]) async throws -> Program.Result {
        let work = try TemporaryFolder()
        return try await Program(path: "/usr/bin/unshare", limit: Program.long).run(
            ["--mount", "--propagation", "private", "bash", "-ec"]
                + [
                    """
                    mount -t overlay -o "lowerdir=$0,upperdir=$1,workdir=$2" overlay "$0"
                    cd "$0"
                    exec "${@:3}"
                    """, Checkout.folder, path, work.path,
                ] + command)
    }

    /// Leaves in the manifest just some targets and what they depend on, so that nothing else is
    /// fetched and built.
    func keep(targets: [String]) throws {
        let names = targets.map { "\"\($0)\"" }.joined(separator: ", ")
        try write(manifest + Self.reduction(to: names), to: "Package.swift")
    }

    private static func reduction(to names: String) -> String {
        """

        var kept: Set<String> = []
        var packages: Set<String> = []
        var found = [\(names)]
        while let name = found.popLast() {
            guard kept.insert(name).inserted else { continue }
            for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
                switch dependency {
                case .byNameItem(let name, _), .targetItem(let name, _): found.append(name)
                case .productItem(_, let name, _, _): packages.insert((name ?? "").lowercased())
                @unknown default: break
                }
            }
        }
        package.products = []
        package.targets.removeAll { !kept.contains($0.name) }
        package.dependencies.removeAll { dependency in
            guard case .sourceControl(_, let address, _) = dependency.kind else { return false }
            return !packages.contains { address.lowercased().hasSuffix("/\\($0)") }
        }

        """
    }
}
