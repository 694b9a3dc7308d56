package import TenonCore
import TenonSecurity

/// What an item was before some of its parts changed.
///
/// A login of which user name or password changed keeps both; otherwise a version holds the parts
/// that the change replaced.
package struct ItemVersion: Sendable, Equatable {
    /// Since when these values were valid; 0 when that is not known.
    package let changed: Timestamp
    /// When they were replaced.
    package let replaced: Timestamp
    /// The former values, of single texts and of further fields.
    package let values: [ItemField: SecretText]
    /// Encoded fields of a newer version, kept as they are.
    var unknown = UnknownFields()

    /// How many versions the history of an item has room for.
    package static var limit: Int { VaultFormat.historyLimit }

    init(
        changed: Timestamp, replaced: Timestamp, values: [ItemField: SecretText],
        unknown: UnknownFields = UnknownFields()
    ) {
        self.changed = changed
        self.replaced = replaced
        self.values = values
        self.unknown = unknown
    }

    /// A former password that comes from elsewhere.
    ///
    /// - Parameters:
    ///   - changed: Since when it was valid; `nil` when that is not known.
    ///   - replaced: When it was replaced; `nil` when that is not known: the vault finds a time.
    package init(
        password: SecretText, userName: String? = nil, changed: Timestamp? = nil,
        replaced: Timestamp? = nil
    ) {
        let unknown = Timestamp(milliseconds: 0)
        var values: [ItemField: SecretText] = [.password: password]
        if let userName { values[.userName] = SecretText(userName) }
        self.init(changed: changed ?? unknown, replaced: replaced ?? unknown, values: values)
    }

    /// A former version that comes from elsewhere with all that it holds.
    package init(
        restored values: [ItemField: SecretText], changed: Timestamp, replaced: Timestamp
    ) {
        self.init(changed: changed, replaced: replaced, values: values)
    }

    /// The former text of a part, when it is kept.
    package subscript(part: ItemPart) -> SecretText? { values[ItemField(part)] }

    /// The further fields that were replaced or removed, with their names.
    package var customValues: [(name: ItemField, field: CustomField)] {
        values.sorted { $0.key < $1.key }.compactMap { name, value in
            CustomField(name, value).map { (name, $0) }
        }
    }

    /// The user name of that time, when it is kept.
    package var userName: String? { values[.userName]?.reveal() }

    /// The password of that time, when it is kept.
    package var password: SecretText? { values[.password] }

    /// Whether an item has the user name and password of this version, or had them at that time, so
    /// that its history does not take them once more.
    package func isLoginKnown(to login: Login?, _ history: [ItemVersion]) -> Bool {
        let isNothing = password?.isEmpty ?? true && userName ?? "" == login?.userName ?? ""
        return isNothing || isSameLogin(login?.password, login?.userName)
            || history.contains {
                isSameLogin($0.password, $0.userName) && !isApart(from: $0)
            }
    }

    /// Whether the version has a password, and a user name as far as both are known.
    private func isSameLogin(_ password: SecretText?, _ userName: String?) -> Bool {
        self.password == password
            && (userName == nil || self.userName == nil || self.userName == userName)
    }

    /// Whether this version and another one surely were at different times.
    ///
    /// Both say from when to when, and one ends before the other begins; or both begin at once and end
    /// apart, since a version begins when its password does, although the user name changed to and fro.
    private func isApart(from other: ItemVersion) -> Bool {
        let isDated = [self, other].allSatisfy {
            $0.changed.milliseconds != 0 && $0.replaced.milliseconds != 0
        }
        guard isDated, replaced != other.replaced else { return false }
        return changed == other.changed || replaced <= other.changed || other.replaced <= changed
    }
}

/// An item, and what it was before.
package struct ItemWithHistory: Sendable, Equatable {
    /// The item.
    package let item: Item
    /// Its former versions, the newest first.
    package let history: [ItemVersion]

    /// Puts both together.
    package init(_ item: Item, history: [ItemVersion]) {
        self.item = item
        self.history = history
    }
}

extension Item {
    /// The largest former text that is kept, in bytes: twenty of them fit into an item.
    private static let largestKept = 64 << 10

