import FormTestSupport
import TenonTesting
import TestSupport
import Testing

/// Types into Wallet on the full screen and does whatever one can do meanwhile, by seeds.
@Suite("What is typed in a terminal is in the form, in the vault, or was given up", .serialized)
struct TypedTextTests {
    private func start(_ home: WalletHome) async throws -> TerminalDriver {
        // The terminal says itself which characters it shows.
        let driver = TerminalDriver(
            program: "wallet-tui", environment: home.environment.filter { $0.key != "LANG" })
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

    @Test("what was typed is offered by the next program after the terminal is closed")
    func closed() async throws {
        try await WalletHome.withAgent { home in
            let driver = try await start(home)
            try await driver.choose("Add login", on: nil)
            try await driver.fill("Title", with: .text("half a name"))
            try await until("the text is there") { try await driver.see().contains("half a name") }
            try await driver.hangUp()
            try await driver.start(at: "items", isNarrow: false)
            try await driver.answer(.choice("Go on"))
            try await until("the text is there again") {
                try await driver.see().contains("half a name")
            }
            try await driver.finish()
        }
    }
}
