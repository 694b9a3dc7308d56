import Foundation
import TestSupport
import Testing

/// The scripts of the KeePassXC-Browser extension, run by Node with the provider as their native host.
final class ExtensionScripts {
    /// Where Debian's package puts the extension.
    static let folder = "/usr/share/webext/keepassxc-browser"

    /// Whether extension and Node are here.
    static var areHere: Bool {
        let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return FileManager.default.fileExists(atPath: "\(folder)/manifest.json")
            && paths.contains { FileManager.default.isExecutableFile(atPath: "\($0)/node") }
    }

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init(_ home: ProviderHome) throws {
        try home.folder.write(
            String(decoding: PackageResources.extension_js, as: UTF8.self), to: "extension.js")
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "node", "\(home.folder.path)/extension.js", Self.folder,
            "\(home.folder.path)/bin/wallet-credential-browser",
        ]
        process.environment = home.environment.merging([
            "DISPLAY": ":77",
            "PATH": "\(home.folder.path)/bin:"
                + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"),
        ]) { _, new in new }
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Takes a step, and returns what the extension's own function returned.
    func step(_ name: String, _ arguments: String...) throws -> Any {
        let line = try JSONSerialization.data(withJSONObject: [name] + arguments)
        try input.fileHandleForWriting.write(contentsOf: line + Data([10]))
        let answer = Data(try output.fileHandleForReading.nextLine().utf8)
        let object = try JSONSerialization.jsonObject(with: answer) as? [String: Any]
        return try #require(object?["value"])
    }
}
