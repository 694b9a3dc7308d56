import Foundation

/// How numbers are written in a language, and in English without grouping, as fields hold them.
struct NumberNotation {
    private let usesComma: Bool

    init(language: String) {
        usesComma = Locale(identifier: language).decimalSeparator == ","
    }

    /// What a person typed, as fields hold it; what is no number stays as it is.
    func plain(_ text: String) -> String {
        let text = text.trimmingCharacters(in: .whitespaces)
        guard usesComma, text.contains(",") else { return text }
        return text.replacing(".", with: "").replacing(" ", with: "").replacing(",", with: ".")
    }

    /// The value of a field as it is written in the language.
    func local(_ text: String) -> String {
        usesComma ? text.replacing(".", with: ",") : text
    }
}
