import Foundation
public import TenonCore

/// A language that an application speaks, or adds to those that its modules bring.
///
/// An application adds one with a JSON file of its own, embedded with `.embedInCode`, that has
/// texts for any modules, by their names: those of the keys of `Strings.json`, with plural forms as
/// there, and those of sentences, by their English, as in `Translations.json`.
///
/// ```json
/// { "TenonUI": {
///     "texts": { "back": "Zurück",
///                "secondsLeft": { "one": "{count} Sekunde", "other": "{count} Sekunden" } },
///     "sentences": { "There is nothing at \"{0}\".": "Unter „{0}“ gibt es nichts." } } }
/// ```
///
/// What it lacks is said in English; `tools/words` lists it. Contribute it to `AnyPort.languages`.
public struct Language: Sendable {
    /// The BCP 47 tag, for example `pt-BR`.
    public let tag: String

    /// The texts, by module and key.
    let texts: [String: [String: Catalogue.Entry]]
    /// The translations of sentences, by their patterns.
    let sentences: [String: String]

    private let givenName: String

    /// Reads the texts of a language.
    ///
    /// - Parameters:
    ///   - tag: The BCP 47 tag, for example `de` or `de-AT`.
    ///   - name: Its name for people, in the language itself; that of the system unless given.
    ///   - json: The contents of the file.
    /// - Throws: ``LanguageError`` that names the language, the line and what is wrong there.
    public init(_ tag: String, name: String = "", json: [UInt8]) throws {
        guard Self.isTag(tag) else { throw LanguageError.badTag(tag) }
        let file = try LanguageFile(json, tag: Localization.tag(of: tag))
        self.tag = file.tag
        givenName = name
        texts = file.texts
        sentences = file.sentences
    }

    /// A language of which the modules have the texts.
    init(ofModules tag: String) {
        self.tag = tag
        givenName = ""
        texts = [:]
        sentences = [:]
    }

    /// Its name for people, in the language itself, for example `Português (Brasil)`.
    public var name: String {
        guard givenName.isEmpty else { return givenName }
        let locale = Locale(identifier: tag)
        let own = locale.localizedString(forIdentifier: tag) ?? tag
        return own.prefix(1).uppercased(with: locale) + own.dropFirst()
    }

    /// The languages that an application speaks: those of its modules, English first, then others.
    ///
    /// - Parameters:
    ///   - translations: Of sentences, as contributed to `AnyPort.translations`.
    ///   - added: What was contributed to `AnyPort.languages`.
    static func all(translations: [[UInt8]] = [], added: [Language] = []) -> [Language] {
        let ofModules = Set(UIText.catalogue.languages + Translations.languages(of: translations))
        var known: Set<String> = []
        return (["en"] + ofModules.sorted() + added.map(\.tag)).filter { known.insert($0).inserted }
            .map { tag in added.first { $0.tag == tag } ?? Language(ofModules: tag) }
    }

    /// Whether a text has the form of a tag: parts of up to eight letters or digits, of which the
    /// first is two or three letters (BCP 47, section 2.1).
    private static func isTag(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return (2...3).contains(parts[0].count) && parts[0].allSatisfy(\.isLetter)
            && parts.allSatisfy { part in
                (1...8).contains(part.count)
                    && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
    }
}

extension AnyPort {
    /// The languages that an application adds to those of its modules.
    ///
    /// They are asked for before the application boots as well, for its help: a factory may ask for
    /// `AnyPort.configuration`, `AnyPort.application` and collections only.
    public static let languages = CollectionPort<Language>("languages")
}
