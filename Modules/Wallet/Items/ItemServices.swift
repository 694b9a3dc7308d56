package import TenonCore
package import TenonUI
import WalletSettings
package import WalletVault

/// What the scenes of items share.
struct ItemServices: Sendable {
    let vault: any Vault
    let kinds: ItemKinds
    let clipboard: any ClipboardWriting
    let links: any LinkOpening
    let clock: any TimeTelling
    let files: any FileReading
    let health: (any ItemHealthWatching)?
    let fileLinks: ItemFileLinks?

    /// The present month.
    var month: YearMonth { YearMonth(clock.now()) }

    /// Copies for the session of a scene.
    func copier(_ context: SceneContext) throws -> SecretCopier {
        try SecretCopier(of: vault, to: clipboard, in: context)
    }

    /// Asks before a secret is shown in the session of a scene.
    func revealCheck(_ context: SceneContext) throws -> RevealCheck {
        try RevealCheck(of: vault, in: context)
    }
}

/// Copies parts of an item, counts the use, and tells the person how long it stays.
package struct SecretCopier: Sendable {
    let vault: any Vault
    let clipboard: any ClipboardWriting
    let notices: any NoticePresenting
    let localizer: Localizer
    /// How long a copied secret stays on the clipboard, as the settings say now.
    let duration: @Sendable () -> Duration

    /// Makes one for the session of a scene.
    package init(
        of vault: any Vault, to clipboard: any ClipboardWriting, in context: SceneContext
    ) throws {
        self.vault = vault
        self.clipboard = clipboard
        notices = try context.ports[.notices]
        localizer = context.localizer
        duration = { context.ports.walletSettings.clipboardTime }
    }

    /// Copies what a row offers.
    func copy(_ copy: ItemCopy, of item: Item) async throws {
        guard let text = copy.text(item), !text.isEmpty else {
            return notices.notify(Notice(copy.missing, tone: .caution))
        }
        try await self.copy(text, label: copy.label, of: item.id)
    }

    /// Copies any text, of an item or of one that is not stored yet.
    package func copy(_ text: SecretText, label: String, of id: ItemID? = nil) async throws {
        try Task.checkCancellation()
        let duration = duration()
        try await clipboard.copy(text, clearAfter: duration)
        guard vault.status == .unlocked else {
            // The vault was locked while the clipboard was being written: it is cleared at once.
            await clipboard.clear()
            throw CancellationError()
        }
        if let id { try await vault.markUsed(id) }
        let seconds = Int(duration.components.seconds)
        let text = clipboard.asksTerminal ? ItemsText.copiedByTerminal : .copied
        notices.notify(
            Notice(localizer(text, count: seconds, ["what": label]), tone: .positive))
    }
}
