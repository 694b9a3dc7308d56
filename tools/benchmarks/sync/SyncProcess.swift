import Foundation

/// A sync server that was built beside this program, on a free port.
final class SyncProcess: Sendable {
    struct DidNotStart: Error {}

    let address: String
    private let process: Process

    init(database: String) throws {
        process = Process()
        let products = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent()
        process.executableURL = products.appending(path: "wallet-sync")
        process.arguments = [
            "--listen", "127.0.0.1:0", "--database", database, "--requests-per-minute", "1000000",
            "--connections", "15000", "--vaults", "1000000", "--vaults-per-address", "1000000",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty,
            byte != Data([10])
        {
            line += byte
        }
        guard !line.isEmpty else { throw DidNotStart() }
        address = String(decoding: line, as: UTF8.self)
    }

    /// How much of it is in memory, in kB.
    var residentKilobytes: Double {
        ProcessMemory.kilobytes("VmRSS:", of: process.processIdentifier)
    }

    /// Ends it, and waits for that.
    func end() {
        process.terminate()
        process.waitUntilExit()
    }
}
