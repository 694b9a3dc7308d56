/// Words to make passphrases of, in memory as one text.
public struct WordList: Sendable {
    private let text: [UInt8]
    private let words: [Range<Int>]

    /// The number of words.
    public var count: Int { words.count }
    /// The number of bytes of the longest word.
    var longest: Int { words.reduce(0) { max($0, $1.count) } }

    /// Takes words in UTF-8, each on a line that a line feed ends; empty lines do not count.
    ///
    /// They are meant to be in lower case, all different, and none the beginning of another: then no
    /// two draws give the same passphrase, and `WordGenerator.bits(with:)` is exact.
    public init(lines: [UInt8]) {
        text = lines
        words = lines.split(separator: UInt8(ascii: "\n")).map(\.indices)
    }

    /// The bytes of the word at a place.
    subscript(index: Int) -> ArraySlice<UInt8> { text[words[index]] }
}
