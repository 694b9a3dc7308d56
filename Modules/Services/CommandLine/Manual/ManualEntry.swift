public import TenonCore

/// A file or an environment variable that the manual page explains.
public struct ManualEntry: Sendable {
    /// What it is called, for example `~/.config/shop/config.json`.
    let term: String
    /// What it is for.
    let meaning: Sentence

    /// Describes a file or a variable.
    public init(_ term: String, _ meaning: Sentence) {
        self.term = term
        self.meaning = meaning
    }
}
