package import TenonCore

extension Configuration {
    /// How long a vault stays open without use, in minutes; 0 means for ever.
    package static let autoLockSetting = Setting<Int>(
        "auto-lock", placeholder: "MINUTES",
        help: "Lock after this many minutes without use; 0 means never.",
        environmentVariable: "WALLET_AUTO_LOCK", defaultValue: 5, range: 0...1_000_000)

    /// The minutes that a setting says; `nil` for 0.
    ///
    /// - Throws: `SettingError` for a value outside of the setting's range.
    package func minutes(_ setting: Setting<Int>) throws -> Duration? {
        let minutes = try self[setting]
        return minutes == 0 ? nil : .seconds(minutes * 60)
    }
}
