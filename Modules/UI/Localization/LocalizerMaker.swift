import TenonCore

/// Makes localizers for the language that a configuration names.
struct LocalizerMaker: TranslatorMaking {
    static let language = Setting(
        "language", placeholder: "TAG", help: "Use this language: en or pt-BR.",
        environmentVariable: "TENON_LANGUAGE")

    /// Where systems say what people speak, the strongest first (POSIX.1-2017, section 8.2).
    private static let variables = ["LC_ALL", "LC_MESSAGES", "LANG"]

    private let configuration: Configuration

    init(_ configuration: Configuration) { self.configuration = configuration }

    func makeLocalizer(_ translations: [[UInt8]]) -> Localizer {
        let language =
            configuration[Self.language]
            ?? Self.variables.lazy.compactMap { configuration.environmentVariable($0) }
            .first { !$0.isEmpty }
        return Localizer(
            language: language ?? "en", timeZone: configuration.environmentVariable("TZ"),
            translations: translations)
    }

    func makeTranslator(_ translations: [[UInt8]]) -> any Translating {
        makeLocalizer(translations)
    }
}
