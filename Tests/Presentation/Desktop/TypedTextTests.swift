import FormTestSupport
import Testing

/// Types into the window of Wallet, and closes it meanwhile.
@Suite("What is typed in a window is in the form, and the vault opens with it", .serialized)
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
}
