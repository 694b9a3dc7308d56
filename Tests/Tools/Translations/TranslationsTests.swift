import Foundation
import Testing

@Suite("What errors and help say, in other languages") struct TranslationsTests {
    /// One that is said in the sources, or translated.
    private struct Place: CustomStringConvertible {
        let file: String
        let line: Int
        let pattern: String

        var description: String { "\(file):\(line): \(pattern)" }
    }

    /// What speaks to developers and to programs, in English.
    private static let spokenToDevelopers = [
        "Modules/Testing/", "Modules/Presentation/Headless/",
    ]

    /// The languages, with the sources whose sentences they have; all when none are named.
    private static let languages = [
        "de": [], "pt-BR": [],
        "ar": [
            "Modules/Presentation/Desktop/", "Modules/Presentation/Line/",
            "Modules/Presentation/Terminal/", "Modules/Presentation/Web/",
            "Modules/Security/Base32", "Modules/Security/OneTimePassword",
            "Modules/Security/Passphrase", "Modules/Security/PasswordGenerator",
            "Modules/Security/RecoveryCode", "Modules/Security/WordGenerator",
            "Modules/UI/Sessions/SessionInput", "Modules/Wallet/Audit/", "Modules/Wallet/Files/",
            "Modules/Wallet/Items/",
            "Modules/Wallet/Renewals/", "Modules/Wallet/Settings/", "Modules/Wallet/Transfer/",
            "Modules/Wallet/Vault/Manager/VaultManager+Access",
            "Modules/Wallet/Vault/Manager/VaultManager+Attempts",
            "Modules/Wallet/Vault/Manager/VaultManager+Items",
            "Modules/Wallet/Vault/Model/VaultError",
        ],
    ]

    private static func files(named suffix: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(Checkout.folder)/Modules")
            .filter { $0.hasSuffix(suffix) }.sorted().map { "Modules/\($0)" }
    }

    private static func sources() throws -> [(path: String, text: String)] {
        try files(named: ".swift").map {
            ($0, try String(contentsOfFile: "\(Checkout.folder)/\($0)", encoding: .utf8))
        }
    }

    private static func sentences() throws -> [Place] {
        let sources = try sources()
        let scanner = try SentenceScanner(knowing: sources.map(\.text))
        return try sources.flatMap { path, text in
            try scanner.sentences(in: text).map {
                Place(file: path, line: $0.line, pattern: $0.pattern)
            }
        }
    }

    /// The translations of all modules: by pattern, then by language.
    private static func translations() throws -> [String: [String: String]] {
        try files(named: "/Translations.json").reduce(into: [:]) { all, path in
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(Checkout.folder)/\(path)"))
            all.merge(try JSONDecoder().decode([String: [String: String]].self, from: data)) { $1 }
        }
    }

    private static func places(_ pattern: String) -> [String] {
        pattern.matches(of: /\{\d+\}/).map { String($0.0) }.sorted()
    }

    @Test("every sentence for people has a translation in every language")
    func complete() throws {
        let translations = try Self.translations()
        let missing = try Self.sentences().filter { place in
            !Self.spokenToDevelopers.contains(where: place.file.hasPrefix)
                && place.pattern.contains(where: \.isLetter)
                && Self.languages.contains { language, sources in
                    (sources.isEmpty || sources.contains(where: place.file.hasPrefix))
                        && translations[place.pattern]?[language] == nil
                }
        }
        #expect(missing.isEmpty)
    }

    @Test("every translation belongs to a sentence of the sources, and keeps its values")
    func current() throws {
        let spoken = Set(try Self.sentences().map(\.pattern))
        // The tree is searched for real: what is there is many times this.
        #expect(spoken.count > 200)
        let translations = try Self.translations()
        #expect(translations.keys.filter { !spoken.contains($0) } == [])
        for (pattern, texts) in translations {
            for text in texts.values {
                #expect(Self.places(text) == Self.places(pattern), "\(text)")
            }
        }
    }

    @Test(
        "sentences are found where they are said, and nothing else is",
        arguments: [
            (
                #"throw LockError(.locked, "It is \(state).", remedy: "Open it.")"#,
                ["It is {0}.", "Open it."]
            ),
            (#"LockError(code: ErrorCode("lock.open"), message: "It.")"#, ["It."]),
            (#"let text = "Nothing is said here.""#, []),
            (
                #"let text: Sentence = "It is \(count) \(isOld ? "old" : "new").""#,
                ["It is {0} {1}."]
            ),
            (
                #"var name: Sentence { switch self { case .a: "one" case .b: "two" } }"#,
                ["one", "two"]
            ),
            (#"let all: [Sentence] = ["one", "two"]"#, ["one", "two"]),
            (
                #"func refuse(_ why: Sentence) {} ; refuse("Too old."); accept("Fine.")"#,
                ["Too old."]
            ),
            (
                #"func say(_ it: Sentence) {} ; say(isOld ? "Old." : "New.", ["title": name])"#,
                ["Old.", "New."]
            ),
            (#"func say(of it: Sentence) {} ; say(of: "This."); say("That.")"#, ["This."]),
            (#"Setting("port", placeholder: "PORT", help: "Use it.")"#, ["Use it."]),
            (#"LockError(names.joined(separator: ", "), a ? "b." : "c.")"#, ["b.", "c."]),
            (##"let raw = #"say "yes" // \(no)"#; LockError("a \(#"""#) b.")"##, ["a {0} b."]),
            ("let isEnd = /\"$/\nthrow LockError(\"After it.\")", ["After it."]),
            (#"LockError("say \"no\"") // LockError("a comment")"#, [#"say "no""#]),
            (
                "LockError(\n    \"\"\"\n    one \\\n    two\n      three\n    \"\"\")",
                ["one two\n  three"]
            ),
        ])
    func scanner(source: String, expected: [String]) throws {
        let scanner = try SentenceScanner(knowing: [source])
        #expect(try scanner.sentences(in: source).map(\.pattern) == expected)
    }
}
