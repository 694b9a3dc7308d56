import TenonCore
import TenonUI

/// The settings of Wallet that flags, environment variables and files fix.
struct FixedSettings: Sendable {
    static let autoLock = Setting(
        "auto-lock", placeholder: "MINUTES",
        help: "Lock after this many minutes without use; 0 means never.",
        environmentVariable: "WALLET_AUTO_LOCK", defaultValue: "5")
    static let clipboardTime = Setting(
        "clipboard-time", placeholder: "SECONDS",
        help: "Clear a copied value from the clipboard after this many seconds.",
        environmentVariable: "WALLET_CLIPBOARD_TIME", defaultValue: "60")
    static let reprompt = Setting(
        "reprompt", placeholder: "",
        help: "Ask for the passphrase before a secret is shown.",
        environmentVariable: "WALLET_REPROMPT")

    /// The settings that this module declares; language and theme are declared by the user interface.
    static let all = [autoLock, clipboardTime, reprompt]

    /// What is fixed, and by what.
    let origins: [SettingsItem: SettingOrigin]

    private let values: WalletSettings

    /// Reads what is fixed.
    ///
    /// - Throws: ``SettingsError`` for an invalid value.
    init(_ configuration: Configuration) throws {
        var origins: [SettingsItem: SettingOrigin] = [:]
        var values = WalletSettings()
        func fix(_ item: SettingsItem, _ setting: Setting, _ take: (String) throws -> Void) throws {
            let origin = configuration.origin(of: setting)
            switch origin {
            case .flag, .environment, .file: origins[item] = origin
            case .flavour, .standard, .nothing: return
            }
            try take(configuration[setting] ?? "")
        }
        try fix(.autoLock, Self.autoLock) {
            values.autoLockMinutes = try Self.number(
                $0, Self.autoLock, WalletSettings.autoLockRange)
        }
        try fix(.clipboardTime, Self.clipboardTime) {
            values.clipboardSeconds = try Self.number(
                $0, Self.clipboardTime, WalletSettings.clipboardRange)
        }
        try fix(.reprompt, Self.reprompt) { values.asksBeforeRevealing = $0 != "0" }
        try fix(.language, Appearance.languageSetting) { values.language = $0 }
        try fix(.theme, Appearance.schemeSetting) {
            values.theme = Theme.Scheme(rawValue: $0) ?? .system
        }
        self.origins = origins
        self.values = values
    }

    /// Stored settings with what is fixed in their place.
    func over(_ stored: WalletSettings) -> WalletSettings {
        var settings = stored
        for item in origins.keys {
            switch item {
            case .autoLock: settings.autoLockMinutes = values.autoLockMinutes
            case .clipboardTime: settings.clipboardSeconds = values.clipboardSeconds
            case .listOrder: settings.listOrder = values.listOrder
            case .language: settings.language = values.language
            case .theme: settings.theme = values.theme
            case .reprompt: settings.asksBeforeRevealing = values.asksBeforeRevealing
            }
        }
        return settings
    }

    private static func number(
        _ text: String, _ setting: Setting, _ range: ClosedRange<Int>
    ) throws -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw SettingsError.badNumber(text, setting, range)
        }
        return number
    }
}
