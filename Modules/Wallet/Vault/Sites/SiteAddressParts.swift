/// The parts of an address, cut out of its bytes without looking at their meaning.
///
/// An import of 100,000 rows reads as many addresses; `String` would take ten times as long.
struct SiteAddressParts {
    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// In lower case.
    let scheme: String?
    /// ASCII letters in lower case, the rest as it was.
    let host: String
    let port: Int?

    /// Cuts an address; `nil` when scheme or port are impossible.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        var rest = text[...]
        while let first = rest.first, first <= 0x20 { rest.removeFirst() }
        while let last = rest.last, last <= 0x20 { rest.removeLast() }
        guard let (scheme, afterScheme) = Self.scheme(rest) else { return nil }
        // Browsers take a backslash for a slash; who does not can be led to another host.
        rest = afterScheme.prefix { !Self.isOneOf($0, "/\\?#") }
        if let at = rest.lastIndex(of: UInt8(ascii: "@")) { rest = rest[(at + 1)...] }
        var port: Int?
        if let colon = Self.portColon(rest) {
            let digits = rest[(colon + 1)...]
            if !digits.isEmpty {
                guard digits.count <= 5, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else {
                    return nil
                }
                let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
                guard 1...65_535 ~= number else { return nil }
                port = number
            }
            rest = rest[..<colon]
        }
        self.scheme = scheme
        self.port = port
        host = Self.lowercased(rest)
    }

    /// The scheme, if there is one, and what follows it; `nil` when it is an impossible one.
    private static func scheme(_ text: Bytes) -> (String?, Bytes)? {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")),
            text[colon...].starts(with: "://".utf8)
        else { return (nil, text) }
        let name = text[..<colon]
        let isScheme = name.allSatisfy {
            (0x30...0x39 ~= $0) || (0x61...0x7A ~= $0 | 0x20) || isOneOf($0, "+-.")
        }
        guard !name.isEmpty, isScheme else { return nil }
        return (lowercased(name), text[(colon + 3)...])
    }

    /// The colon before a port; those inside of an IPv6 address are none.
    private static func portColon(_ text: Bytes) -> Int? {
        let colon = UInt8(ascii: ":")
        guard let last = text.lastIndex(of: colon), text.last != UInt8(ascii: "]") else {
            return nil
        }
        return text.first == UInt8(ascii: "[") || text.firstIndex(of: colon) == last ? last : nil
    }

    private static func isOneOf(_ byte: UInt8, _ characters: StaticString) -> Bool {
        (0..<characters.utf8CodeUnitCount).contains { characters.utf8Start[$0] == byte }
    }

    private static func lowercased(_ bytes: Bytes) -> String {
        String(unsafeUninitializedCapacity: bytes.count) { target in
            var count = 0
            for byte in bytes {
                target[count] = Folding.lowercased(byte)
                count += 1
            }
            return count
        }
    }
}
