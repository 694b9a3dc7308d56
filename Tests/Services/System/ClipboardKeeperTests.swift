import Foundation
import TenonCore
import TestSupport
import Testing

/// The whole way, with a real executable that ends at once after copying.
@Suite(.serialized) struct ClipboardKeeperTests {
    private let display: VirtualDisplay
    /// The keepers of any display that were there before the test.
    private let earlier: Set<Int32>

    init() async throws {
        display = try await VirtualDisplay()
        earlier = Set(try Self.allKeepers())
    }

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

    private static func allKeepers() throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name in
            guard let process = Int32(name),
                let arguments = FileManager.default.contents(atPath: "/proc/\(name)/cmdline"),
                String(decoding: arguments, as: UTF8.self).contains("--tenon-clipboard-keeper")
            else { return nil }
            return process
        }
    }

    /// The keepers of this display, by process.
    ///
    /// Only root may see the environment of a keeper; for others, those that are new count.
    private func keepers() throws -> [Int32] {
        let variable = "DISPLAY=\(display.environment["DISPLAY"] ?? "")\0"
        return try Self.allKeepers().filter { process in
            guard let bytes = FileManager.default.contents(atPath: "/proc/\(process)/environ")
            else { return !earlier.contains(process) }
            return String(decoding: bytes, as: UTF8.self).contains(variable)
        }
    }

    /// Whether a text is anywhere in the memory that a process can write.
    private func memory(of process: Int32, holds text: String) throws -> Bool {
        // Foundation reads only the first page of this file.
        let maps = try #require(fopen("/proc/\(process)/maps", "r"))
        defer { fclose(maps) }
        let memory = open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
        try #require(memory >= 0)
        defer { close(memory) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, maps) > 0, let line {
            let words = String(cString: line).split(separator: " ")
            let ends = words[0].split(separator: "-").compactMap { Int($0, radix: 16) }
            guard words[1].hasPrefix("rw"), ends.count == 2 else { continue }
            // What comes before a page goes with it, so that no end of a page cuts the text.
            var seen = Data()
            for page in stride(from: ends[0], to: ends[1], by: 4096) {
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = pread(memory, &bytes, bytes.count, page)
                seen = seen.suffix(text.utf8.count) + Data(bytes.prefix(max(0, count)))
                if seen.range(of: Data(text.utf8)) != nil { return true }
            }
        }
        return false
    }

    @Test("a command that has ended leaves a process that clears the clipboard and ends, too")
    func clears() async throws {
        #expect(try copy("hush", clearAfter: 300) == 0)
        try await display.waitUntilPasted("")
        try await until("no keeper") { try keepers().isEmpty }
    }

    @Test("it leaves alone what was copied meanwhile")
    func stillOurs() async throws {
        #expect(try copy("hush", clearAfter: 3_600_000) == 0)
        let keeper = try #require(try keepers().first)
        try await display.copyElsewhere("another")
        #expect(kill(keeper, SIGTERM) == 0)
        try await until("no keeper") { try keepers().isEmpty }
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

    @Test("while it waits, its memory holds the secret no more, and would not be dumped")
    func notInMemory() async throws {
        let secret = "hush-\(UUID())"
        #expect(try copy(secret, clearAfter: 3_600_000) == 0)
        let keeper = try #require(try keepers().first)
        defer { kill(keeper, SIGTERM) }
        // This process still has it, which shows that the search would find it.
        #expect(try memory(of: getpid(), holds: secret))
        // The sign that the task has begun comes when the input is wiped.
        #expect(try !memory(of: keeper, holds: secret))
        let limits = try String(contentsOfFile: "/proc/\(keeper)/limits", encoding: .utf8)
        let core = try #require(
            limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
        #expect(core.split(separator: " ").dropFirst(4).prefix(2) == ["0", "0"])
    }

    @Test("told to end, it clears the clipboard at once")
    func terminated() async throws {
        #expect(try copy("hush", clearAfter: 3_600_000) == 0)
        let keeper = try #require(try keepers().first)
        #expect(kill(keeper, SIGTERM) == 0)
        try await display.waitUntilPasted("")
    }
}
