import TenonCore
import TenonTesting
import TenonUI
import Testing
import WalletAccess
import WalletSettings
import WalletTestSupport
import WalletVault

@Suite("Changing the passphrase, and a new recovery code")
struct PassphraseTests {
    private let passphrase = TemporaryVault.passphrase
    private let other = "another long and new passphrase"

    private func pilot(_ vault: TemporaryVault, at location: String) async throws -> SessionPilot {
        let persister = MemoryPersister()
        return try await SessionPilot(
            plugins: [AccessPlugin.self, SettingsPlugin.self], at: location
        ) { registrar in
            vault.register(in: &registrar)
            registrar.provide(.persister) { persister }
        }
    }

    private func fill(
        _ pilot: SessionPilot, _ present: String, _ new: String, _ repetition: String
    ) async throws {
        try await pilot.fill("Current passphrase", with: .secret(present))
        try await pilot.fill("New passphrase", with: .secret(new))
        try await pilot.fill("New passphrase once more", with: .secret(repetition))
        try await pilot.choose("Change")
    }

    @Test("The settings lead to it; the new passphrase opens the vault and the old one does not")
    func change() async throws {
        let vault = try await TemporaryVault.make()
        let pilot = try await pilot(vault, at: "settings")
        try await pilot.choose("Change the passphrase")
        try await pilot.fill("New passphrase", with: .secret(other))
        #expect(pilot.sees("Strength:"))
        try await fill(pilot, passphrase, other, other)
        #expect(pilot.notices == ["The passphrase is changed."])
        #expect(try pilot.screen().title == "Settings")
        try await vault.manager.verify(passphrase: SecretText(other))
        await #expect(throws: VaultError.self) {
            try await vault.manager.verify(passphrase: SecretText(passphrase))
        }
        await pilot.stop()
    }

    @Test("A wrong present passphrase and a different repetition are told beside their fields")
    func refused() async throws {
        let vault = try await TemporaryVault.make()
        let pilot = try await pilot(vault, at: "settings:passphrase")
        try await fill(pilot, passphrase, other, "something else")
        #expect(pilot.sees("This is not the same as above."))
        try await fill(pilot, "not the passphrase", other, other)
        #expect(pilot.sees("The passphrase is wrong."))
        #expect(!pilot.sees("This is not the same as above."))
        try await fill(pilot, passphrase, "abc", "abc")
        #expect(pilot.sees("Use a weak passphrase?"))
        try await pilot.answer(.cancel)
        // What was typed is not used, so it is not lost without a question.
        try await pilot.back()
        #expect(pilot.sees("Discard what you typed?"))
        try await pilot.answer(.cancel)
        try await vault.manager.verify(passphrase: SecretText(passphrase))
        await pilot.stop()
    }

    @Test("A new recovery code needs the passphrase, opens the vault, and replaces the one before")
    func recoveryCode() async throws {
        let vault = try await TemporaryVault.make()
        let former = try await vault.manager.makeRecoveryCode()
        let pilot = try await pilot(vault, at: "settings")
        try await pilot.choose("New recovery code")
        try await pilot.fill("Current passphrase", with: .secret("not the passphrase"))
        try await pilot.choose("Make a recovery code")
        #expect(pilot.sees("The passphrase is wrong."))
        try await pilot.fill("Current passphrase", with: .secret(passphrase))
        try await pilot.choose("Make a recovery code")
        var code: String?
        for case .facts(let block) in try pilot.screen().blocks {
            for case .revealed(let text) in block.facts.map(\.value) { code = text }
        }
        let shown = try #require(code)
        try await pilot.choose("Conceal", on: "Recovery code")
        #expect(!pilot.sees(shown))
        try await pilot.choose("I have written it down")
        #expect(try pilot.screen().title == "Settings")
        await vault.manager.lock()
        await #expect(throws: VaultError.self) {
            try await vault.manager.unlock(recoveryCode: former)
        }
        try await vault.manager.unlock(recoveryCode: SecretText(shown))
        await pilot.stop()
    }

    @Test("Neither can be reached while the vault is locked")
    func locked() async throws {
        let vault = try await TemporaryVault.make()
        await vault.manager.lock()
        for location in ["settings:passphrase", "settings:recovery-code"] {
            let pilot = try await pilot(vault, at: location)
            #expect(pilot.sees("Unlock Wallet"))
            await pilot.stop()
        }
    }
}
