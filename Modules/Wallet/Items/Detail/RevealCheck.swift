import TenonCore
package import TenonUI
import WalletSettings
package import WalletVault

/// Asks for the passphrase before a secret is shown, where the settings want it.
package struct RevealCheck: Sendable {
    let vault: any Vault
    let prompts: any PromptPresenting
    let notices: any NoticePresenting
    let localizer: Localizer
    /// Whether the settings want it now.
    package let isOn: @Sendable () -> Bool

    /// Makes one for the session of a scene.
    package init(of vault: any Vault, in context: SceneContext) throws {
        self.vault = vault
        prompts = try context.ports[.prompts]
        notices = try context.ports[.notices]
        localizer = context.localizer
        isOn = { context.ports.walletSettings.asksBeforeRevealing }
    }

    /// Whether the secret may be shown; a wrong passphrase shows an error.
    package func passes() async throws -> Bool {
        let prompt = Prompt(title: localizer(ItemsText.passphraseToReveal), isSecret: true)
        guard let passphrase = await prompts.prompt(prompt) else { return false }
        do {
            try await vault.verify(passphrase: passphrase)
            return true
        } catch let error as VaultError
            where [.vaultWrongPassphrase, .vaultTooManyAttempts].contains(error.code)
        {
            notices.notify(
                Notice(localizer.text(of: Explanation(error).sentence), tone: .critical))
            return false
        }
    }
}
