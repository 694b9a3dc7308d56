import Foundation
import TenonCore
import TestSupport
import Testing

@testable import TenonSystem  // Other modules see the ports only.

/// A real X server without a screen, for as long as this object lives.
///
/// It and what stays in the background are started by `ChildProcess`, which lets them inherit
/// nothing: Foundation's `Process` waits for a descriptor that they would keep open.
final class VirtualDisplay {
    /// The environment of programs that use this display.
    let environment: [String: String]

    private let folder: TemporaryFolder
    private let server: Int32

    init() async throws {
        let folder = try TemporaryFolder()
        // The server chooses a free number and tells it when it is ready. Without a reset when nobody
        // uses the display for a moment, which would refuse who comes then.
        let script = """
            echo $$ > "$FOLDER/process"
            exec Xvfb -displayfd 1 -noreset -nolisten tcp -screen 0 320x240x8 > "$FOLDER/number"
            """
        let shell = ChildProcess(
            path: "/bin/sh", arguments: ["-c", script],
            environment: ["PATH": "/usr/bin:/bin", "FOLDER": folder.path])
        let ended = await shell.launch(waiting: .zero)
        try #require(ended == nil, "Xvfb did not start.")
        try await until("the number of the display") {
            folder.text(of: "number")?.hasSuffix("\n") == true
        }
        let process = try #require(folder.text(of: "process"))
        let number = try #require(folder.text(of: "number"))
        server = try #require(Int32(process.trimmingCharacters(in: .newlines)))
        var environment = ProcessInfo.processInfo.environment
        environment["DISPLAY"] = ":" + number.trimmingCharacters(in: .newlines)
        environment["WAYLAND_DISPLAY"] = nil
        self.environment = environment
        self.folder = folder
    }

    deinit { kill(server, SIGKILL) }

    /// What another program gets when it pastes; empty when there is nothing.
    func paste() async -> String { await output() }

    /// The forms in which the clipboard's content is offered.
    func targets() async -> [Substring] {
        await output("-target", "TARGETS").split(separator: "\n")
    }

    private func output(_ arguments: String...) async -> String {
        let program = ChildProcess(
            path: "/usr/bin/xclip", arguments: ["-selection", "clipboard", "-out"] + arguments,
            environment: environment, outputLimit: 1 << 22)
        return await program.run(for: .seconds(60)).output?.reveal() ?? ""
    }

    /// Copies text as another program would.
    func copyElsewhere(_ text: String) async throws {
        let program = ChildProcess(
            path: "/usr/bin/xclip", arguments: ["-selection", "clipboard", "-in"],
            environment: environment, input: SecretText(text))
        try #require(await program.run(for: .seconds(60)).succeeded)
        try await until("the text in the clipboard") { await paste() == text }
    }

    /// Waits until the clipboard has some content.
    func waitUntilPasted(_ text: String) async throws {
        try await until("\"\(text)\" in the clipboard") { await paste() == text }
    }
}
