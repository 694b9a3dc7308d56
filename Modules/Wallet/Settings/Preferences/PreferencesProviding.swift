package import TenonCore
package import TenonUI

/// Provides the person's settings, and reports changes.
///
/// Features read ``current`` each time that they need a value, or listen to ``changes()``.
package protocol PreferencesProviding: Sendable {
    /// The settings in force: fixed ones come before stored ones.
    var current: WalletSettings { get }

    /// What is fixed from outside for this process, and by what.
    var fixed: [SettingsItem: SettingOrigin] { get }

    /// The settings in force, then each change.
    func changes() -> AsyncStream<WalletSettings>

    /// Reads again what is stored, which another process may have changed.
    func reload() async

    /// Stores a change, durably, and applies it at once.
    ///
    /// What is fixed from outside stays as it is in this process.
    ///
    /// - Throws: An `ExplainedError` when it cannot be stored; nothing has changed then.
    func change(_ edit: @escaping @Sendable (inout WalletSettings) -> Void) async throws

    /// Moves stored settings that cannot be read out of the way; from then on changes can be stored.
    ///
    /// - Throws: An `ExplainedError` of the storage.
    func setAside() async throws

    /// Why what is stored could not be read; `nil` when it could.
    var problem: Explanation? { get }
}

/// What can be chosen, one by one.
package enum SettingsItem: String, Sendable, CaseIterable {
    case autoLock = "auto-lock"
    case clipboardTime = "clipboard-time"
    case listOrder = "list-order"
    case language
    case theme
    case reprompt
    case attachmentLimit = "attachment-limit"
}

extension AnyPort {
    /// What the person has chosen; only there when the module with the settings is linked.
    package static let preferences = OptionalPort<any PreferencesProviding>(
        "preferences", providers: ["WalletSettings"])
}

extension Container {
    /// What the person has chosen, or the standard when no settings are linked.
    package var walletSettings: WalletSettings { self[.preferences]?.current ?? WalletSettings() }
}

extension SessionPorts {
    /// What the person has chosen, or the standard when no settings are linked.
    package var walletSettings: WalletSettings { self[.preferences]?.current ?? WalletSettings() }
}
