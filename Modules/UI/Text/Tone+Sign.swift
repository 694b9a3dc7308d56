package import TenonCore

extension Tone {
    /// A sign that says the same as the colour; `nil` for neutral text.
    package var sign: String? {
        switch self {
        case .neutral: nil
        case .positive: "✓"
        case .caution: "!"
        case .critical: "✗"
        }
    }

    /// The word that says the same as the colour; `nil` for neutral text.
    package var word: UIText? {
        switch self {
        case .neutral: nil
        case .positive: .tonePositive
        case .caution: .toneCaution
        case .critical: .toneCritical
        }
    }
}

extension Badge {
    /// The text after the sign of its tone.
    package var signedText: String { [tone.sign, text].compactMap(\.self).joined(separator: " ") }
}
