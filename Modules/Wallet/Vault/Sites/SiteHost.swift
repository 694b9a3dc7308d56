import Foundation
import Glibc

/// Writes a host as browsers do (WHATWG URL, section 3.5), so that what a person or a file has and
/// what a browser shows are the same text.
enum SiteHost {
    /// The host in ASCII and lower case, without the final dot; `nil` when it is not one.
    ///
    /// - Parameter isWeb: Whether escapes and numbers mean what they mean to browsers.
    static func normalized(_ text: String, isWeb: Bool) -> String? {
        if text.utf8.first == UInt8(ascii: "[") || isWeb && text.utf8.contains(UInt8(ascii: ":")) {
            return address6(text)
        }
        var host = text
        if isWeb, host.utf8.contains(UInt8(ascii: "%")) {
            guard let decoded = host.removingPercentEncoding else { return nil }
            host = decoded
        }
        if !host.utf8.allSatisfy({ $0 < 0x80 }) {
            // IDNA as Foundation does it (UTS #46).
            var components = URLComponents()
            components.host = host.lowercased()
            guard let ascii = components.encodedHost else { return nil }
            host = ascii
        }
        if host.utf8.contains(where: { 0x41...0x5A ~= $0 }) { host = host.lowercased() }
        if host.utf8.last == UInt8(ascii: ".") { host.removeLast() }
        // The root is above a host once.
        guard host.utf8.last != UInt8(ascii: "."), !host.isEmpty,
            host.utf8.allSatisfy({ isAllowed($0, isWeb: isWeb) })
        else { return nil }
        let last = host.utf8.lastIndex(of: UInt8(ascii: ".")).map { host.utf8.index(after: $0) }
        return isWeb && isNumber(host.utf8[(last ?? host.startIndex)...]) ? address4(host) : host
    }

    private static func isAllowed(_ byte: UInt8, isWeb: Bool) -> Bool {
        switch byte {
        case 0...0x20, 0x7F..., UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
            UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"),
            UInt8(ascii: "}"), UInt8(ascii: "%"):
            false
        case UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "?"),
            UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "\\"), UInt8(ascii: "]"):
            !isWeb
        default: true
        }
    }

    // MARK: - Numbers

    /// An IPv6 address in brackets, in its shortest form.
    private static func address6(_ text: String) -> String? {
        var bare = Substring(text)
        if bare.first == "[" {
            guard bare.last == "]" else { return nil }
            bare = bare.dropFirst().dropLast()
        }
        var address = in6_addr()
        guard inet_pton(AF_INET6, String(bare), &address) == 1 else { return nil }
        return withUnsafeTemporaryAllocation(
            of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)
        ) { room in
            guard let base = room.baseAddress,
                inet_ntop(AF_INET6, &address, base, socklen_t(room.count)) != nil
            else { return nil }
            return "[\(String(cString: base))]"
        }
    }

    /// An IPv4 address of one to four numbers, the last of which fills what the others leave.
    private static func address4(_ host: String) -> String? {
        let parts = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let numbers = parts.compactMap { number($0) }
        guard (1...4).contains(parts.count), numbers.count == parts.count, let last = numbers.last,
            numbers.dropLast().allSatisfy({ $0 < 256 }),
            last < 1 << (8 * (5 - UInt64(numbers.count)))
        else { return nil }
        var address = last
        for (place, number) in numbers.dropLast().enumerated() {
            address |= number << (8 * (3 - UInt64(place)))
        }
        return stride(from: 24, through: 0, by: -8).map { String(address >> $0 & 255) }
            .joined(separator: ".")
    }

    /// Whether the last part of a host makes the whole an IPv4 address.
    private static func isNumber(_ part: Substring.UTF8View) -> Bool {
        !part.isEmpty && part.allSatisfy { 0x30...0x39 ~= $0 } || isHexadecimal(part)
    }

    /// A number as C writes it: `0x7f`, `0177`, `127`; `nil` for anything else, or a number that is
    /// too large.
    private static func number(_ part: Substring.UTF8View) -> UInt64? {
        guard !part.isEmpty, part.count <= 64 else { return nil }
        if isHexadecimal(part) {
            return part.count == 2 ? 0 : UInt64(Substring(part.dropFirst(2)), radix: 16)
        }
        let isOctal = part.count > 1 && part.first == UInt8(ascii: "0")
        guard part.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return UInt64(Substring(part), radix: isOctal ? 8 : 10)
    }

    private static func isHexadecimal(_ part: Substring.UTF8View) -> Bool {
        part.starts(with: "0x".utf8)
            && part.dropFirst(2).allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
    }
}
