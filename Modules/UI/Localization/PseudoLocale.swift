/// The pseudo-locale `en-XA` of CLDR: English in disguise, which shows what is not localised.
///
/// Every text from a catalogue is accented, longer, as texts of other languages are, and in double
/// brackets. What a person reads without brackets was never localised, or is the person's own.
enum PseudoLocale {
    /// The language that chooses it.
    static let language = "en-XA"

    private static let plain = "ACDEGHIJKLNORSTUWYZacdeghijklnorstuwyz"
    private static let accented = "ÅÇÐÉĜĤÎĴĶĻÑÖŔŠŢÛŴÝŽåçðéĝĥîĵķļñöŕšţûŵýž"
    private static let letters = Dictionary(uniqueKeysWithValues: zip(plain, accented))

    /// A text in disguise; what stands in braces is left alone, and so is a text without letters.
    static func text(of text: String) -> String {
        var result = ""
        var length = 0
        var isPlace = false
        for character in text {
            if character == "{" { isPlace = true }
            result.append(isPlace ? character : letters[character] ?? character)
            if !isPlace, character.isLetter { length += 1 }
            if character == "}" { isPlace = false }
        }
        guard length > 0 else { return text }
        return mark(result + " " + String(repeating: "~", count: length / 4 + 1))
    }

    /// A text as one that is localised.
    static func mark(_ text: String) -> String { "⟦\(text)⟧" }
}
