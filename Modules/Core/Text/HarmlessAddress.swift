/// Values that may be the address of a server, made safe to show.
///
/// A setting holds no secret, and an address is to hold no password; somebody writes one all the same.
package enum HarmlessAddress {
    private static let omission = "…"

    /// A value without the passwords in it; one that holds none stays as it is.
    ///
    /// A password stands before the host (RFC 3986, section 3.2.1), or among the parameters of a database
    /// (PostgreSQL 15, section 34.1.1). Where its end is not clear, what follows is left out as well.
    package static func value(_ value: String) -> String {
        withoutUserPassword(withoutParameters(value))
    }

    /// A text in which each word may be such a value.
    package static func words(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "\n" }.reduce("") {
            let separator = text[..<$1.startIndex].last.map(String.init) ?? ""
            return $0 + separator + value(String($1))
        }
    }

    private static func withoutUserPassword(_ address: String) -> String {
        guard let scheme = address.firstRange(of: "://"),
            let host = address.lastIndex(of: "@"), host >= scheme.upperBound,
            let colon = address[scheme.upperBound..<host].firstIndex(of: ":")
        else { return address }
        return address[...colon] + omission + address[host...]
    }

    private static func withoutParameters(_ address: String) -> String {
        var result = ""
        var rest = address[...]
        while let equals = rest.firstIndex(of: "=") {
            let name = rest[..<equals].split { $0 == "?" || $0 == "&" || $0 == " " }.last ?? ""
            result += rest[...equals]
            rest = rest[rest.index(after: equals)...]
            guard isSecret(name) else { continue }
            result += omission
            rest = rest.firstIndex(of: "&").map { rest[$0...] } ?? ""
        }
        return result + rest
    }

    /// Whether a parameter of this name is a password; its letters may be percent-encoded.
    private static func isSecret(_ name: Substring) -> Bool {
        var bytes: [UInt8] = []
        PercentCoding.decode(name.utf8) { bytes.append($0) }
        return String(decoding: bytes, as: UTF8.self).lowercased().hasSuffix("password")
    }
}
