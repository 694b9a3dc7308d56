public import TenonCore

extension ErrorCode {
    /// A language that an application adds has a tag or a file that cannot be used.
    public static let languageMalformed = ErrorCode("language.malformed", .configuration)
}

/// What is wrong with a language that an application adds.
public typealias LanguageError = ModuleError<LanguageErrors>

/// Tells ``LanguageError`` apart from other errors.
public enum LanguageErrors {}

extension LanguageError {
    static func badTag(_ tag: String) -> LanguageError {
        LanguageError(
            .languageMalformed, "\"\(tag)\" is not the tag of a language.",
            remedy: "Give a tag of BCP 47, for example de or de-AT.")
    }

    static func badFile(_ tag: String, line: Int, _ reason: Sentence) -> LanguageError {
        LanguageError(
            .languageMalformed,
            "The texts of the language \(tag) cannot be used, because of line \(line): \(reason)",
            remedy: "Mend the file of this language, and build again.")
    }
}
