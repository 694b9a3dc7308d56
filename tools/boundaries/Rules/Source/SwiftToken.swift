/// A piece of Swift source, as fine as finding imports needs it.
struct SwiftToken: Hashable {
    /// What kind of piece it is.
    enum Kind: Hashable {
        /// A keyword or an identifier.
        case word(String)
        /// An identifier between backticks, which is never a keyword.
        case quotedWord(String)
        /// A character of punctuation or of an operator.
        case symbol(Character)
        /// The end of a line.
        case newline
    }

    /// What it is.
    let kind: Kind
    /// Where it is, counted from 1.
    let line: Int

    /// The identifier or keyword, quoted or not.
    var name: String? {
        switch kind {
        case .word(let name), .quotedWord(let name): name
        case .symbol, .newline: nil
        }
    }
}
