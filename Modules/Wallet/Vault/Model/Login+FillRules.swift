import TenonCore

extension Login {
    /// Whether another program has said where, or until when, programs get the login.
    package var hasFillRules: Bool { !browserRules.isEmpty || expiry != nil }

    /// Forgets that: programs get the login wherever one of its sites is.
    ///
    /// It remembers that a person wants it so, and ``addFillRules(of:)`` adds no rule again that was there.
    package mutating func dropFillRules() {
        if expiry != nil { setMark(HiddenLabel.keePassExpiry, to: FillRules.dropped) }
        change(HiddenLabel.bitwardenAddresses) { addresses in
            .array(
                addresses.elements.map { address in
                    SiteMatch(of: address) == nil
                        ? address : address.setting("match", to: FillRules.anyMatch)
                })
        }
        change(HiddenLabel.keePassXCBrowsers) {
            $0["Deny"]?.elements.isEmpty == false ? $0.setting("Deny", to: .null) : $0
        }
        for (label, rule) in FillRules.marks where browserRules.contains(rule) {
            setMark(label, to: FillRules.dropped)
        }
    }

    /// Takes over what another program has said more strictly since of where programs get the login.
    ///
    /// A rule that the login has is never loosened, and one that a person has taken from it stays away.
    ///
    /// - Parameter entry: The login as the other program has it now.
    package mutating func addFillRules(of entry: Login) {
        narrow(by: entry.list(HiddenLabel.bitwardenAddresses))
        let denied = entry.list(HiddenLabel.keePassXCBrowsers, "Deny").compactMap(\.string)
        change(HiddenLabel.keePassXCBrowsers) { settings in
            // A person has taken them away; see above.
            let isDropped = settings.members.contains { $0.name == "Deny" && $0.value == .null }
            guard !isDropped else { return settings }
            let hosts = (settings["Deny"]?.elements ?? []).compactMap(\.string)
            let added = denied.filter { !hosts.contains($0) }
            return added.isEmpty
                ? settings
                : settings.setting("Deny", to: .array((hosts + added).map { .string($0) }))
        }
        let (own, others) = (browserRules, entry.browserRules)
        for (label, rule) in FillRules.marks where others.contains(rule) && !own.contains(rule) {
            guard attribute(label)?.reveal() != FillRules.dropped else { continue }
            setMark(label, to: FillRules.set)
        }
    }

    /// Takes over how Bitwarden compares addresses, and which of them are no sites of the login any more.
    private mutating func narrow(by addresses: [JSONValue]) {
        var known = list(HiddenLabel.bitwardenAddresses)
        var places: [String: Int] = [:]
        for (index, address) in known.enumerated() {
            if let uri = FillRules.site(of: address) { places[uri] = places[uri] ?? index }
        }
        var closed: Set<String> = []
        for address in addresses {
            guard let uri = FillRules.site(of: address), let match = address["match"],
                case let number = FillRules.strictness(match), number > 0
            else { continue }
            var isNew = true
            if let index = places[uri] {
                let old = known[index]["match"] ?? .null
                // A larger number is stricter; what a person has chosen is ``FillRules/anyMatch``.
                isNew =
                    old == .null
                    || old != FillRules.anyMatch && FillRules.strictness(old) < number
                if isNew { known[index] = known[index].setting("match", to: match) }
            } else {
                places[uri] = known.count
                known.append(address)
            }
            if isNew, SiteMatch(of: address) == nil { closed.insert(uri) }
        }
        change(HiddenLabel.bitwardenAddresses) { _ in .array(known) }
        sites.removeAll { closed.contains(FillRules.site($0)) }
    }

    private func list(_ label: String, _ member: String? = nil) -> [JSONValue] {
        let value = attribute(label).flatMap { try? JSONReader.read($0) }
        return (member.map { value?[$0] } ?? value)?.elements ?? []
    }

    mutating func setMark(_ label: String, to value: String) {
        head.customFields.removeAll { $0.label == label }
        head.customFields.append(
            CustomField(label: label, value: SecretText(value), isConcealed: true))
    }

    private mutating func change(_ label: String, _ change: (JSONValue) -> JSONValue) {
        guard let index = head.customFields.firstIndex(where: { $0.label == label }),
            let value = try? JSONReader.read(head.customFields[index].value)
        else { return }
        let changed = change(value)
        if changed != value { head.customFields[index].value = changed.written }
    }
}

/// How the rules of other programs are written.
enum FillRules {
    /// The value of a mark of KeePassXC that is set.
    static let set = "true"
    /// The value of a mark, and of an expiry, that a person has taken from a login.
    ///
    /// KeePassXC has no word for that, and takes every value but `true` for no mark; an expiry is none then.
    static let dropped = "dropped"
    /// How Bitwarden compares an address of which a person has taken the rule: by its domain.
    static let anyMatch = JSONValue.number(0)
    /// How strict a rule of Bitwarden is: its number, and more than any for one that is not known.
    static func strictness(_ match: JSONValue) -> Int {
        number(match).flatMap { (0...5).contains($0) ? $0 : nil } ?? .max
    }

    /// The number of a rule of Bitwarden.
    static func number(_ value: JSONValue) -> Int? {
        guard case .number(let text) = value else { return nil }
        return Int(text)
    }

    /// The marks of KeePassXC with what they say.
    static let marks = [
        (HiddenLabel.keePassXCOnlyHTTP, BrowserRule.onlyHTTP),
        (HiddenLabel.keePassXCNotHTTP, .notHTTP),
    ]

    /// A site: an address without the spaces around it.
    static func site(_ text: String) -> String { text.filter { !$0.isWhitespace } }

    /// The site that an address of Bitwarden is; `nil` without one.
    static func site(of address: JSONValue) -> String? { address["uri"]?.string.map(site) }
}

extension JSONValue {
    /// The object with another value of a member, which is added when there is none.
    fileprivate func setting(_ name: String, to value: JSONValue) -> JSONValue {
        let isThere = members.contains { $0.name == name }
        return .object(
            isThere
                ? members.map { $0.name == name ? Member(name, value) : $0 }
                : members + [Member(name, value)])
    }
}
