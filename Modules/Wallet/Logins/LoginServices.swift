import TenonCore
import TenonUI
import WalletVault

/// What the scenes of this feature share.
struct LoginServices: Sendable {
    let vault: any Vault
    let clipboard: any ClipboardWriting
    let links: any LinkOpening
    let clock: any TimeTelling

    /// Copies for the session of a scene.
    func copier(_ context: SceneContext) -> SecretCopier {
        SecretCopier(
            vault: vault, clipboard: clipboard, notices: context.container[.notices],
            localizer: context.localizer)
    }
}

/// Copies parts of a login, counts the use, and tells the person how long it stays.
struct SecretCopier: Sendable {
    /// How long a copied secret stays on the clipboard.
    static let duration = Duration.seconds(60)

    let vault: any Vault
    let clipboard: any ClipboardWriting
    let notices: any NoticePresenting
    let localizer: Localizer

    /// Copies the password.
    func copyPassword(of login: Login) async throws {
        guard !login.password.isEmpty else {
            return notices.notify(Notice(localizer(LoginsText.noPassword), tone: .caution))
        }
        try await copy(login.password, label: localizer(LoginsText.password), of: login.id)
    }

    /// Copies the user name.
    func copyUserName(of login: Login) async throws {
        guard !login.userName.isEmpty else {
            return notices.notify(Notice(localizer(LoginsText.noUserName), tone: .caution))
        }
        try await copy(
            SecretText(login.userName), label: localizer(LoginsText.userName), of: login.id)
    }

    /// Copies any text of a login.
    func copy(_ text: SecretText, label: String, of id: ItemID) async throws {
        try Task.checkCancellation()
        try await clipboard.copy(text, clearAfter: Self.duration)
        guard vault.status == .unlocked else {
            // Locked while the clipboard was being written: what came too late goes at once.
            await clipboard.clear()
            throw CancellationError()
        }
        try await vault.markUsed(id)
        let seconds = Int(Self.duration.components.seconds)
        notices.notify(
            Notice(localizer(LoginsText.copied, count: seconds, ["what": label]), tone: .positive))
    }
}
