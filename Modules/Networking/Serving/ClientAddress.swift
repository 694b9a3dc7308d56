#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The address of a client, of IPv4 or IPv6.
public struct ClientAddress: Hashable, Sendable, CustomStringConvertible {
    /// How an IPv4 address within IPv6 begins (RFC 4291, section 2.5.5.2).
    private static let mapped = [UInt8](repeating: 0, count: 10) + [255, 255]

    /// Four of IPv4, sixteen of IPv6, the most significant one first.
    private let bytes: [UInt8]

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads its text, without brackets and port; `nil` for anything else.
    ///
    /// An IPv4 address within IPv6 is that address, and the zone of an IPv6 address is left out.
    public init?(_ text: some StringProtocol) {
        let bare = String(text.prefix { $0 != "%" })
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, bare, &four) == 1 {
            bytes = withUnsafeBytes(of: &four) { Array($0) }
        } else if inet_pton(AF_INET6, bare, &six) == 1 {
            let all = withUnsafeBytes(of: &six) { Array($0) }
            bytes = all.starts(with: Self.mapped) ? Array(all.suffix(4)) : all
        } else {
            return nil
        }
    }

    /// The address of what one client has at its disposal: the first 64 bits of IPv6, all of IPv4.
    public var network: ClientAddress {
        guard bytes.count == 16 else { return self }
        return ClientAddress(bytes: bytes.prefix(8) + [UInt8](repeating: 0, count: 8))
    }

    /// The text: numbers with dots, or eight groups of hexadecimal digits.
    public var description: String {
        guard bytes.count == 16 else { return bytes.map { "\($0)" }.joined(separator: ".") }
        return stride(from: 0, to: 16, by: 2).map { place in
            String(UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1]), radix: 16)
        }.joined(separator: ":")
    }
}
