public import TenonCore

/// A word that sets something apart.
public struct Badge: Sendable, Codable, Equatable {
    /// The word.
    public var text: String
    /// How it is meant.
    public var tone: Tone

    /// Makes a badge.
    public init(_ text: String, tone: Tone = .neutral) {
        self.text = text
        self.tone = tone
    }
}
