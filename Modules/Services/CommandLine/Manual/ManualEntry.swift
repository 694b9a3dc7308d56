public import TenonCore

/// A file or an environment variable that the manual page explains.
public struct ManualEntry: Sendable {
    /// What it is called, for example `~/.config/shop/config.json`.
    public let term: String
    /// What it is for.
    public let meaning: Sentence

    /// Describes a file or a variable.
    public init(_ term: String, _ meaning: Sentence) {
        self.term = term
        self.meaning = meaning
    }
}
