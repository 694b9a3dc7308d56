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
    /// A person has allowed it for hosts, where KeePassXC does not ask again; nobody else has to follow it.
    case allowed([String])
    /// The realm of the dialog that KeePassXC fills in; nobody else has to follow it.
    case realm(String)
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

extension SiteMatch {
    /// The rule of an address as Bitwarden has it; `nil` when it has none of these.
    init?(of address: JSONValue) {
        guard let rule = address["match"].flatMap(FillRules.number) else { return nil }
        self.init(rawValue: rule)
    }
}

extension Login {
    /// The value of a field that is kept for a program and not shown to people.
    package func attribute(_ label: String) -> SecretText? {
        head.customFields.first { $0.label == label }?.value
    }

    /// What other programs have said about where a browser gets the login.
    package var browserRules: [BrowserRule] {
        let groups = keePassGroupData
        func isMarked(_ label: String) -> Bool {
            let own = attribute(label)?.reveal()
            guard own != FillRules.dropped else { return false }
            // What an entry does not say, its groups may (`BrowserService::searchEntries`).
            if own == FillRules.set { return true }
            let key = String(label.dropFirst(HiddenLabel.keePassData.count))
            return groups.contains { KeePassMark.isSet(key, in: $0) }
        }
        let addresses = json(HiddenLabel.bitwardenAddresses)?.elements ?? []
        var rules: [BrowserRule] = sites.compactMap { site in
            let address = addresses.first { FillRules.site(of: $0) == FillRules.site(site) }
            return address.flatMap(SiteMatch.init(of:)).map { .address(site, $0) }
        }
        if isMarked(HiddenLabel.keePassXCOnlyHTTP) { rules.append(.onlyHTTP) }
        if isMarked(HiddenLabel.keePassXCNotHTTP) { rules.append(.notHTTP) }
        let denied = hosts("Deny")
        if !denied.isEmpty { rules.append(.denied(denied)) }
        return rules
    }

    /// All that other programs have said about browsers and the login, for people: ``browserRules``, and
    /// what is kept without being followed.
    package var shownBrowserRules: [BrowserRule] {
        var rules = browserRules
        let allowed = hosts("Allow")
        if !allowed.isEmpty { rules.append(.allowed(allowed)) }
        let realm = json(HiddenLabel.keePassXCBrowsers)?["Realm"]?.string ?? ""
        if !realm.isEmpty { rules.append(.realm(realm)) }
        return rules
    }

    /// The hosts in a list that KeePassXC keeps.
    private func hosts(_ name: String) -> [String] {
        (json(HiddenLabel.keePassXCBrowsers)?[name]?.elements ?? []).compactMap(\.string)
    }

    private func json(_ label: String) -> JSONValue? {
        attribute(label).flatMap { try? JSONReader.read($0) }
    }

    /// What KeePassXC has said of the groups of an entry, as XML.
    private var keePassGroupData: [SecretText] {
        head.customFields.filter {
            $0.label.hasPrefix(HiddenLabel.keePassGroups) && $0.label.hasSuffix(".CustomData")
        }.map(\.value)
    }
}
