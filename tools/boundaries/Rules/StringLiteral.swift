/// A string literal in a Swift source, as much of it as tells its text.
package struct StringLiteral {
    /// The text, with `{0}`, `{1}` … in the places of the interpolations.
    package let pattern: String
    /// Where it ends in the bytes.
    let end: Int

    /// Whether the literal that begins at a quotation mark has several lines.
    static func isMultiline(_ bytes: [UInt8], at start: Int) -> Bool {
        bytes[start...].starts(with: "\"\"\"\n".utf8)
    }

    /// How many number signs stand in front of a quotation mark.
    static func pounds(in bytes: [UInt8], before start: Int) -> Int {
        bytes[..<start].reversed().prefix { $0 == UInt8(ascii: "#") }.count
    }

    /// Reads the literal that begins at a quotation mark; `nil` when it has no end.
    init?(_ bytes: [UInt8], at start: Int) {
        var reader = Reader(bytes, at: start)
        guard reader.read() else { return nil }
        let text = String(decoding: reader.text, as: UTF8.self)
        pattern = reader.isMultiline ? text.unindented : text
        end = reader.place
    }

    private struct Reader {
        let bytes: [UInt8]
        let isMultiline: Bool
        /// What ends the literal, and what begins an escape.
        let mark, escape: [UInt8]
        var place: Int
        var text: [UInt8] = []
        private var count = 0

        init(_ bytes: [UInt8], at start: Int) {
            self.bytes = bytes
            isMultiline = StringLiteral.isMultiline(bytes, at: start)
            let pounds = String(
                repeating: "#", count: StringLiteral.pounds(in: bytes, before: start))
            let quotes = isMultiline ? "\"\"\"" : "\""
            mark = Array((quotes + pounds).utf8)
            escape = Array(("\\" + pounds).utf8)
            place = start + quotes.utf8.count
        }

        mutating func read() -> Bool {
            while place < bytes.count {
                let byte = bytes[place]
                if byte == mark[0], skip(mark) { return true }
                if byte == UInt8(ascii: "\n"), !isMultiline { return false }
                if byte == escape[0], skip(escape) {
                    readEscape()
                } else {
                    text.append(byte)
                    place += 1
                }
            }
            return false
        }

        private mutating func skip(_ word: [UInt8]) -> Bool {
            guard bytes[place...].starts(with: word) else { return false }
            place += word.count
            return true
        }

        private mutating func readEscape() {
            guard place < bytes.count else { return }
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "("):
                text += Array("{\(count)}".utf8)
                count += 1
                skipInterpolation()
            case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
            // The line goes on in the next one, without the indentation of that.
            case UInt8(ascii: "\n"):
                while place < bytes.count, bytes[place] == UInt8(ascii: " ") { place += 1 }
            default: text.append(byte)
            }
        }

        private mutating func skipInterpolation() {
            var depth = 1
            while place < bytes.count, depth > 0 {
                switch bytes[place] {
                case UInt8(ascii: "\""):
                    guard let inner = StringLiteral(bytes, at: place) else { return }
                    place = inner.end
                    continue
                case UInt8(ascii: "("): depth += 1
                case UInt8(ascii: ")"): depth -= 1
                default: break
                }
                place += 1
            }
        }
    }
}

extension String {
    /// The content of a multi-line literal: without the first and last line, and without what the
    /// last line is indented by.
    fileprivate var unindented: String {
        var lines = split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        guard let indentation = lines.popLast()?.count else { return "" }
        return lines.map { $0.dropFirst($0.hasPrefix(" ") ? indentation : 0) }
            .joined(separator: "\n")
    }
}
