import Dispatch
import Foundation
import TenonNetworking

/// The addresses that the name of a host leads to.
enum HostAddresses {
    /// Where an address leads.
    enum Reach: Sendable {
        /// Somewhere on the internet.
        case world
        /// This machine, or the network that it is in.
        case near
    }

    private static let queue = DispatchQueue(label: "tenon.images.names", attributes: .concurrent)

    /// Where a host leads: near when any of its addresses is.
    ///
    /// A name that leads nowhere is for whoever connects to it to say so.
    static func reach(of host: String) async -> Reach {
        await withCheckedContinuation { done in
            queue.async { done.resume(returning: lookUp(host)) }
        }
    }

    private static func lookUp(_ host: String) -> Reach {
        // Not every resolver knows them (RFC 6761, section 6.3).
        if host == "localhost" || host.hasSuffix(".localhost") { return .near }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        guard getaddrinfo(name, nil, &hints, &list) == 0 else { return .world }
        defer { freeaddrinfo(list) }
        var next = list
        while let entry = next {
            if let address = entry.pointee.ai_addr, reach(of: address) == .near { return .near }
            next = entry.pointee.ai_next
        }
        return .world
    }

    private static func reach(of address: UnsafePointer<sockaddr>) -> Reach {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                reach(ofFour: UInt32(bigEndian: $0.pointee.sin_addr.s_addr))
            }
        case AF_INET6:
            address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { place in
                withUnsafeBytes(of: place.pointee.sin6_addr) { bytes in
                    reach(
                        ofSix: (0..<4).map {
                            UInt32(bigEndian: bytes.load(fromByteOffset: 4 * $0, as: UInt32.self))
                        })
                }
            }
        default: .near
        }
    }

    /// RFC 1122, 3.2.1.3; RFC 1918, 3; RFC 3927, 2.1; RFC 6598, 7; RFC 2544, C.2.2; RFC 1112, 4: also
    /// what is for measurements, for groups, or for nobody.
    static func reach(ofFour address: UInt32) -> Reach {
        let ranges: [(first: UInt32, bits: UInt32)] = [
            (0x0000_0000, 8), (0x7F00_0000, 8), (0x0A00_0000, 8), (0xAC10_0000, 12),
            (0xC0A8_0000, 16), (0xA9FE_0000, 16), (0x6440_0000, 10), (0xC612_0000, 15),
            (0xE000_0000, 3),
        ]
        return ranges.contains { address >> (32 - $0.bits) == $0.first >> (32 - $0.bits) }
            ? .near : .world
    }

    /// RFC 4291, 2.5 and 2.7; RFC 4193, 3; RFC 3879, 4; RFC 8215, 4.
    static func reach(ofSix words: [UInt32]) -> Reach {
        // An address of four bytes, as an operating system and a translator write it (RFC 6052, 2.1).
        if words[..<2] == [0, 0], words[2] == 0xFFFF { return reach(ofFour: words[3]) }
        if words[..<3] == [0x0064_FF9B, 0, 0] { return reach(ofFour: words[3]) }
        // One that is led to by its four bytes (RFC 3056, 2).
        if words[0] >> 16 == 0x2002 {
            return reach(ofFour: words[0] << 16 | words[1] >> 16)
        }
        let isNear =
            words[..<3] == [0, 0, 0] || words[0] >> 25 == 0xFC >> 1
            || words[0] >> 22 == 0xFE80 >> 6 || words[0] >> 22 == 0xFEC0 >> 6
            || words[0] >> 24 == 0xFF || words[0] == 0x0064_FF9B && words[1] >> 16 == 1
        return isNear ? .near : .world
    }
}
