import FormTestSupport
import Testing

/// Fills in forms of Wallet as another program and does whatever one can do meanwhile, by seeds.
@Suite("What a program fills in is in the form, in the vault, or was given up", .serialized)
struct TypedTextTests {
    private func start(_ home: WalletHome) async throws -> HeadlessDriver {
        let driver = HeadlessDriver(
            program: "wallet-headless", environment: home.environment, waitsForLocation: false)
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
}
