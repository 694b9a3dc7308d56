/// The text of a statement with `$1`, `$2` … in the places of its `?`.
///
/// This is the one place that knows how arguments are written. A `?` in quotes, in a name or in a
/// comment is left alone (PostgreSQL 15, sections 4.1.1 to 4.1.5); operators with a `?` have functions
/// that do the same, such as `jsonb_exists`.
struct Placeholders {
    /// The statement as the server takes it.
    let sql: String
    /// How many arguments it takes.
    let count: Int

    init(_ statement: String) {
        var scanner = Scanner(bytes: Array(statement.utf8))
        scanner.run()
        sql = String(decoding: scanner.result, as: UTF8.self)
        count = scanner.count
    }

    private struct Scanner {
        let bytes: [UInt8]
        var result: [UInt8] = []
        var count = 0
        private var position = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func run() {
            result.reserveCapacity(bytes.count + 16)
            while position < bytes.count {
                switch bytes[position] {
                case UInt8(ascii: "?"):
                    count += 1
                    result += Array("$\(count)".utf8)
                    position += 1
                case UInt8(ascii: "'"): copy(to: quoteEnd(escapes: isEscapeString))
                case UInt8(ascii: "\""): copy(to: quoteEnd(escapes: false))
                case UInt8(ascii: "-") where byte(1) == UInt8(ascii: "-"):
                    copy(to: bytes[position...].firstIndex(of: 10) ?? bytes.count)
                case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): copy(to: commentEnd)
                case UInt8(ascii: "$"): copy(to: dollarEnd ?? position + 1)
                default: copy(to: position + 1)
                }
            }
        }

        private func byte(_ offset: Int) -> UInt8? {
            let place = position + offset
            return bytes.indices.contains(place) ? bytes[place] : nil
        }

        private mutating func copy(to end: Int) {
            result += bytes[position..<end]
            position = end
        }

        /// Whether the quote here belongs to `E'…'`, in which a backslash escapes.
        private var isEscapeString: Bool {
            guard let letter = byte(-1), letter | 0x20 == UInt8(ascii: "e") else { return false }
            return byte(-2).map { !Self.isWord($0) } ?? true
        }

        /// The position after the quoted text that begins here.
        ///
        /// A doubled quote is read as the end of one text and the start of the next, with the same
        /// result.
        private func quoteEnd(escapes: Bool) -> Int {
            let quote = bytes[position]
            var place = position + 1
            while place < bytes.count, bytes[place] != quote {
                place += escapes && bytes[place] == UInt8(ascii: "\\") ? 2 : 1
            }
            return min(place + 1, bytes.count)
        }

        /// The position after the comment that begins here; comments nest.
        private var commentEnd: Int {
            var (place, depth) = (position, 0)
            while place + 1 < bytes.count {
                switch (bytes[place], bytes[place + 1]) {
                case (UInt8(ascii: "/"), UInt8(ascii: "*")): (place, depth) = (place + 2, depth + 1)
                case (UInt8(ascii: "*"), UInt8(ascii: "/")): (place, depth) = (place + 2, depth - 1)
                default: place += 1
                }
                if depth == 0 { return place }
            }
            return bytes.count
        }

        /// The position after the text in `$tag$` quotes that begins here, if one does.
        private var dollarEnd: Int? {
            if let before = byte(-1), Self.isWord(before) { return nil }
            let inner = bytes[(position + 1)...]
            guard let close = inner.firstIndex(where: { !Self.isWord($0) }),
                bytes[close] == UInt8(ascii: "$"),
                !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position + 1])
            else { return nil }
            let tag = bytes[position...close]
            var place = close + 1
            while place + tag.count <= bytes.count {
                if bytes[place..<(place + tag.count)].elementsEqual(tag) {
                    return place + tag.count
                }
                place += 1
            }
            return bytes.count
        }

        private static func isWord(_ byte: UInt8) -> Bool {
            byte >= 0x80 || byte == UInt8(ascii: "_")
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
    }
}
