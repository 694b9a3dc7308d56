import TenonCore

/// Makes localizers for the language that a configuration names.
struct LocalizerMaker: TranslatorMaking {
    /// Where systems say what people speak, the strongest first (POSIX.1-2017, section 8.2).
    private static let variables = ["LC_ALL", "LC_MESSAGES", "LANG"]

    private let configuration: Configuration
    private let languages: [Language]

    /// Makes a maker.
    ///
    /// - Parameters:
    ///   - configuration: Names the language.
    ///   - languages: What was contributed to `AnyPort.languages`.
    init(_ configuration: Configuration, adding languages: [Language]) {
        self.configuration = configuration
        self.languages = languages
    }

    /// The setting that names the language, with those that an application speaks in its help.
    static func setting(for languages: [Language]) -> Setting<String?> {
        let tags = languages.map(\.tag)
        let all = tags.dropLast().joined(separator: ", ")
        return Setting<String?>(
            "language", placeholder: "TAG",
            help: "Use this language: \(all) or \(tags.last ?? "").",
            environmentVariable: "TENON_LANGUAGE", languages: tags)
    }

    func makeLocalizer(_ translations: [[UInt8]]) -> Localizer {
        let language =
            configuration[Appearance.languageSetting] ?? surrounding(translations)
        return Localizer(
            language: language ?? "en", timeZone: configuration.environmentVariable("TZ"),
            translations: translations, languages: languages)
    }

    /// The language of the environment, if the application speaks it; otherwise English, with its
    /// formats.
    private func surrounding(_ translations: [[UInt8]]) -> String? {
        let name = Self.variables.lazy.compactMap { configuration.environmentVariable($0) }
            .first { !$0.isEmpty }
        guard let name else { return nil }
        let tag = Localization.tag(of: name)
        // Every application speaks English, so nothing has to be read for that.
        let isEnglish = tag == "en" || tag.hasPrefix("en-")
        let spoken = Self.setting(
            for: Language.all(translations: isEnglish ? [] : translations, added: languages))
        return spoken.declaration.takes(tag) ? tag : nil
    }

    func makeTranslator(_ translations: [[UInt8]]) -> any Translating {
        makeLocalizer(translations)
    }
}
