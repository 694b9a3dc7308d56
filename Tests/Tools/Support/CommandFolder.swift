import Foundation
import TestSupport

/// A folder of commands, to be all that a script finds on its `PATH` or the first that it finds.
struct CommandFolder {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Where the commands are.
    var path: String { folder.path }

    /// An environment in which only these commands are found, or these before others.
    func environment(before others: String? = nil) -> [String: String] {
        let path = [folder.path, others].compactMap(\.self).joined(separator: ":")
        return ProcessInfo.processInfo.environment.merging(["PATH": path]) { $1 }
    }

    /// Adds commands of this machine.
    func link(_ names: [String]) throws {
        for name in names {
            try FileManager.default.createSymbolicLink(
                atPath: "\(path)/\(name)", withDestinationPath: "/usr/bin/\(name)")
        }
    }

    /// Adds a command made of a few lines of shell.
    func add(_ name: String, _ script: String = "") throws {
        try folder.write("#!/bin/bash\n\(script)\n", to: name, permissions: 0o755)
    }

    /// What the commands have written to a file in their folder.
    func notes(_ name: String) -> String? {
        folder.text(of: name)
    }
}
