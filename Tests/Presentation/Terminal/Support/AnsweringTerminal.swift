import Foundation
import Synchronization
import TestSupport

/// A terminal without a window that says what pictures it can show, in which one program runs; the
/// program is killed with the last reference.
///
/// tmux shows none, so that what is sent to terminals that do is looked at here.
final class AnsweringTerminal: Sendable {
    /// What it says of itself.
    enum Kind: CaseIterable {
        case kitty, sixels, silent

        /// What is answered to what.
        fileprivate var answers: [(question: String, answer: String)] {
            let cell = ("\u{1B}[16t", "\u{1B}[6;20;10t")
            return switch self {
            case .kitty:
                [
                    ("a=q,t=d,f=24;AAAA\u{1B}\\", "\u{1B}_Gi=31;OK\u{1B}\\"), cell,
                    ("\u{1B}[c", "\u{1B}[?62;22c"),
                ]
            case .sixels: [cell, ("\u{1B}[c", "\u{1B}[?62;4;22c")]
            case .silent: []
            }
        }
    }

    private let outside: FileHandle
    private let process = Process()
    private let bytes = Mutex<[UInt8]>([])

    /// Starts the conformance suite.
    init(
        _ kind: Kind, at location: String, columns: UInt16 = 80, rows: UInt16 = 30,
        environment: [String: String] = [:]
    ) throws {
        var (outside, inside): (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&outside, &inside, nil, nil, &size) == 0 else {
            throw CocoaError(.fileNoSuchFile)
        }
        _ = fcntl(outside, F_SETFD, FD_CLOEXEC)
        let handle = FileHandle(fileDescriptor: outside, closeOnDealloc: true)
        self.outside = handle
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        process.executableURL = URL(filePath: tests).deletingLastPathComponent()
            .appending(path: "conformance-terminal")
        process.arguments = ["--open=\(location)", "--language=en"]
        process.environment = [
            "LANG": "en_US.UTF-8", "TERM": "xterm-256color", "COLORTERM": "truecolor",
            "HOME": NSTemporaryDirectory(), "SWIFT_BACKTRACE": "enable=no",
        ].merging(environment) { $1 }
        let end = FileHandle(fileDescriptor: inside, closeOnDealloc: true)
        (process.standardInput, process.standardOutput) = (end, end)
        process.standardError = FileHandle.nullDevice
        try process.runUnblocked()
        try end.close()
        Thread.detachNewThread { [weak self, handle] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            var looked = 0
            while true {
                let count = Glibc.read(handle.fileDescriptor, &buffer, buffer.count)
                guard count > 0, let self else { return }
                looked = self.take(buffer[..<count], answering: kind, from: looked)
            }
        }
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Keeps what was put out, and answers what is asked in it.
    ///
    /// - Returns: Up to where questions were answered.
    private func take(_ new: ArraySlice<UInt8>, answering kind: Kind, from start: Int) -> Int {
        let all = bytes.withLock { bytes in
            bytes += new
            return bytes
        }
        var looked = start
        // A question may come in two pieces; none of them comes again behind what was answered.
        for (question, answer) in kind.answers {
            let question = Array(question.utf8)
            guard let place = all[looked...].suffix(65_536 + 64).firstRange(of: question)
            else { continue }
            looked = place.upperBound
            type(answer)
        }
        return looked
    }

    /// Types text.
    func type(_ text: String) {
        var text = text
        text.withUTF8 { _ = write(outside.fileDescriptor, $0.baseAddress, $0.count) }
    }

    /// Gives the terminal another size.
    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(outside.fileDescriptor, UInt(TIOCSWINSZ), &size)
        kill(process.processIdentifier, SIGWINCH)
    }

    /// How much the program has put out.
    var count: Int { bytes.withLock(\.count) }

    /// What the program has put out, from a place on.
    func output(from start: Int = 0) -> String {
        String(decoding: bytes.withLock { $0[start...] }, as: UTF8.self)
    }

    /// Does something, and returns what is put out until texts are, and then nothing more for a while.
    ///
    /// - Parameter start: From where on; what is put out from now on unless given.
    func output(
        having parts: [String], from start: Int? = nil, after action: () -> Void
    ) async throws -> String {
        let start = start ?? count
        action()
        return try await lookFor("\(parts)") {
            let before = count
            // Time: nothing is looked for while more is coming, since a picture is long.
            try await Task.sleep(for: .milliseconds(300))
            guard count == before else { return nil }
            let seen = output(from: start)
            return parts.allSatisfy { seen.utf8.firstRange(of: $0.utf8) != nil } ? seen : nil
        } instead: {
            output(from: start).debugDescription
        }
    }

    /// Waits for the end of the program and returns its exit status.
    func end() async throws -> Int32 {
        try await until("the program ends") { !process.isRunning }
        process.waitUntilExit()
        return process.terminationStatus
    }
}
