package import TenonCore

/// What another program has said about where a browser gets a login.
///
/// An import keeps it in hidden fields (``HiddenLabel``), from which an export gives it back.
package enum BrowserRule: Sendable, Equatable {
    /// An address of the login counts only as Bitwarden compares it.
    case address(String, SiteMatch)
    /// It is for authentication by HTTP (RFC 9110, section 11) alone, as KeePassXC has it
    /// (`BrowserEntryConfig.cpp`, `BrowserService.cpp`).
    case onlyHTTP
    /// It is not for authentication by HTTP.
    case notHTTP
    /// A person has denied it to hosts.
    case denied([String])
}

/// How an address of a login is compared with the one where somebody logs in.
///
/// The numbers are those of `uri-match-strategy.ts` in Bitwarden's clients. Patterns (4) and "never" (5) are
/// no sites of a login at all.
package enum SiteMatch: Int, Sendable {
    /// The same host and port.
    case host = 1
    /// The address begins with it.
    case startsWith = 2
    /// The same address.
    case exact = 3
}

extension Login {
    /// The value of a field that is kept for a program and not shown to people.
    package func attribute(_ label: String) -> SecretText? {
        head.customFields.first { $0.label == label }?.value
    }

    /// What other programs have said about where a browser gets the login.
    package var browserRules: [BrowserRule] {
        func json(_ label: String) -> JSONValue? {
            attribute(label).flatMap { try? JSONReader.read($0) }
        }
        func isMarked(_ label: String) -> Bool { attribute(label)?.reveal() == "true" }
        let addresses = json(HiddenLabel.bitwardenAddresses)?.elements ?? []
        var rules: [BrowserRule] = sites.compactMap { site in
            guard
                case .number(let number)? = addresses.first(where: { $0["uri"]?.string == site })?[
                    "match"],
                let match = Int(number).flatMap({ SiteMatch(rawValue: $0) })
            else { return nil }
            return .address(site, match)
        }
        if isMarked(HiddenLabel.keePassXCOnlyHTTP) { rules.append(.onlyHTTP) }
        if isMarked(HiddenLabel.keePassXCNotHTTP) { rules.append(.notHTTP) }
        let denied = json(HiddenLabel.keePassXCBrowsers)?["Deny"]?.elements ?? []
        let hosts = denied.compactMap(\.string)
        if !hosts.isEmpty { rules.append(.denied(hosts)) }
        return rules
    }
}
