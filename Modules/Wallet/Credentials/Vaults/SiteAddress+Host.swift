import Glibc
import WalletVault

extension SiteAddress {
    /// Whether the host is one that a program could connect to: a name or an address of IPv6.
    ///
    /// An address of IPv4 has the form of a name.
    var namesHost: Bool {
        if host.hasPrefix("[") {
            var address = in6_addr()
            return host.hasSuffix("]")
                && inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &address) == 1
        }
        return host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty
                && label.utf8.allSatisfy { byte in
                    0x61...0x7A ~= byte || 0x30...0x39 ~= byte || byte == UInt8(ascii: "-")
                        || byte == UInt8(ascii: "_")
                }
        }
    }
}
