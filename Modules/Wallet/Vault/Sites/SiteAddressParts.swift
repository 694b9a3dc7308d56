/// The parts of an address, cut out of its bytes without looking at their meaning.
///
/// An import of 100,000 rows reads as many addresses; `String` would take ten times as long.
struct SiteAddressParts {
    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// In lower case.
    let scheme: String?
    /// ASCII letters in lower case, the rest as it was.
    let host: String
    let port: Int?

    /// Cuts an address; `nil` when scheme or port are impossible.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard let parts = Self.withClean(text, { Self($0) }) else { return nil }
        self = parts
    }

    private init?(_ text: Bytes) {
        guard let (scheme, authority, _) = Self.cut(text) else { return nil }
        var rest = authority
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

    /// Lends an address without what browsers take away first: control characters and spaces around
    /// it, tabs and line breaks in it.
    static func withClean<Result>(
        _ text: UnsafeBufferPointer<UInt8>, _ body: (Bytes) -> Result
    ) -> Result {
        var rest = text[...]
        while let first = rest.first, first <= 0x20 { rest.removeFirst() }
        while let last = rest.last, last <= 0x20 { rest.removeLast() }
        guard rest.contains(where: { isOneOf($0, "\t\n\r") }) else { return body(rest) }
        return rest.filter { !isOneOf($0, "\t\n\r") }.withUnsafeBufferPointer { body($0[...]) }
    }

    /// Cuts a clean address at the ends of its scheme, which is in lower case, and of its authority.
    ///
    /// Browsers take a backslash for a slash; code that does not can be led to another host.
    static func cut(_ text: Bytes) -> (scheme: String?, authority: Bytes, rest: Bytes)? {
        guard let (scheme, afterScheme) = scheme(text) else { return nil }
        let authority = afterScheme.prefix { !isOneOf($0, "/\\?#") }
        return (scheme, authority, afterScheme[authority.endIndex...])
    }

    /// The scheme, if there is one, and what follows it; `nil` when it is an impossible one.
    private static func scheme(_ text: Bytes) -> (String?, Bytes)? {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else {
            return (nil, withoutSlashes(text))
        }
        let after = text[(colon + 1)...]
        if colon - text.startIndex == 4 || colon - text.startIndex == 5 {
            let name = lowercased(text[..<colon])
            // Behind these two schemes browsers take any number of slashes, even none.
            if name == "https" || name == "http" {
                return (name, after.drop { isOneOf($0, "/\\") })
            }
        }
        guard after.starts(with: "//".utf8) else { return (nil, withoutSlashes(text)) }
        let name = text[..<colon]
        let isScheme = name.allSatisfy {
            (0x30...0x39 ~= $0) || (0x61...0x7A ~= $0 | 0x20) || isOneOf($0, "+-.")
        }
        guard !name.isEmpty, isScheme else { return nil }
        return (lowercased(name), after.dropFirst(2))
    }

    /// Takes the slashes from `//example.com`, which leaves out the scheme only.
    private static func withoutSlashes(_ text: Bytes) -> Bytes {
        text.starts(with: "//".utf8) ? text.dropFirst(2) : text
    }

    /// The colon before a port, not one inside an IPv6 address.
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
