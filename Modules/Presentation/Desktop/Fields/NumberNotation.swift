import Foundation
import TenonUI

/// How numbers are written in a language, and in English without grouping, as fields hold them.
struct NumberNotation {
    let language: String

    /// What a person typed, as fields hold it; anything that is not a number stays as it is.
    func plain(_ text: String) -> String {
        let text = text.trimmingCharacters(in: .whitespaces)
        return FieldReading.number(text, in: language) ?? text
    }

    /// The value of a field as it is written in the language.
    func local(_ text: String) -> String {
        let usesComma = Locale(identifier: language).decimalSeparator == ","
        return usesComma && plain(text) == text ? text.replacing(".", with: ",") : text
    }
}
