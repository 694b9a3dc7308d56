/// A Swift source, cut into its code, its comments and its string literals.
///
/// A comment begins with two slashes, which the formatter sees to. A quotation mark in a regular
/// expression is code: the literal that would begin with it has no end in its line.
package struct SwiftText {
    /// A part of the source.
    package struct Piece {
        /// What a part can be.
        package enum Kind {
            case code, comment
            case literal(StringLiteral)
        }

        /// What it is.
        package let kind: Kind
        /// The part as it is written, without the number signs in front of a literal.
        package let text: Substring
        /// Where it begins, counted from 1.
        package let line: Int
    }

    /// The parts, in order.
    package private(set) var pieces: [Piece] = []

    /// Cuts a source.
    ///
    /// - Throws: ``BoundaryError`` when a literal of several lines has no end.
    package init(_ source: String) throws {
        let bytes = Array(source.utf8)
        var (start, place, line) = (0, 0, 1)
        func add(_ kind: Piece.Kind, upTo end: Int) {
            guard end > start else { return }
            let text = source.utf8
            let range =
                text.index(
                    text.startIndex, offsetBy: start)..<text.index(
                    text.startIndex, offsetBy: end)
            pieces.append(Piece(kind: kind, text: source[range], line: line))
            line += bytes[start..<end].count { $0 == UInt8(ascii: "\n") }
            (start, place) = (end, end)
        }
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "/") where bytes[place...].starts(with: "//".utf8):
                add(.code, upTo: place)
                add(.comment, upTo: bytes[place...].firstIndex(of: 0x0A) ?? bytes.count)
            case UInt8(ascii: "\""):
                if let literal = StringLiteral(bytes, at: place) {
                    add(.code, upTo: place)
                    add(.literal(literal), upTo: literal.end)
                } else if StringLiteral.isMultiline(bytes, at: place) {
                    add(.code, upTo: place)
                    throw BoundaryError("The string that starts in line \(line) has no end.")
                } else {
                    place += 1
                }
            default: place += 1
            }
        }
        add(.code, upTo: place)
    }
}
