import Foundation

/// The texts of one module in all languages, read from its `Strings.json`.
///
/// ```json
/// { "title": { "en": "Orders", "pt-BR": "Pedidos" },
///   "count": { "en": { "one": "{count} order", "other": "{count} orders" }, … } }
/// ```
///
/// A language is added by adding its texts to the file, or, by an application and for modules that
/// it only links, with a ``Language``; no code of the module changes.
public struct Catalogue: Sendable {
    /// The text of one key in one language.
    enum Entry: Sendable, Equatable {
        case text(String)
        /// By plural category of CLDR: `one`, `few`, `many`, `other`.
        case plural([String: String])
    }

    /// The module that it belongs to, by which languages that are added know it.
    let module: String

    private let entries: [String: [String: Entry]]

    /// Reads a catalogue; one that cannot be read is empty, and its texts show as their keys.
    ///
    /// - Parameters:
    ///   - json: The contents of `Strings.json`.
    ///   - file: A file of its module, as `#fileID` names it; the one that makes it unless given.
    public init(json: [UInt8], of file: String = #fileID) {
        module = String(file.prefix { $0 != "/" })
        let raw = (try? JSONDecoder().decode([String: [String: RawEntry]].self, from: Data(json)))
        entries = (raw ?? [:]).mapValues { $0.mapValues(\.entry) }
    }

    /// The keys, sorted.
    public var keys: [String] { entries.keys.sorted() }

    /// The languages for which there is at least one text, sorted.
    public var languages: [String] { Set(entries.values.flatMap(\.keys)).sorted() }

    /// Whether a key has a text in a language.
    public func contains(_ key: String, in language: String) -> Bool {
        entries[key]?[language] != nil
    }

    /// The text of a key in the language that is nearest to the one that is asked for.
    ///
    /// In each language the module's own text comes before what an application adds.
    ///
    /// - Returns: The text, and its own language, whose plural rule it follows.
    func entry(
        _ key: String, in language: String, adding added: AddedTexts
    ) -> (text: Entry, language: String)? {
        NearestLanguage.first(for: language, among: languages(of: key) + added.tags) { tag in
            entry(key, in: tag) ?? added.entry(key, of: module, in: tag)
        }
    }

    /// The text of a key in exactly this language.
    func entry(_ key: String, in tag: String) -> Entry? { entries[key]?[tag] }

    /// The languages in which a key has a text.
    func languages(of key: String) -> [String] { entries[key].map { Array($0.keys) } ?? [] }

    private enum RawEntry: Decodable {
        case text(String)
        case plural([String: String])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .text(text)
            } else {
                self = .plural(try container.decode([String: String].self))
            }
        }

        var entry: Entry {
            switch self {
            case .text(let text): .text(text)
            case .plural(let forms): .plural(forms)
            }
        }
    }
}

/// The keys of a module's catalogue, which are the names of the cases, so that a missing text is found
/// by a test.
public protocol LocalizedKey: RawRepresentable<String>, CaseIterable, Sendable {
    /// The catalogue that has the texts.
    static var catalogue: Catalogue { get }
}
