package import TenonCore

/// What can go wrong in this feature.
package struct SettingsError: ExplainedError {
    package let code: ErrorCode
    package let message: Sentence
    package let remedy: Sentence

    static func badNumber(
        _ text: String, _ setting: Setting, _ range: ClosedRange<Int>
    ) -> SettingsError {
        SettingsError(
            code: .settingsBadNumber, message: "\"\(text)\" is not valid for --\(setting.name).",
            remedy: """
                Give a whole number from \(range.lowerBound) to \(range.upperBound), or take the \
                setting away.
                """)
    }
}

extension ErrorCode {
    static let settingsBadNumber = ErrorCode("settings.bad-number", .usage)
}
