import TenonCore
import TenonSecurity

/// What stands in the index of sites for a site: a part of a keyed hash, without meaning to others.
struct SiteToken: Hashable, Comparable, Sendable {
    static let byteCount = 12

    let high: UInt64
    let low: UInt32

    init(_ name: String, _ key: HMACSHA256) {
        let code = Array(name.utf8).withUnsafeBytes { key.authenticationCode(for: $0) }
        self = code.withUnsafeBytes {
            SiteToken(stored: UnsafeRawBufferPointer(rebasing: $0[..<Self.byteCount]))
        }
    }

    /// Takes the twelve stored bytes.
    init(stored bytes: UnsafeRawBufferPointer) {
        high = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
        low = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
    }

    /// The part of the index that the token belongs to.
    var bucket: Int { Int(high >> 54) }

    static func < (left: SiteToken, right: SiteToken) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }

    func write(to writer: SecretWriter) {
        writer.integer(high.bigEndian)
        writer.integer(low.bigEndian)
    }
}

extension SiteToken {
    /// The tokens of the sites of an item: one for the owner and one for the exact host of each.
    ///
    /// Sites that are not addresses have none.
    ///
    /// - Parameter byHost: Whether those for exact hosts are among them.
    static func tokens(
        of sites: [String], _ keys: VaultKeys, _ domains: any RegistrableDomainFinding,
        byHost: Bool = true
    ) -> Set<SiteToken> {
        var names: Set<String> = []
        for address in sites.lazy.compactMap({ SiteAddress($0) }) {
            names.insert(address.ownerName(domains))
            if byHost { names.insert(address.hostName) }
        }
        return Set(names.map { SiteToken($0, keys.tokens) })
    }
}
