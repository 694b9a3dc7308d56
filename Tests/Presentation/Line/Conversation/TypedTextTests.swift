import FormTestSupport
import Testing

/// Types into Wallet line by line and does whatever one can do meanwhile, by seeds.
@Suite("What is typed at prompts is in the form, in the vault, or was given up", .serialized)
struct TypedTextTests {
    /// The program, asking for a passphrase.
    private func start(_ home: WalletHome) async throws -> LineDriver {
        let driver = LineDriver(
            usesTerminal: true, program: "wallet", environment: home.environment,
            asksAtStart: true)
        try await driver.start(at: "items", isNarrow: false)
        return driver
    }

    @Test("where a vault is made")
    func made() async throws {
        let home = try WalletHome()
        let driver = try await start(home)
        var typist = FrontEndTypist(driver, home, seed: 0, redraws: false)
        try await typist.makeVault()
        try await driver.finish()
    }

    @Test("in every form", arguments: FrontEndTypist.seeds)
    func forms(_ seed: UInt64) async throws {
        let home = try await WalletHome.withLogins()
        let driver = try await start(home)
        var typist = FrontEndTypist(driver, home, seed: seed, redraws: false)
        try await typist.useForms()
        try await driver.finish()
    }
}
