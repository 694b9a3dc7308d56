import Foundation

/// The texts of one module in all languages, read from its `Strings.json`.
///
/// ```json
/// { "title": { "en": "Logins", "pt-BR": "Logins" },
///   "count": { "en": { "one": "{count} login", "other": "{count} logins" }, … } }
/// ```
///
/// A language is added by adding its texts to the file; no code changes.
public struct Catalogue: Sendable {
    /// The text of one key in one language.
    enum Entry: Sendable, Equatable {
        case text(String)
        /// By plural category of CLDR: `one`, `few`, `many`, `other`.
        case plural([String: String])
    }

    private let entries: [String: [String: Entry]]

    /// Reads a catalogue; one that cannot be read is empty, and its texts show as their keys.
    public init(json: [UInt8]) {
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
    /// `de-AT` takes the text of `de-AT`, else of `de`, else of any other `de-…`, else of English.
    ///
    /// - Returns: The text, and its own language, whose plural rule it follows.
    func entry(_ key: String, in language: String) -> (entry: Entry, language: String)? {
        guard let texts = entries[key] else { return nil }
        var candidates: [String] = []
        var tag = Substring(language)
        while !tag.isEmpty {
            candidates.append(String(tag))
            tag = tag[..<(tag.lastIndex(of: "-") ?? tag.startIndex)]
        }
        let base = candidates.last ?? ""
        candidates += texts.keys.filter { $0.hasPrefix("\(base)-") }.sorted().prefix(1) + ["en"]
        for candidate in candidates {
            if let entry = texts[candidate] { return (entry, candidate) }
        }
        return nil
    }

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
