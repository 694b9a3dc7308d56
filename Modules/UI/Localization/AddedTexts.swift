/// The texts of the languages that an application adds to those of its modules.
///
/// Several plugins may add to one language; for a text that more than one has, the first counts.
struct AddedTexts: Sendable {
    /// The languages, as contributed.
    let languages: [Language]
    /// The texts by language, module and key.
    private let texts: [String: [String: [String: Catalogue.Entry]]]
    /// The translations of sentences by language and pattern.
    private let sentences: [String: [String: String]]

    /// Joins what was contributed.
    init(_ languages: [Language]) {
        var texts: [String: [String: [String: Catalogue.Entry]]] = [:]
        var sentences: [String: [String: String]] = [:]
        for language in languages {
            for (module, entries) in language.texts {
                texts[language.tag, default: [:]][module, default: [:]]
                    .merge(entries) { first, _ in first }
            }
            sentences[language.tag, default: [:]]
                .merge(language.sentences) { first, _ in first }
        }
        self.languages = languages
        self.texts = texts
        self.sentences = sentences
    }

    /// The tags of the languages.
    var tags: [String] { languages.map(\.tag) }

    /// The text of a key of a module, in exactly this language.
    func entry(_ key: String, of module: String, in tag: String) -> Catalogue.Entry? {
        texts[tag]?[module]?[key]
    }

    /// The translation of the pattern of a sentence, into exactly this language.
    func pattern(of pattern: String, in tag: String) -> String? { sentences[tag]?[pattern] }
}
