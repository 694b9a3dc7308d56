import FormTestSupport
import Foundation
import TenonTesting
import TestSupport
import Testing

/// Types into the window of Wallet and does whatever one can do meanwhile, by seeds.
@Suite("What is typed in a window is in the form, in the vault, or was given up", .serialized)
struct TypedTextTests {
    private func start(_ home: WalletHome) async throws -> DesktopDriver {
        // The display has its own places and characters.
        let ofDisplay = ["LANG", "XDG_RUNTIME_DIR"]
        let driver = DesktopDriver(
            try DesktopSession(), executable: "wallet-desktop",
            environment: home.environment.filter { !ofDisplay.contains($0.key) })
        try await driver.start(at: "items", isNarrow: false)
        return driver
    }

    @Test("where a vault is made")
    func made() async throws {
        let home = try WalletHome()
        let driver = try await start(home)
        var typist = FrontEndTypist(driver, home, seed: 0)
        try await typist.makeVault()
        try await driver.finish()
    }

    @Test("in every form", arguments: FrontEndTypist.seeds)
    func forms(_ seed: UInt64) async throws {
        let home = try await WalletHome.withLogins()
        let driver = try await start(home)
        var typist = FrontEndTypist(driver, home, seed: seed)
        try await typist.useForms()
        try await driver.finish()
    }

    /// A driver of windows that find the agent where the command line has started it.
    private func makeDriver(withAgentOf home: WalletHome) throws -> DesktopDriver {
        DesktopDriver(
            try DesktopSession(), executable: "wallet-desktop",
            environment: home.environment.filter { $0.key != "LANG" })
    }

    private func typeHalfALogin(_ driver: DesktopDriver) async throws {
        try await driver.start(at: "items", isNarrow: false)
        try await driver.wait(for: "Nothing here yet.")
        try await driver.desktop.press("ctrl+n")
        try await driver.wait(for: "New login")
        try await driver.fill("Title", with: .text("half a name"))
        try await driver.desktop.settle()
    }

    private func goOn(_ driver: DesktopDriver) async throws {
        try await driver.start(at: "items", isNarrow: false)
        try await driver.wait(for: "Go on with what you typed?")
        try await driver.answer(.choice("Go on"))
        try await driver.wait(for: "half a name")
        try await driver.finish()
    }

    @Test(
        "what was typed is offered in the next window after a signal to end, while the vault is open",
        arguments: [SIGTERM, SIGHUP])
    func ended(signal: Int32) async throws {
        try await WalletHome.withAgent { home in
            let driver = try makeDriver(withAgentOf: home)
            try await typeHalfALogin(driver)
            await driver.end(by: signal)
            try await goOn(driver)
        }
    }

    @Test("what was typed is offered in the next window after the display has ended")
    func displayEnded() async throws {
        try await WalletHome.withAgent { home in
            let driver = try makeDriver(withAgentOf: home)
            try await typeHalfALogin(driver)
            #expect(await driver.endDisplay() == 69)
            let said = driver.desktop.linesOfLog(of: "program")
            #expect(said.contains { $0.contains("The connection to the display was lost.") })
            try await goOn(try makeDriver(withAgentOf: home))
        }
    }
}
