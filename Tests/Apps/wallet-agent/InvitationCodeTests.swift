import Foundation
import TestSupport
import Testing

@Suite("The code of an invitation on a terminal", .serialized)
struct InvitationCodeTests {
    private let folder: TemporaryFolder
    private let desk: SyncMachine

    init() async throws {
        folder = try TemporaryFolder()
        desk = SyncMachine(home: try await .make())
        try await desk.unlock()
        _ = try await desk.wallet(["sync", "set-up", "folder", folder.path, "--name", "desk"])
    }

    /// What a terminal shows of both streams.
    private func invite(
        columns: Int, adding variables: [String: String] = [:]
    ) async throws -> String {
        let command = "stty cols \(columns) rows 50; '\(Program.products)/wallet' sync invite"
        let result = try await Program(
            path: "/usr/bin/script", environment: desk.home.environment.merging(variables) { $1 }
        ).run("--quiet", "--return", "--command", command, "/dev/null")
        try #require(result.status == 0, "\(result.output)")
        return result.output.replacing("\r\n", with: "\n")
    }

    private func code(in output: String) throws -> String {
        String(try #require(output.firstMatch(of: /wallet-sync:\S+/)).output)
    }

    @Test("is a QR code as well, in black on white")
    func colored() async throws {
        let output = try await invite(columns: 100, adding: ["TERM": "xterm-256color"])
        #expect(output.contains("\u{1B}[30;107m"))
        let seen = output.replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "")
        #expect(try await CodeReader.texts(inTerminal: seen) == [try code(in: output)])
    }

    @Test("is a QR code in light ink where colours are not wanted")
    func plain() async throws {
        let output = try await invite(columns: 100, adding: ["NO_COLOR": "1", "TERM": "xterm"])
        #expect(!output.contains("\u{1B}[30;107m"))
        let read = try await CodeReader.texts(inTerminal: output, isInkDark: false)
        #expect(read == [try code(in: output)])
    }

    @Test("stands alone, with advice, where the terminal is too narrow")
    func narrow() async throws {
        let output = try await invite(columns: 40)
        #expect(try code(in: output).count > 60)
        #expect(output.contains("QR code") && !output.contains("█"))
    }

    @Test("stands alone where output is no terminal")
    func piped() async throws {
        let output = try await desk.wallet(["sync", "invite"])
        #expect(output.hasPrefix("wallet-sync:"))
        #expect(output.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
    }
}
