import Foundation
import TestSupport
import Testing

@testable import TenonUI  // Other modules see finished sentences only.

/// The catalogues of all modules, those that nobody has thought of yet among them.
@Suite struct RepositoryCataloguesTests {
    /// A `Strings.json`, with the sources of its module.
    struct Module: Sendable, CustomTestStringConvertible {
        let folder: URL

        var testDescription: String { folder.lastPathComponent }

        /// By key, then by language: a text, or texts by plural category.
        func texts() throws -> [String: [String: CatalogueText]] {
            try JSONDecoder().decode(
                [String: [String: CatalogueText]].self,
                from: Data(contentsOf: folder.appending(path: "Strings.json")))
        }

        /// The keys that enumerations of the module declare: the names of their cases.
        func declared() throws -> [String] {
            try RepositoryCataloguesTests.sources(in: folder).flatMap { source in
                source.matches(of: /enum \w+: String, LocalizedKey \{\n(?<body>[\s\S]*?)\n\}/)
                    .flatMap { $0.body.matches(of: /\n? {4}case (?<names>[\w`]+(,\s+[\w`]+)*)/) }
                    .flatMap { $0.names.matches(of: /\w+/).map { String($0.0) } }
            }
        }
    }

    private static let languages = ["de", "en", "pt-BR"]

    /// What a first day with Wallet shows: the front ends, setting up, unlocking, items, and what is said of them.
    private static let inArabic = [
        "UI", "Desktop", "Line", "Terminal", "Web", "Access", "Audit", "Cards", "Files",
        "Generator", "Items", "Logins", "Notes", "Records", "Renewals", "Settings", "Transfer",
    ]

    private static let modules = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Modules").standardizedFileURL

    private static let all: [Module] = {
        let paths = FileManager.default.enumerator(at: modules, includingPropertiesForKeys: nil)
        return (paths?.compactMap { $0 as? URL } ?? [])
            .filter { $0.lastPathComponent == "Strings.json" }
            .map { Module(folder: $0.deletingLastPathComponent()) }
            .sorted { $0.folder.path < $1.folder.path }
    }()

    private static func sources(in folder: URL) throws -> [String] {
        let paths = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return try (paths?.compactMap { $0 as? URL } ?? [])
            .filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }
    }

    @Test("there are catalogues")
    func found() { #expect(Self.all.count >= 7) }

    @Test("every text is there in every language, and in none that is unknown", arguments: all)
    func languages(_ module: Module) throws {
        let isInArabic =
            Self.inArabic.contains(module.folder.lastPathComponent)
            && !module.folder.path.contains("/Feed/")
        let languages = (isInArabic ? ["ar"] : []) + Self.languages
        for (key, texts) in try module.texts() {
            #expect(texts.keys.sorted() == languages, "\(key)")
        }
    }

    @Test("no text is empty or has space around it", arguments: all)
    func content(_ module: Module) throws {
        for (key, texts) in try module.texts() {
            for text in texts.values.flatMap(\.all) {
                let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
                #expect(!text.isEmpty && text == trimmed, "\(key): \"\(text)\"")
            }
        }
    }

    @Test("a text takes the same arguments in every language", arguments: all)
    func places(_ module: Module) throws {
        for (key, texts) in try module.texts() {
            #expect(Set(texts.values.map(\.places)).count == 1, "\(key)")
        }
    }

    @Test("what is counted has the plural forms of each language, and no others", arguments: all)
    func plurals(_ module: Module) throws {
        for (key, texts) in try module.texts() {
            #expect(Set(texts.values.map(\.isPlural)).count == 1, "\(key)")
            for (language, text) in texts {
                guard case .plural(let forms) = text else { continue }
                #expect(
                    forms.keys.sorted() == PluralRule.categories(in: language),
                    "\(key) in \(language)")
            }
        }
    }

    @Test("the keys of the catalogue are those of the code, each once", arguments: all)
    func keys(_ module: Module) throws {
        let declared = try module.declared()
        #expect(Set(declared).count == declared.count)
        #expect(try module.texts().keys.sorted() == declared.sorted())
    }

    @Test("every key is used somewhere")
    func used() throws {
        let words = try Self.sources(in: Self.modules).reduce(into: Set<Substring>()) {
            words, text in
            words.formUnion(text.matches(of: /\.(\w+)/).map(\.1))
        }
        for module in Self.all {
            for key in try module.declared() {
                let isUsed = words.contains(Substring(key))
                #expect(isUsed, "\(key)")
            }
        }
    }
}

extension CatalogueText {
    fileprivate var all: [String] {
        switch self {
        case .one(let text): [text]
        case .plural(let forms): Array(forms.values)
        }
    }

    /// The places for arguments, in any form.
    fileprivate var places: Set<String> {
        Set(all.flatMap { $0.matches(of: /\{\w+\}/).map { String($0.0) } })
    }

    fileprivate var isPlural: Bool { if case .plural = self { true } else { false } }
}
