import TenonCore
import TenonUI
import WalletVault

/// The settings of Wallet that flags, environment variables and files fix.
struct FixedSettings: Sendable {
    static let clipboardTime = Setting<Int>(
        "clipboard-time", placeholder: "SECONDS",
        help: "Clear a copied value from the clipboard after this many seconds.",
        environmentVariable: "WALLET_CLIPBOARD_TIME", defaultValue: 60,
        range: WalletSettings.clipboardRange)
    static let reprompt = Setting<Bool>(
        "reprompt", help: "Ask for the passphrase before a secret is shown.",
        environmentVariable: "WALLET_REPROMPT")
    static let attachmentLimit = Setting<Int>(
        "attachment-limit", placeholder: "MEGABYTES",
        help: "Attach files of up to this many megabytes to items.",
        environmentVariable: "WALLET_ATTACHMENT_LIMIT",
        defaultValue: Attachment.standardLimit / 1_000_000, range: WalletSettings.attachmentRange)

    /// What is fixed, and by what.
    let origins: [SettingsItem: SettingOrigin]

    private let values: WalletSettings

    /// Reads what is fixed.
    ///
    /// - Throws: `SettingError` for an invalid value.
    init(_ configuration: Configuration) throws {
        var origins: [SettingsItem: SettingOrigin] = [:]
        var values = WalletSettings()
        func fix<Value>(
            _ item: SettingsItem, _ setting: Setting<Value>, _ take: (Value) -> Void
        ) throws {
            let origin = configuration.origin(of: setting.declaration)
            switch origin {
            case .flag, .environment, .file: origins[item] = origin
            case .flavour, .standard, .nothing: return
            }
            take(try configuration[setting])
        }
        try fix(.autoLock, Configuration.autoLockSetting) { values.autoLockMinutes = $0 }
        try fix(.clipboardTime, Self.clipboardTime) { values.clipboardSeconds = $0 }
        try fix(.reprompt, Self.reprompt) { values.asksBeforeRevealing = $0 }
        try fix(.attachmentLimit, Self.attachmentLimit) { values.attachmentMegabytes = $0 }
        try fix(.language, Appearance.languageSetting) { values.language = $0 ?? "" }
        try fix(.theme, Appearance.schemeSetting) { values.theme = $0 ?? .system }
        self.origins = origins
        self.values = values
    }

    /// Stored settings with what is fixed in their place.
    func applied(to stored: WalletSettings) -> WalletSettings {
        var settings = stored
        for item in origins.keys {
            switch item {
            case .autoLock: settings.autoLockMinutes = values.autoLockMinutes
            case .clipboardTime: settings.clipboardSeconds = values.clipboardSeconds
            case .listOrder: settings.listOrder = values.listOrder
            case .language: settings.language = values.language
            case .theme: settings.theme = values.theme
            case .attachmentLimit:
                settings.attachmentMegabytes = values.attachmentMegabytes
            case .reprompt: settings.asksBeforeRevealing = values.asksBeforeRevealing
            }
        }
        return settings
    }
}
