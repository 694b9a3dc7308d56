package import TenonCore
import TenonMemory

/// What a private key looks like from outside: the lines around it, and the lengths that it states.
///
/// So a file that was cut, or is another one, is noticed when it comes in. The key itself may be encrypted,
/// and nobody computes with it here.
package enum PrivateKeyForm {
    /// The whole text of a private key of OpenSSH, OpenSSL, GnuPG, PuTTY or age.
    case whole
    /// The text of such a key of which something is missing or damaged.
    case damaged
    /// Any other text.
    case other

    private typealias Line = Slice<UnsafeRawBufferPointer>

    /// A key with line ends as programs want them: many refuse carriage returns, or a last line without an
    /// end.
    package static func mended(_ text: UnsafeRawBufferPointer) -> SecretText {
        let key = SecretBuffer(capacity: text.count + 1)
        for byte in text where byte != UInt8(ascii: "\r") { key.append(byte) }
        if key.bytes.last != UInt8(ascii: "\n") { key.append(UInt8(ascii: "\n")) }
        return key.text
    }

    /// Looks at a text whose lines end with a line feed.
    package init(of text: SecretText) { self = text.withBytes { Self(of: $0) } }

    /// Looks at a text whose lines end with a line feed.
    package init(of text: UnsafeRawBufferPointer) {
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if let first = lines.firstIndex(where: { Self.label(of: $0, "-----BEGIN ") != nil }) {
            // OpenSSH refuses a key of its own below other lines.
            let isBelow = first > 0 && Self.begins(lines[first], "-----BEGIN OPENSSH")
            self = !isBelow && Self.encoded(lines[first...]) ? .whole : .damaged
        } else if lines.contains(where: { Self.begins($0, "PuTTY-User-Key-File-") }) {
            // The last line of the file, over all lines before it.
            self = lines.contains { Self.begins($0, "Private-MAC: ") } ? .whole : .damaged
        } else if let key = lines.first(where: { Self.begins($0, Self.age) }) {
            self = key.count == Self.ageCount ? .whole : .damaged
        } else {
            self = .other
        }
    }

    /// An identity of age: 32 bytes and a checksum in Bech32 (BIP 173) behind a name and `1`.
    private static let (age, ageCount) = ("AGE-SECRET-KEY-1", 16 + 52 + 6)

    private static func begins(_ line: Line, _ start: String) -> Bool {
        line.starts(with: start.utf8)
    }

    /// What a line of RFC 7468 says that begins or ends; `nil` when it is no private key.
    private static func label(of line: Line, _ start: String) -> String? {
        // No other line becomes a string: it may be of the key.
        guard begins(line, start) else { return nil }
        let text = String(decoding: line.prefix(128), as: UTF8.self)
        guard text.hasSuffix("-----"), text.contains("PRIVATE KEY") else { return nil }
        return String(text.dropFirst(start.count))
    }

    /// Whether lines from the first mark on are a whole key in base64.
    private static func encoded(_ lines: ArraySlice<Line>) -> Bool {
        guard let first = lines.first, let label = label(of: first, "-----BEGIN "),
            let end = lines.firstIndex(where: { Self.label(of: $0, "-----END ") == label })
        else { return false }
        var body = lines[(lines.startIndex + 1)..<end]
        // Headers end with an empty line (RFC 1421, RFC 4880).
        let empty = body.firstIndex(where: \.isEmpty)
        let headers = empty.map { body[..<$0] } ?? []
        if let empty, headers.allSatisfy({ $0.contains(UInt8(ascii: ":")) }) {
            body = body[(empty + 1)...]
        }
        let isArmored = label.hasPrefix("PGP")
        let code = SecretBuffer(capacity: 4_096)
        for line in body {
            // A checksum of its own.
            if isArmored, line.first == UInt8(ascii: "=") { break }
            for byte in line where byte != 0x20 && byte != 0x09 { code.append(byte) }
        }
        return code.withBytes { code in
            guard let content = Base64Content(code) else { return false }
            if label.hasPrefix("OPENSSH") { return content.isKeyOfOpenSSH }
            let isEncrypted = headers.contains { begins($0, "Proc-Type: 4,ENCRYPTED") }
            return isArmored || isEncrypted || content.isSequence
        }
    }
}

/// Bytes in base64, decoded one at a time where they are.
private struct Base64Content {
    private let code: UnsafeRawBufferPointer
    let count: Int

    /// Takes a text; `nil` when it is empty or not whole (RFC 4648, section 4).
    init?(_ code: UnsafeRawBufferPointer) {
        let padding = code.suffix(2).count { $0 == UInt8(ascii: "=") }
        let letters = UnsafeRawBufferPointer(rebasing: code.dropLast(padding))
        guard !code.isEmpty, code.count.isMultiple(of: 4),
            letters.allSatisfy({ Self.value(of: $0) != nil })
        else { return nil }
        self.code = letters
        count = letters.count * 6 / 8
    }

    private static func value(of letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    private subscript(position: Int) -> UInt8 {
        let letter = position * 4 / 3
        let (high, low) = (
            Self.value(of: code[letter]) ?? 0, Self.value(of: code[letter + 1]) ?? 0
        )
        let shift = UInt8(position % 3) * 2
        return high << (2 + shift) | low >> (4 - shift)
    }

    /// The number in some bytes, the most significant first.
    private func number(at position: Int, count bytes: Int) -> Int? {
        guard position >= 0, bytes <= 4, position + bytes <= count else { return nil }
        return (position..<position + bytes).reduce(0) { $0 << 8 | Int(self[$1]) }
    }

    /// Whether it is one sequence of DER (ITU-T X.690, section 8.9), and nothing else.
    var isSequence: Bool {
        guard count > 2, self[0] == 0x30, let first = number(at: 1, count: 1) else { return false }
        guard first >= 0x80 else { return count == 2 + first }
        let bytes = first & 0x7F
        guard let length = number(at: 2, count: bytes) else { return false }
        return count == 2 + bytes + length
    }

    /// Whether it is what OpenSSH writes (its `PROTOCOL.key`): a name, the cipher, the derivation and its
    /// options, the public keys, and the private ones.
    var isKeyOfOpenSSH: Bool {
        let name = Array("openssh-key-v1\0".utf8)
        guard count > name.count, name.indices.allSatisfy({ self[$0] == name[$0] }) else {
            return false
        }
        var position = name.count
        func passText() -> Bool {
            guard let length = number(at: position, count: 4) else { return false }
            position += 4 + length
            return position <= count
        }
        guard passText(), passText(), passText(), let keys = number(at: position, count: 4),
            (1...16).contains(keys)
        else { return false }
        position += 4
        return (0..<keys).allSatisfy { _ in passText() } && passText() && position == count
    }
}
