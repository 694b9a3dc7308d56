import Foundation
import TestSupport
import Testing

@Suite("A conversation at a terminal", .serialized)
struct TerminalTests {
    /// What a prompt ends with.
    private static let prompt = "> \u{1B}[0m"

    private func start(
        _ location: String, environment: [String: String] = [:]
    ) throws -> ChildProgram {
        try ChildProgram(
            "conformance-line", arguments: ["--open=\(location)"],
            environment: ["TERM": "xterm"].merging(environment) { $1 },
            at: PseudoTerminal(columns: 40))
    }

    @Test("does not show a secret while it is typed, and shows what is typed before and after")
    func secret() async throws {
        let program = try start("conformance:questions")
        let terminal = try #require(program.terminal)
        try await program.wait { $0.contains("[q]") && $0.contains("> ") }
        #expect(terminal.echoes)
        try program.type("secret")
        try await program.wait { $0.contains("What is the secret?") && !terminal.echoes }
        try program.type("hidden-77")
        try await program.wait { $0.contains("a secret of 9 bytes") && terminal.echoes }
        #expect(!program.output.contains("hidden-77"))
        try program.type("secret")
        try await program.wait { _ in !terminal.echoes }
        try program.endInput()
        #expect(await program.wait() == 0)
        #expect(terminal.echoes)
    }

    @Test("lets go of a question that is withdrawn, and tells what happens by itself")
    func withdrawn() async throws {
        let folder = try TemporaryFolder()
        let program = try start(
            "conformance:questions", environment: ["QUESTION_WITHDRAWN_BY": "\(folder.path)/go"])
        try await program.wait { $0.hasSuffix(Self.prompt) }
        try program.type("withdrawn")
        try await program.wait { $0.contains("out of paper") && $0.hasSuffix(Self.prompt) }
        try folder.write("", to: "go")
        let output = try await program.wait {
            $0.contains("withdrawn.") && $0.hasSuffix(Self.prompt)
        }
        #expect(output.contains("The question no longer needs an answer."))
        try FileManager.default.removeItem(atPath: "\(folder.path)/go")
        try program.type("withdrawn")
        try await program.wait {
            $0.components(separatedBy: "out of paper").count == 3 && $0.hasSuffix(Self.prompt)
        }
        // Half an answer to a question that goes away is not taken for the next command.
        try program.type(bytes: Array("qu".utf8))
        try await program.wait { $0.hasSuffix("qu") }
        try folder.write("", to: "go")
        try await program.wait {
            $0.components(separatedBy: "no longer needs an answer.").count == 3
                && $0.hasSuffix(Self.prompt)
        }
        try program.type("q")
        #expect(await program.wait() == 0)
        #expect(!program.output.contains("Unknown input."))
    }

    @Test("says that what was typed is kept when the input ends in the middle of a form")
    func kept() async throws {
        let program = try start("conformance:draft")
        try await program.wait { $0.hasSuffix(Self.prompt) }
        try program.type("2 Dear Hilde")
        try await program.wait {
            $0.contains("First line: Dear Hilde") && $0.hasSuffix(Self.prompt)
        }
        try program.endInput()
        #expect(await program.wait() == 1)
        #expect(program.output.contains("What you typed is kept as a draft"))
        #expect(!program.output.contains("was not saved"))
    }

    @Test("leaves nobody waiting at the terminal when it has ended")
    func ended() async throws {
        let program = try start("conformance:questions")
        let terminal = try #require(program.terminal)
        try await program.wait { $0.hasSuffix(Self.prompt) }
        try program.type("q")
        #expect(await program.wait() == 0)
        var entry = pollfd(fd: terminal.outside.fileDescriptor, events: 0, revents: 0)
        poll(&entry, 1, 0)
        #expect(entry.revents & Int16(POLLHUP) != 0)
    }

    @Test("fits 40 columns")
    func narrow() async throws {
        let program = try start("conformance:actions")
        try await program.wait { $0.hasSuffix("> ") || $0.contains("\u{1B}[1m> ") }
        let plain = program.output.replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing(
            "\r\n", with: "\n")
        #expect(plain.split(separator: "\n").allSatisfy { $0.count <= 40 })
        try program.type("q")
        #expect(await program.wait() == 0)
    }
}
