public import ArgumentParser
public import TenonCore

/// The help of commands, in the person's language.
public enum Help {
    /// A text for a command's configuration.
    ///
    /// The language is known while the arguments are parsed; before, it is English.
    public static func localized(_ sentence: Sentence) -> String {
        CommandContext.current?.reporter.text(of: sentence) ?? "\(sentence)"
    }
}

extension ArgumentHelp {
    /// The help of an argument in the person's language.
    public static func localized(_ sentence: Sentence) -> ArgumentHelp {
        ArgumentHelp(Help.localized(sentence))
    }
}

extension ValidationError {
    /// An error in the person's language about arguments that do not go together.
    public static func localized(_ sentence: Sentence) -> ValidationError {
        ValidationError(Help.localized(sentence))
    }
}
