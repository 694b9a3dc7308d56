import Foundation
import TenonCore
import Testing

/// The whole way, with a real executable that ends at once after copying.
@Suite struct ClipboardKeeperTests {
    private let display: VirtualDisplay

    init() async throws { display = try await VirtualDisplay() }

    private func copy(_ secret: String, clearAfter milliseconds: Int) throws -> Int32 {
        let folder = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let process = Process()
        let input = Pipe()
        process.executableURL = URL(filePath: folder).deletingLastPathComponent()
            .appending(path: "command-fixture")
        process.arguments = ["copy", "--clear-after", "\(milliseconds)"]
        process.environment = display.environment
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data("\(secret)\n".utf8))
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// The keepers of this display, by process.
    private func keepers() throws -> [Int32] {
        let variable = "DISPLAY=\(display.environment["DISPLAY"] ?? "")\0"
        return try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name in
            guard let process = Int32(name),
                let arguments = FileManager.default.contents(atPath: "/proc/\(name)/cmdline"),
                let environment = FileManager.default.contents(atPath: "/proc/\(name)/environ"),
                String(decoding: arguments, as: UTF8.self).contains("--tenon-clipboard-keeper"),
                String(decoding: environment, as: UTF8.self).contains(variable)
            else { return nil }
            return process
        }
    }

    @Test("a command that has ended leaves a process that clears the clipboard and ends, too")
    func clears() async throws {
        #expect(try copy("hush", clearAfter: 300) == 0)
        #expect(try await display.waitUntilPasted(""))
        while try !keepers().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test("it leaves alone what was copied meanwhile")
    func stillOurs() async throws {
        #expect(try copy("hush", clearAfter: 3_600_000) == 0)
        let keeper = try #require(try keepers().first)
        try await display.copyElsewhere("another")
        #expect(kill(keeper, SIGTERM) == 0)
        while try !keepers().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        #expect(await display.paste() == "another")
    }

    @Test("the secret is neither among its arguments nor in its environment")
    func notVisible() async throws {
        #expect(try copy("hush-hush", clearAfter: 3_600_000) == 0)
        #expect(await display.paste() == "hush-hush")
        let keeper = try #require(try keepers().first)
        for file in ["cmdline", "environ"] {
            let bytes = try #require(
                FileManager.default.contents(atPath: "/proc/\(keeper)/\(file)"))
            #expect(!String(decoding: bytes, as: UTF8.self).contains("hush-hush"))
        }
        kill(keeper, SIGTERM)
    }

    @Test("told to end, it clears the clipboard at once")
    func terminated() async throws {
        #expect(try copy("hush", clearAfter: 3_600_000) == 0)
        let keeper = try #require(try keepers().first)
        #expect(kill(keeper, SIGTERM) == 0)
        #expect(try await display.waitUntilPasted(""))
    }
}
