/// Splits Swift source into words, symbols and comments, and drops what is inside literals.
///
/// It knows nested comments, raw and multi-line strings, interpolations and extended regular
/// expressions. A bare regular expression (`/…/`) is read as symbols; one that holds a quotation
/// mark can mislead it to the end of that line, not further.
struct SwiftScanner {
    /// A comment, or one line of it.
    struct Comment: Hashable {
        /// The text with its markers.
        let text: String
        /// The line that it starts on, counted from 1.
        let line: Int
    }

    /// Everything outside comments and literals.
    private(set) var tokens: [SwiftToken] = []
    /// All comments; a block comment is one of them.
    private(set) var comments: [Comment] = []

    private let bytes: [UInt8]
    private var index = 0
    private var line = 1

    /// Scans a whole file.
    ///
    /// - Throws: `BoundaryError` when a comment or a literal has no end.
    init(_ source: String) throws {
        bytes = Array(source.utf8)
        while index < bytes.count {
            if try !skipCommentOrLiteral() { scanToken() }
        }
    }

    private mutating func scanToken() {
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "\n"):
            tokens.append(SwiftToken(kind: .newline, line: line))
            advance()
        case UInt8(ascii: "`"):
            advance()
            let start = index
            while index < bytes.count, bytes[index] != byte, bytes[index] != UInt8(ascii: "\n") {
                advance()
            }
            tokens.append(SwiftToken(kind: .quotedWord(text(from: start)), line: line))
            if peek() == byte { advance() }
        case let byte where isWordPart(byte):
            let start = index
            while let next = peek(), isWordPart(next) { advance() }
            tokens.append(SwiftToken(kind: .word(text(from: start)), line: line))
        default:
            if byte > UInt8(ascii: " ") {
                let character = Character(Unicode.Scalar(byte))
                tokens.append(SwiftToken(kind: .symbol(character), line: line))
            }
            advance()
        }
    }

    // MARK: - Comments and literals

    /// Skips a comment or literal that starts here, and returns whether there was one.
    private mutating func skipCommentOrLiteral() throws -> Bool {
        switch bytes[index] {
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
            skipLineComment()
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
            try skipBlockComment()
        case UInt8(ascii: "\""):
            try skipString(pounds: 0)
        case UInt8(ascii: "#"):
            let pounds = count(of: UInt8(ascii: "#"))
            switch peek(pounds) {
            case UInt8(ascii: "\""): try skipString(pounds: pounds)
            case UInt8(ascii: "/"): try skipRegularExpression(pounds: pounds)
            default: return false
            }
        default:
            return false
        }
        return true
    }

    private mutating func skipLineComment() {
        let start = index
        while let byte = peek(), byte != UInt8(ascii: "\n") { advance() }
        comments.append(Comment(text: text(from: start), line: line))
    }

    private mutating func skipBlockComment() throws {
        let (start, startLine) = (index, line)
        var depth = 0
        repeat {
            guard let byte = peek() else { throw unfinished("comment", startLine) }
            if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
                depth += 1
                advance(2)
            } else if byte == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                depth -= 1
                advance(2)
            } else {
                advance()
            }
        } while depth > 0
        comments.append(Comment(text: text(from: start), line: startLine))
    }

    private mutating func skipString(pounds: Int) throws {
        let quote = UInt8(ascii: "\"")
        let startLine = line
        advance(pounds)
        let isMultiline = count(of: quote) >= 3 && restOfLineIsBlank(after: 3)
        let quotes = isMultiline ? 3 : 1
        advance(quotes)
        while let byte = peek() {
            if byte == UInt8(ascii: "\\"), hasPounds(pounds, at: 1) {
                advance(1 + pounds)
                if peek() == UInt8(ascii: "(") {
                    try skipInterpolation()
                } else {
                    advance()
                }
            } else if byte == quote, count(of: quote) >= quotes, hasPounds(pounds, at: quotes) {
                return advance(quotes + pounds)
            } else if byte == UInt8(ascii: "\n"), !isMultiline {
                return
            } else {
                advance()
            }
        }
        if isMultiline { throw unfinished("string", startLine) }
    }

    private mutating func skipInterpolation() throws {
        let startLine = line
        var depth = 0
        repeat {
            guard let byte = peek() else { throw unfinished("interpolation", startLine) }
            if try skipCommentOrLiteral() { continue }
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            advance()
        } while depth > 0
    }

    private mutating func skipRegularExpression(pounds: Int) throws {
        let startLine = line
        advance(pounds + 1)
        while let byte = peek() {
            if byte == UInt8(ascii: "/"), hasPounds(pounds, at: 1) { return advance(1 + pounds) }
            advance(byte == UInt8(ascii: "\\") ? 2 : 1)
        }
        throw unfinished("regular expression", startLine)
    }

    // MARK: - Bytes

    private func peek(_ offset: Int = 0) -> UInt8? {
        index + offset < bytes.count ? bytes[index + offset] : nil
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where index < bytes.count {
            if bytes[index] == UInt8(ascii: "\n") { line += 1 }
            index += 1
        }
    }

    private func count(of byte: UInt8) -> Int {
        bytes[index...].prefix { $0 == byte }.count
    }

    private func hasPounds(_ pounds: Int, at offset: Int) -> Bool {
        (0..<pounds).allSatisfy { peek(offset + $0) == UInt8(ascii: "#") }
    }

    private func restOfLineIsBlank(after offset: Int) -> Bool {
        let rest = bytes.dropFirst(index + offset).prefix { $0 != UInt8(ascii: "\n") }
        return rest.allSatisfy { $0 <= UInt8(ascii: " ") }
    }

    private func isWordPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default:
            false
        }
    }

    private func text(from start: Int) -> String {
        String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private func unfinished(_ what: String, _ line: Int) -> BoundaryError {
        BoundaryError("The \(what) that starts in line \(line) has no end.")
    }
}
