package import TenonCore

extension Setting {
    /// How long a vault stays open without use, in minutes; 0 means for ever.
    package static let autoLock = Setting(
        "auto-lock", placeholder: "MINUTES",
        help: "Lock after this many minutes without use; 0 means never.",
        environmentVariable: "WALLET_AUTO_LOCK", defaultValue: "5", range: 0...1_000_000)
}

extension Configuration {
    /// The minutes that a setting says; `nil` for 0.
    ///
    /// - Throws: `SettingError` for a value outside of the setting's range.
    package func minutes(_ setting: Setting) throws -> Duration? {
        let minutes = try number(setting)
        return minutes == 0 ? nil : .seconds(minutes * 60)
    }
}
