package import TenonCore

/// What can go wrong in this feature.
package typealias SettingsError = ModuleError<SettingsErrors>

/// Tells ``SettingsError`` apart from the errors of other modules.
package enum SettingsErrors {}

extension SettingsError {
    static func badNumber(
        _ text: String, _ setting: Setting, _ range: ClosedRange<Int>
    ) -> SettingsError {
        SettingsError(
            .settingsBadNumber, "\"\(text)\" is not valid for --\(setting.name).",
            remedy: """
                Give a whole number from \(range.lowerBound) to \(range.upperBound), or take the \
                setting away.
                """)
    }
}

extension ErrorCode {
    static let settingsBadNumber = ErrorCode("settings.bad-number", .usage)
}
