package import TenonCore

/// How hard a secret is to guess.
public struct SecretStrength: Sendable, Codable, Equatable {
    /// The levels, from the worst to the best.
    public enum Level: String, Sendable, Codable, CaseIterable {
        case veryWeak, weak, fair, good, strong
    }

    /// How hard it is.
    public var level: Level
    /// The same as a sentence, and what else there is to say.
    public var text: String

    /// Makes a strength with words of its own.
    public init(_ level: Level, text: String) {
        self.level = level
        self.text = text
    }

    /// Makes a strength with the usual words.
    ///
    /// - Parameters:
    ///   - rank: Its place among all levels, 1 for the worst, 5 for the best; beyond them, the nearest.
    ///   - localizer: Words it.
    public init(rank: Int, _ localizer: Localizer) {
        level = Level.allCases[min(max(rank, 1), Level.allCases.count) - 1]
        let word: UIText =
            switch level {
            case .veryWeak: .strengthVeryWeak
            case .weak: .strengthWeak
            case .fair: .strengthFair
            case .good: .strengthGood
            case .strong: .strengthStrong
            }
        text = localizer(UIText.strength, ["level": localizer(word)])
    }

    /// Its place among all levels: 1 for the worst, 5 for the best.
    package var rank: Int { (Level.allCases.firstIndex(of: level) ?? 0) + 1 }

    /// How much of the best it is, from 0.2 to 1.
    package var part: Double { Double(rank) / Double(Level.allCases.count) }

    /// Whether it is enough, something to be improved, or dangerous.
    package var tone: Tone {
        switch level {
        case .veryWeak: .critical
        case .weak, .fair: .caution
        case .good, .strong: .positive
        }
    }
}
