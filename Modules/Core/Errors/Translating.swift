/// Says sentences in the person's language.
public protocol Translating: Sendable {
    /// The text of a sentence; in English when it has no translation.
    func text(of sentence: Sentence) -> String
}

/// Makes what says sentences, from the translations that the linked modules bring.
public protocol TranslatorMaking: Sendable {
    /// Makes a translator.
    ///
    /// - Parameter translations: What was contributed to ``AnyPort/translations``.
    func makeTranslator(_ translations: [[UInt8]]) -> any Translating
}

extension AnyPort {
    /// Translations of sentences, each the bytes of a JSON object
    /// `{"There is no file at {0}.": {"pt-BR": "Não há arquivo em {0}."}}`.
    public static let translations = CollectionPort<[UInt8]>("translations")
    /// What makes translators: the first one is used; without one, everything is in English.
    public static let translators = CollectionPort<any TranslatorMaking>("translators")
}

extension Application {
    /// What says sentences in the person's language, without booting; `nil` when nothing can.
    ///
    /// - Parameter translations: What no plugin contributes.
    /// - Throws: What a factory of a translation throws.
    public func translator(with translations: [[UInt8]] = []) async throws -> (any Translating)? {
        guard let maker = try await contributions(to: .translators).first else { return nil }
        return maker.makeTranslator(translations + (try await contributions(to: .translations)))
    }
}

extension Container {
    /// The text of a sentence in the person's language.
    public func text(of sentence: Sentence) -> String {
        self[.translators].first?.makeTranslator(self[.translations]).text(of: sentence)
            ?? "\(sentence)"
    }
}
