import FormTestSupport
import Testing

/// Types into the page of Wallet, with and without scripts, and does whatever one can do meanwhile, by seeds.
@Suite("What is typed on a page is in the form, in the vault, or was given up", .serialized)
struct TypedTextTests {
    private func opened(
        _ home: WalletHome, hasScripts: Bool, seed: UInt64,
        _ use: @Sendable (inout FrontEndTypist) async throws -> Void
    ) async throws {
        let server = WalletServer(home)
        let address = try await server.start()
        var options = Browser.Options()
        options.hasScripts = hasScripts
        try await Browser.run(options) { browser in
            let driver = WebFrontEndDriver(browser, hasScripts: hasScripts)
            try await driver.attach(to: address)
            var typist = FrontEndTypist(driver, home, seed: seed)
            try await use(&typist)
        }
    }

    @Test("where a vault is made", arguments: [true, false])
    func made(hasScripts: Bool) async throws {
        try await opened(try WalletHome(), hasScripts: hasScripts, seed: 0) {
            try await $0.makeVault()
        }
    }

    @Test("in every form", arguments: FrontEndTypist.seeds, [true, false])
    func forms(_ seed: UInt64, hasScripts: Bool) async throws {
        let home = try await WalletHome.withLogins()
        try await opened(home, hasScripts: hasScripts, seed: seed) { try await $0.useForms() }
    }
}
