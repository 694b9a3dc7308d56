import Foundation
import TenonCore
import TenonUI
import TestSupport
import Testing

@testable import TenonLine  // Other modules see the front end only.

@Suite("The console")
struct ConsoleTests {
    private static let application = ApplicationInfo(
        name: "Wallet", executable: "wallet", version: "1", scheme: "wallet")

    @Test(
        "is coloured only where it may be",
        arguments: [
            ([:], true, true), ([:], false, false), (["NO_COLOR": "1"], true, false),
            (["NO_COLOR": ""], true, true), (["TERM": "dumb"], true, false),
            (["WALLET_NO_COLOR": "1"], true, false), (["FORCE_COLOR": "1"], false, true),
            (["CLICOLOR_FORCE": "1", "TERM": "dumb"], false, true),
            (["FORCE_COLOR": "0"], true, false),
            (["NO_COLOR": "1", "FORCE_COLOR": "1"], true, false),
        ])
    func colors(_ environment: [String: String], _ isTerminal: Bool, _ isAllowed: Bool) {
        func allows(_ flags: [String: String]) -> Bool {
            ColorPolicy.allows(
                Configuration(flags: flags, environment: environment),
                application: Self.application, isTerminal: isTerminal)
        }
        #expect(allows([:]) == isAllowed)
        #expect(!allows(["no-color": "1"]))
    }

    @Test("shows what is typed again on every way out of a secret")
    func echo() async throws {
        let terminal = try PseudoTerminal(columns: 40)
        #expect(terminal.echoes)
        await Terminal.withoutEcho(on: terminal.inside.fileDescriptor) { #expect(!terminal.echoes) }
        #expect(terminal.echoes)
        struct Failure: Error {}
        await #expect(throws: Failure.self) {
            try await Terminal.withoutEcho(on: terminal.inside.fileDescriptor) { throw Failure() }
        }
        #expect(terminal.echoes)
        let task = Task {
            try await Terminal.withoutEcho(on: terminal.inside.fileDescriptor) {
                try await untilCancelled()
            }
        }
        while terminal.echoes { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(terminal.echoes)
    }

    @Test("asks nobody when nothing may be asked")
    func silence() async {
        let console = LineConsole(
            Configuration(flags: ["no-input": "1"]), application: Self.application)
        #expect(!console.isInteractive)
        let presenter = LinePresenter(console: console, localizer: Localizer(language: "en"))
        #expect(await presenter.present(Alert(title: "An alert", message: "of a test")) == nil)
        #expect(
            await !presenter.confirm(Confirmation(title: "C", message: "M", confirmTitle: "Y")))
        #expect(await presenter.prompt(Prompt(title: "P", isSecret: true)) == nil)
    }
}