    /// The present values of all parts whose history is kept.
    package var versionedValues: [ItemField: SecretText] {
        var values: [ItemField: SecretText] = [:]
        for part in kind.parts + [.notes] where part.isVersioned {
            values[ItemField(part)] = self[part]
        }
        for (name, field) in zip(customNames, head.customFields) where name.isVersioned {
            values[name] = field.encoded
        }
        return values
    }

    /// The values that another state does not have; an empty one is none.
    private func values(goneFrom new: [ItemField: SecretText]) -> [ItemField: SecretText] {
        versionedValues.filter { field, value in
            let isEmpty = CustomField(field, value)?.value.isEmpty ?? value.isEmpty
            return !isEmpty && !new.holds(value, of: field)
        }
    }

    /// The fields whose values a change to another state replaces, and that are too long for the history.
    package func fieldsTooLong(forHistoryOnBecoming new: Item) -> [ItemField] {
        let gone = values(goneFrom: new.versionedValues)
        var kept = gone
        dropLong(of: &kept)
        return gone.keys.filter { kept[$0] == nil }.sorted()
    }

    /// The values that a change to another state replaces; empty when it replaces none.
    func valuesReplaced(by new: Item) -> [ItemField: SecretText] {
        let (old, new) = (versionedValues, new.versionedValues)
        var replaced = values(goneFrom: new)
        dropLong(of: &replaced)
        if let old = replaced[.oneTimePassword], let new = new[.oneTimePassword],
            Self.laterCounter(of: old, new) != nil
        {
            replaced[.oneTimePassword] = nil
        }
        if login != nil, old[.password] != new[.password] || old[.userName] != new[.userName] {
            replaced[.userName] = old[.userName]
            replaced[.password] = old[.password]
        }
        return replaced
    }

    /// Drops what is longer than one text may be, and the largest of further fields where all of them together
    /// are.
    private func dropLong(of replaced: inout [ItemField: SecretText]) {
        replaced = replaced.filter { $0.value.count <= Self.largestKept }
        let custom = replaced.filter { $0.key.customLabel != nil }
        var size = 0
        for (field, value) in custom.sorted(by: {
            ($0.value.count, $0.key) < ($1.value.count, $1.key)
        }) {
            size += value.count
            if size > Self.largestKept { replaced[field] = nil }
        }
    }

    /// Of one-time passwords that differ only in how many codes were used, the one with more.
    static func laterCounter(of first: SecretText, _ second: SecretText) -> SecretText? {
        guard let old = try? OneTimePassword(reading: first),
            let new = try? OneTimePassword(reading: second), case .counter(let used) = old.factor,
            case .counter(let later) = new.factor
        else { return nil }
        let counted = try? OneTimePassword(
            secret: old.secret, algorithm: old.algorithm, digits: old.digits, factor: new.factor,
            issuer: old.issuer, account: old.account)
        guard counted == new else { return nil }
        return used > later ? first : second
    }

    /// The item with the values of a former version; saving it keeps the present ones in turn.
    package func restoring(_ version: ItemVersion) -> Item {
        var item = self
        for (field, value) in version.values.sorted(by: { $0.key < $1.key }) {
            if let part = field.part {
                item[part] = value
            } else if let custom = CustomField(field, value) {
                item.put(custom, at: field)
            }
        }
        return item
    }

    /// Puts a further field where it was, or after the others when there is none of its name.
    private mutating func put(_ custom: CustomField, at field: ItemField) {
        guard !head.customFields.contains(where: custom.isSame) else { return }
        if let place = customNames.firstIndex(of: field) {
            head.customFields[place] = custom
        } else {
            head.customFields.append(custom)
        }
    }
}

extension [ItemField: SecretText] {
    /// Whether a value is among these: that of a further field at any place of its label, concealed or
    /// not.
    package func holds(_ value: SecretText, of field: ItemField) -> Bool {
        if self[field] == value { return true }
        guard let custom = CustomField(field, value) else { return false }
        return contains { other, value in
            other.customLabel == custom.label
                && CustomField(other, value).map(custom.isSame) ?? false
        }
    }
}
