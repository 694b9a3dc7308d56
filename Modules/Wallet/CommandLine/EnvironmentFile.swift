import TenonCore
import TenonMemory

/// The variables of a file with `NAME=VALUE` for each, as many programs read them (`.env`).
///
///     file       = *( line LF )            ; a CR before the LF, and a byte order mark, are passed over
///     line       = blanks [ assignment ] [ comment ]
///     assignment = [ "export" blanks ] NAME blanks "=" blanks ( plain / single / double ) blanks
///     plain      = text without quotation marks, on one line
///     single     = "'" text without "'" "'"
///     double     = DQUOTE text with escapes: \\ \" \$ \` \n \r \t  DQUOTE
///     comment    = "#" text                ; at the start of a line or after a blank
///
/// Text between quotation marks may have several lines. Nothing is expanded: `$` stands for itself. A value
/// with `wallet://` is a reference as a whole, and no value like any other; a longer scheme, such as
/// `my-wallet://`, is another one.
struct EnvironmentFile {
    /// What a variable is set to.
    enum Value {
        case text(SecretText)
        case reference(SecretReference)
    }

    /// A variable, and the number of its line.
    struct Variable {
        let name: String
        let value: Value
        let line: Int
    }

    let variables: [Variable]

    /// Reads the contents of a file.
    ///
    /// - Throws: ``WalletCommandError`` that names the first line which is not of this form.
    init(_ contents: SecretText, path: String) throws {
        variables = try contents.withBytes { bytes in
            guard bytes.isUTF8, !bytes.contains(0) else { throw WalletCommandError.noText(path) }
            var reader = Reader(bytes: bytes, path: path)
            return try reader.variables()
        }
    }

    /// Whether a variable may have this name (POSIX, *Environment Variable Definition*).
    static func isName(_ name: some StringProtocol) -> Bool {
        let isStart = name.utf8.first.map { !(0x30...0x39 ~= $0) } ?? false
        return isStart
            && name.utf8.allSatisfy {
                0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 || $0 == UInt8(ascii: "_")
            }
    }
}

extension EnvironmentFile {
    private struct Reader {
        private static let escapes: [UInt8: UInt8] = [
            UInt8(ascii: "\\"): UInt8(ascii: "\\"), UInt8(ascii: "\""): UInt8(ascii: "\""),
            UInt8(ascii: "$"): UInt8(ascii: "$"), UInt8(ascii: "`"): UInt8(ascii: "`"),
            UInt8(ascii: "n"): UInt8(ascii: "\n"), UInt8(ascii: "r"): UInt8(ascii: "\r"),
            UInt8(ascii: "t"): UInt8(ascii: "\t"),
        ]

        let bytes: UnsafeRawBufferPointer
        let path: String
        /// Where reading goes on.
        private var place = 0
        private var lines: LineCounter

        init(bytes: UnsafeRawBufferPointer, path: String) {
            self.bytes = bytes
            self.path = path
            lines = LineCounter(bytes)
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
        }

        mutating func variables() throws -> [Variable] {
            var variables: [Variable] = []
            while place < bytes.count {
                let line = restOfLine
                guard let first = line.first(where: { !Self.isBlank($0) }),
                    first != UInt8(ascii: "#")
                else {
                    place = line.endIndex + 1
                    continue
                }
                guard let sign = line.firstIndex(of: UInt8(ascii: "=")),
                    let name = Self.name(line[..<sign])
                else { throw problem("it is not NAME=VALUE") }
                let number = lines.line(at: place)
                place = sign + 1
                variables.append(Variable(name: name, value: try value(), line: number))
            }
            return variables
        }

        /// What is left of the line.
        private var restOfLine: Slice<UnsafeRawBufferPointer> {
            bytes[place...].prefix { $0 != UInt8(ascii: "\n") }
        }

        private static func isBlank(_ byte: UInt8) -> Bool { " \t\r".utf8.contains(byte) }

        private static func name(_ text: Slice<UnsafeRawBufferPointer>) -> String? {
            var words = text.split(whereSeparator: isBlank).map {
                String(decoding: $0, as: UTF8.self)
            }
            if words.count == 2, words[0] == "export" { words.removeFirst() }
            return words.count == 1 && isName(words[0]) ? words[0] : nil
        }

        private mutating func value() throws -> Value {
            let start = place
            let line = restOfLine
            let mark = line.firstIndex { !Self.isBlank($0) }.map { (index: $0, byte: bytes[$0]) }
            let text: SecretText
            if let mark, "'\"".utf8.contains(mark.byte) {
                text = try quoted(from: mark.index)
            } else {
                text = try plain(line)
            }
            guard SecretReference.firstIndex(in: text) != nil else { return .text(text) }
            guard let reference = SecretReference(text) else {
                throw problem("\"wallet://\" stands in it, but it is no reference", at: start)
            }
            return .reference(reference)
        }

        /// Takes the rest of the line as it is, up to a comment.
        private mutating func plain(_ line: Slice<UnsafeRawBufferPointer>) throws -> SecretText {
            let comment = line.indices.dropFirst().first {
                bytes[$0] == UInt8(ascii: "#") && Self.isBlank(bytes[$0 - 1])
            }
            let text = line[..<(comment ?? line.endIndex)].drop(while: Self.isBlank)
            let blanks = text.reversed().prefix(while: Self.isBlank).count
            guard !text.contains(where: { "'\"".utf8.contains($0) }) else {
                throw problem("a quotation mark stands in the middle of its value")
            }
            place = line.endIndex + 1
            return SecretText(utf8: UnsafeRawBufferPointer(rebasing: text.dropLast(blanks)))
        }

        /// Takes what stands between two quotation marks.
        private mutating func quoted(from start: Int) throws -> SecretText {
            let mark = bytes[start]
            let text = SecretBuffer()
            var index = start + 1
            while index < bytes.count, bytes[index] != mark {
                let byte = bytes[index]
                index += 1
                let next = index < bytes.count ? bytes[index] : nil
                if byte == UInt8(ascii: "\r"), next == UInt8(ascii: "\n") { continue }
                guard byte == UInt8(ascii: "\\"), mark == UInt8(ascii: "\"") else {
                    text.append(byte)
                    continue
                }
                guard let escaped = next.flatMap({ Self.escapes[$0] }) else {
                    throw problem("a backslash stands before what it cannot escape", at: index)
                }
                text.append(escaped)
                index += 1
            }
            guard index < bytes.count else {
                throw problem("its quotation mark is not closed", at: start)
            }
            place = index + 1
            let line = restOfLine
            let rest = line.drop(while: Self.isBlank)
            let isComment =
                rest.first == UInt8(ascii: "#") && rest.startIndex > line.startIndex
            guard rest.isEmpty || isComment else {
                throw problem("something stands behind its closing quotation mark")
            }
            place = line.endIndex + 1
            return text.text
        }

        /// What is wrong with a line, which may hold secrets and is not shown.
        private mutating func problem(
            _ reason: Sentence, at index: Int? = nil
        ) -> WalletCommandError {
            .badEnvironmentLine(lines.line(at: index ?? place), path, reason)
        }
    }
}
