import TenonUI

extension WalletSettings {
    /// The settings as they were first stored, without the limit of files.
    struct First: Sendable, Codable {
        let autoLockMinutes: Int
        let clipboardSeconds: Int
        let listOrder: ListOrder
        let language: String
        let theme: Theme.Scheme
        let asksBeforeRevealing: Bool
    }

    /// Takes over what was stored first.
    init(_ first: First) {
        self.init()
        autoLockMinutes = first.autoLockMinutes
        clipboardSeconds = first.clipboardSeconds
        listOrder = first.listOrder
        language = first.language
        theme = first.theme
        asksBeforeRevealing = first.asksBeforeRevealing
    }
}
