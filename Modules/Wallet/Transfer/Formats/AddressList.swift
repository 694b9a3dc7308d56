import WalletVault

/// Several addresses in one cell, with something between them that addresses may have as well.
///
/// Each format says what that is. It is taken for part of the address before it unless what follows
/// is surely another one: an address with a scheme of its own, or a bare host after another host
/// without a path. `https://maps.example/@52.51,13.40` is one address: cut in two, the login would
/// be offered at 13.0.0.40.
enum AddressList {
    /// The addresses of a cell, as they were written.
    ///
    /// - Parameter separator: What the format writes between two addresses.
    static func addresses(in text: String, separatedBy separator: String) -> [String] {
        var result: [String] = []
        for part in text.split(separator: separator, omittingEmptySubsequences: false) {
            guard let last = result.last, !isFurther(part.trimmingSpaces, after: last) else {
                result.append(String(part))
                continue
            }
            result[result.count - 1] += "\(separator)\(part)"
        }
        return result
    }

    private static func isFurther(_ part: String, after last: String) -> Bool {
        hasScheme(part) || isHost(part) && (isHost(last.trimmingSpaces) || isOrigin(last))
    }

    /// Whether a text begins with a scheme (RFC 3986, section 3.1) and two slashes.
    private static func hasScheme(_ text: String) -> Bool {
        text.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:\/\//) != nil
    }

    /// Whether a text is an address with a scheme and no path, to which a comma cannot belong.
    private static func isOrigin(_ text: String) -> Bool {
        text.trimmingSpaces.wholeMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:\/\/[^\/?#,]+\/?/) != nil
    }

    /// Whether a text can be the name of a host, and nothing else: a number is none.
    private static func isHost(_ text: String) -> Bool {
        text.wholeMatch(of: /([A-Za-z0-9\-]+\.)+[A-Za-z][A-Za-z0-9\-]*[A-Za-z0-9](:[0-9]+)?/) != nil
            && SiteAddress(text) != nil
    }
}
