package import TenonCore

/// One item that two become; every value of both is in it, in its history, or in a field.
///
/// Where both have another text, that of the item whose password changed last stays. The other password
/// goes to the history, other texts become fields. What cannot be kept is a reason not to make the item.
package struct ItemUnion: Sendable {
    /// The new item, without files: their content has to be copied first.
    package private(set) var item: Item
    /// The versions for its history.
    let former: [ItemVersion]

    /// Makes one item of two.
    ///
    /// - Throws: ``VaultError``: `vaultOtherKind` for two kinds, `vaultConflict` for one in the trash,
    ///   `vaultUnion` where something of them could not be kept.
    package init(
        _ first: ItemWithHistory, _ second: ItemWithHistory, now: Timestamp
    ) throws(VaultError) {
        guard first.item.kind == second.item.kind, first.item.id != second.item.id else {
            throw .otherKind(second.item.id)
        }
        for item in [first.item, second.item] where item.isTrashed {
            throw .changedElsewhere(item.title)
        }
        let isFirst = first.item.isCurrent(beside: second.item)
        let (lead, other) = isFirst ? (first, second) : (second, first)
        item = lead.item
        item.head = try Self.head(lead.item.head, other.item.head, now)
        for field in other.item.customFields { item.add(field) }
        let replaced = item.take(other.item)
        former = lead.history + [replaced].compactMap(\.self) + other.history
        try keep(former, now)
    }

    private static func head(
        _ lead: ItemHead, _ other: ItemHead, _ now: Timestamp
    ) throws(VaultError) -> ItemHead {
        let uses = lead.timesUsed.addingReportingOverflow(other.timesUsed)
        var head = ItemHead(
            title: lead.title.isEmpty ? other.title : lead.title,
            tags: lead.tags + other.tags.filter { !lead.tags.contains($0) },
            isFavorite: lead.isFavorite || other.isFavorite, notes: lead.notes,
            customFields: lead.customFields, created: min(lead.created, other.created),
            changed: now, used: [lead.used, other.used].compactMap(\.self).max(),
            timesUsed: uses.overflow ? .max : uses.partialValue)
        head.unknownOverview = try joined(lead.unknownOverview, other.unknownOverview)
        head.unknownDetails = try joined(lead.unknownDetails, other.unknownDetails)
        return head
    }

    /// What a newer version has written cannot be put together here.
    private static func joined(
        _ lead: UnknownFields, _ other: UnknownFields
    ) throws(VaultError) -> UnknownFields {
        if other == lead || other == UnknownFields() { return lead }
        guard lead == UnknownFields() else { throw .newerPartsInUnion }
        return other
    }

    /// Makes sure that everything of former versions is kept.
    private mutating func keep(_ versions: [ItemVersion], _ now: Timestamp) throws(VaultError) {
        guard versions.allSatisfy({ $0.unknown == UnknownFields() }) else {
            throw .newerPartsInUnion
        }
        let history = ItemHistoryMerge([], adding: versions, to: item, now: now)
        guard history.rest.isEmpty else { throw .fullHistoryOfUnion }
        // The history takes a login once, and may leave out another user name of the same password.
        for (field, text) in versions.flatMap(\.values) where !text.isEmpty {
            let isThere =
                item.versionedValues.holds(text, of: field)
                || history.kept.contains { $0.values.holds(text, of: field) }
            if isThere { continue }
            if let part = field.part { item.keep(text, as: part) }
            if let custom = CustomField(field, text) { item.add(custom) }
        }
    }

    /// Gives the item its files.
    mutating func attach(_ files: [Attachment]) { item.head.attachments = files }
}

extension Item {
    /// Whether the texts of this item stay where it and another one become one: its password changed
    /// last, as far as that is known, or anything of it did.
    fileprivate func isCurrent(beside other: Item) -> Bool {
        func rank(_ item: Item) -> (Int, Timestamp, Timestamp, ItemID) {
            let date = item.login.flatMap { $0.isPasswordDated ? $0.passwordChanged : nil }
            return (
                item.login?.password.isEmpty ?? true ? 0 : 1, date ?? Timestamp(milliseconds: 0),
                item.changed, item.id
            )
        }
        return rank(self) > rank(other)
    }

    /// Adds a field, unless it is there; it stays concealed when one of both is.
    fileprivate mutating func add(_ field: CustomField) {
        let place = head.customFields.firstIndex {
            $0.label == field.label && $0.value == field.value && $0.unknown == field.unknown
        }
        if let place {
            head.customFields[place].isConcealed =
                head.customFields[place].isConcealed || field.isConcealed
        } else {
            head.customFields.append(field)
        }
    }

    /// Keeps a text of a part that the item has another one for.
    fileprivate mutating func keep(_ text: SecretText, as part: ItemPart) {
        add(CustomField(label: "\(part.name)", value: text, isConcealed: part.isSecret))
    }

    /// Takes what another item has and this one does not; texts that differ become fields.
    ///
    /// - Returns: The other user name and password, if they differ.
    fileprivate mutating func take(_ other: Item) -> ItemVersion? {
        if !other.title.isEmpty, other.title != head.title {
            add(CustomField(label: "Title", value: SecretText(other.title), isConcealed: false))
        }
        var isOtherLogin = false
        for part in kind.parts + [.notes] {
            guard let text = other[part], !text.isEmpty, text != self[part] else { continue }
            if self[part]?.isEmpty ?? true {
                self[part] = text
            } else if part == .oneTimePassword, let own = self[part],
                let later = Self.laterCounter(of: own, text)
            {
                self[part] = later
            } else if kind == .login, part == .password || part == .userName {
                isOtherLogin = true
            } else {
                keep(text, as: part)
            }
        }
        guard case .login(var login) = self, let other = other.login else { return nil }
        login.sites += other.sites.filter { !login.sites.contains($0) }
        self = .login(login)
        guard isOtherLogin else { return nil }
        return ItemVersion(
            password: other.password, userName: other.userName,
            changed: other.isPasswordDated ? other.passwordChanged : nil)
    }
}
