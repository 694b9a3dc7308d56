import CPublicSuffix
public import TenonCore

/// The public suffix list of the system, or the one built into libpsl if that is newer.
///
/// Loading takes about a millisecond, an answer about one microsecond. Without any list (a libpsl
/// built without one, on a system without the package `publicsuffix`) every answer is `nil`: hosts
/// are then strangers to each other unless they are equal, which errs on the safe side.
public struct PublicSuffixList: RegistrableDomainFinding {
    /// The longest host name in ASCII, without the final dot (RFC 1035 section 2.3.4).
    private static let longestHost = 253
    private static let longestLabel = 63

    private let list = LoadedList()

    /// Loads the list.
    public init() {}

    /// Returns the registrable domain in lower-case ASCII; see `RegistrableDomainFinding`.
    public func registrableDomain(of host: String) -> String? {
        var host = host
        return host.withUTF8 { bytes in
            if bytes.allSatisfy({ $0 < 0x80 }) {
                return registrableDomain(ofASCII: UnsafeRawBufferPointer(bytes))
            }
            // Four bytes is the longest UTF-8 form of a character, and a character may encode to
            // nothing; what is far beyond the limit is not worth converting.
            guard bytes.count <= Self.longestHost * 4, !bytes.contains(0) else { return nil }
            return registrableDomain(ofUnicode: bytes)
        }
    }

    /// Converts to ASCII by UTS #46, non-transitional, as browsers do.
    private func registrableDomain(ofUnicode host: UnsafeBufferPointer<UInt8>) -> String? {
        let flags = CInt(IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue)
        let source = Array(host) + [0]
        var converted: UnsafeMutablePointer<UInt8>?
        guard idn2_lookup_u8(source, &converted, flags) == IDN2_OK.rawValue, let converted else {
            return nil
        }
        defer { idn2_free(converted) }
        var count = 0
        while converted[count] != 0 { count += 1 }
        return registrableDomain(ofASCII: UnsafeRawBufferPointer(start: converted, count: count))
    }

    private func registrableDomain(ofASCII host: UnsafeRawBufferPointer) -> String? {
        var count = host.count
        if count > 0, host[count - 1] == UInt8(ascii: ".") { count -= 1 }
        guard count > 0, count <= Self.longestHost else { return nil }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 1) { name in
            guard Self.copyName(host.prefix(count), to: name) else { return nil }
            return list.registrableDomain(of: name)
        }
    }

    /// Copies a host name in lower case with a final zero; tells whether it is a name at all.
    private static func copyName(
        _ host: Slice<UnsafeRawBufferPointer>, to name: UnsafeMutableBufferPointer<CChar>
    ) -> Bool {
        var label = 0
        var isNumber = true
        for (index, byte) in host.enumerated() {
            var byte = byte
            switch byte {
            case UInt8(ascii: "."):
                guard label > 0 else { return false }
                label = -1
                isNumber = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                break
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                byte |= 0x20
                isNumber = false
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                isNumber = false
            default:
                return false
            }
            label += 1
            guard label <= longestLabel else { return false }
            name[index] = CChar(bitPattern: byte)
        }
        name[host.count] = 0
        // A last label that is a number makes an IPv4 address, or nothing (URL standard, "ends in
        // a number"); IPv6 addresses have failed at their first colon.
        return label > 0 && !isNumber
    }
}

/// The list as libpsl holds it.
private final class LoadedList: Sendable {
    /// Set once, and libpsl only reads it afterwards, so that sharing it between threads is safe.
    private nonisolated(unsafe) let context: OpaquePointer?

    init() {
        context = psl_latest(nil)
    }

    deinit {
        // Does nothing for the built-in list.
        psl_free(context)
    }

    /// Returns the registrable domain of a lower-case ASCII name that ends with a zero.
    func registrableDomain(of name: UnsafeMutableBufferPointer<CChar>) -> String? {
        guard let context, let base = name.baseAddress,
            let domain = psl_registrable_domain(context, base)
        else { return nil }
        // The answer points into the question.
        return String(cString: domain)
    }
}
