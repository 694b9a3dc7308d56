import Foundation
import Testing

/// A real X server without a screen, for as long as this object lives.
final class VirtualDisplay {
    /// The environment of programs that use this display.
    let environment: [String: String]

    private let server = Process()

    init() throws {
        let output = Pipe()
        server.executableURL = URL(filePath: "/usr/bin/Xvfb")
        // The server chooses a free number and tells it when it is ready.
        server.arguments = ["-displayfd", "1", "-nolisten", "tcp", "-screen", "0", "320x240x8"]
        server.standardOutput = output
        server.standardError = FileHandle.nullDevice
        try server.run()
        var number = ""
        while !number.hasSuffix("\n") {
            let bytes = output.fileHandleForReading.availableData
            try #require(!bytes.isEmpty, "Xvfb did not start.")
            number += String(decoding: bytes, as: UTF8.self)
        }
        var environment = ProcessInfo.processInfo.environment
        environment["DISPLAY"] = ":" + number.trimmingCharacters(in: .whitespacesAndNewlines)
        environment["WAYLAND_DISPLAY"] = nil
        self.environment = environment
    }

    deinit { stop() }

    /// Ends the server.
    func stop() {
        // It inherits the signal mask of the thread that started it, which blocks SIGTERM.
        kill(server.processIdentifier, SIGKILL)
        server.waitUntilExit()
    }

    /// What another program gets when it pastes; empty when there is nothing.
    func paste() throws -> String {
        try output(of: "/usr/bin/xclip", ["-selection", "clipboard", "-out"])
    }

    /// Copies text as another program would.
    func copyElsewhere(_ text: String) throws {
        let process = Process()
        let input = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        // Through a shell in the background, since xclip stays to serve what was copied.
        process.arguments = ["-c", "xclip -selection clipboard -in >/dev/null 2>&1"]
        process.environment = environment
        process.standardInput = input
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        while try paste() != text { usleep(5_000) }
    }

    /// Waits until the clipboard has some content, for ten seconds at most.
    func waitUntilPasted(_ text: String) async throws -> Bool {
        for _ in 0..<1000 {
            if try paste() == text { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    private func output(of program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = environment
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }
}
