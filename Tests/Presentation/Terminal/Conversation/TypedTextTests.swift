import FormTestSupport
import Testing

/// Types into Wallet on the full screen, and closes it meanwhile.
@Suite("What is typed in a terminal is in the form, and the vault opens with it", .serialized)
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
}
