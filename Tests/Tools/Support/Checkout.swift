import Foundation
import TestSupport

/// The working copy that the tests belong to.
enum Checkout {
    /// The folder of `Package.swift`.
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// A script in `tools/`, which may build.
    static func script(_ name: String, environment: [String: String]? = nil) -> Program {
        Program(path: "\(folder)/tools/\(name)", environment: environment, limit: Program.long)
    }
}
