import FormTestSupport
import Testing

/// Types into the page of Wallet and does whatever one can do meanwhile, by seeds.
@Suite("What is typed on a page is in the form, in the vault, or was given up", .serialized)
struct TypedTextTests {
    private func opened(
        _ home: WalletHome, seed: UInt64,
        _ use: @Sendable (inout FrontEndTypist) async throws -> Void
    ) async throws {
        let server = WalletServer(home)
        let address = try await server.start()
        try await Browser.run { browser in
            let driver = WebFrontEndDriver(browser, hasScripts: true)
            try await driver.attach(to: address)
            var typist = FrontEndTypist(driver, home, seed: seed)
            try await use(&typist)
        }
    }

    @Test("where a vault is made")
    func made() async throws {
        try await opened(try WalletHome(), seed: 0) { try await $0.makeVault() }
    }

    @Test("in every form", arguments: FrontEndTypist.seeds)
    func forms(_ seed: UInt64) async throws {
        try await opened(try await WalletHome.withLogins(), seed: seed) {
            try await $0.useForms()
        }
    }
}
