import Glibc

extension SiteAddress {
    /// Whether the host is one that a program could connect to: a name or an address of IPv6.
    ///
    /// An address of IPv4 has the form of a name.
    package var namesHost: Bool {
        if host.hasPrefix("[") {
            var address = in6_addr()
            return host.hasSuffix("]")
                && inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &address) == 1
        }
        return host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            label.contains { $0.isLetter || $0.isNumber }
                && label.utf8.allSatisfy { byte in
                    0x61...0x7A ~= byte || 0x30...0x39 ~= byte || byte == UInt8(ascii: "-")
                        || byte == UInt8(ascii: "_")
                }
        }
    }

    /// Whether a text is surely no address as it was entered, such as `*.example.com`, one in quotation marks,
    /// or `n/a`.
    ///
    /// What is not of the web has other rules, and is taken for right.
    package static func fitsNothing(_ text: String) -> Bool {
        guard let address = SiteAddress(text) else { return true }
        // Who leaves out a colon or a slash has named the scheme as the host.
        return address.isWeb && !address.namesHost || ["http", "https"].contains(address.host)
            || isPlaceholder(text)
    }

    /// Whether a text has but single letters, as people write where there is no address: `n/a`, `n.a.` or `x`.
    private static func isPlaceholder(_ text: String) -> Bool {
        text.split { $0.isWhitespace || "./?#".contains($0) }
            .allSatisfy { $0.count == 1 && $0.allSatisfy { $0.isASCII && $0.isLetter } }
    }
}

extension Login {
    /// The first address at which the login is offered nowhere.
    package var siteThatFitsNothing: String? { sites.first(where: SiteAddress.fitsNothing) }
}
