import TenonCore
import TenonSecurity
import WalletVault

/// What becomes of an item in the vault that an entry of a file belongs to.
enum ItemMerge {
    /// What becomes of an item, by what an entry brings to it; that may be too large for one.
    static func result(
        of entry: Item, in item: Item, former: [ItemVersion], _ merge: ImportPlan.Merge
    ) -> Item {
        if let login = item.login, let newer = entry.login, merge.password == .present {
            return Item.login(merged(newer, into: login)).dated(merge.date)
        }
        var completed = completed(item, by: entry, former: former, isNewer: merge.isNewer)
        if merge.isNewer, item.login == nil { completed.head.changed = entry.changed }
        return merge.password != .former && merge.date != nil
            ? completed.dated(merge.date) : completed
    }

    /// The login with the password of an entry that is newer, and everything of it that the login lacks.
    static func merged(_ entry: Login, into login: Login) -> Login {
        var result = login
        result.password = entry.password
        result.dropExpiry()
        result.oneTimePassword = entry.oneTimePassword ?? login.oneTimePassword
        addSites(of: entry, to: &result)
        result.addFillRules(of: entry)
        addRest(of: entry, to: &result, former: [])
        return result
    }

    /// The item with everything of an entry that it lacks; nothing that it has is replaced by an older one.
    ///
    /// - Parameters:
    ///   - former: What the item was before: that is not lacking.
    ///   - isNewer: Whether the texts of an entry that is not a login replace those of the item.
    static func completed(
        _ item: Item, by entry: Item, former: [ItemVersion] = [], isNewer: Bool = false
    ) -> Item {
        switch (item, entry) {
        case (.login(var login), .login(var entry)):
            // An expiry belongs to a password; of two for the same one the later counts.
            if entry.password != login.password {
                entry.dropExpiry()
            } else if let known = login.expiry, let new = entry.expiry, new > known {
                login.dropExpiry()
            }
            addSites(of: entry, to: &login)
            addCodes(of: entry, to: &login, former: former)
            login.addFillRules(of: entry)
            addRest(of: entry, to: &login, former: former)
            return .login(login)
        case (.note, .note), (.card, .card),
            (.record, .record) where item.kind == entry.kind:
            var (item, rest) = (item, entry)
            addParts(of: entry, to: &item, former: former, isNewer: isNewer)
            // The text of a note is its part.
            if item.kind == .note { rest[.notes] = item[.notes] }
            addRest(of: rest, to: &item, former: former)
            return item
        case (.note(var note), .record(let entry)):
            addAll(of: entry, to: &note, besides: [])
            return .note(note)
        case (.login(var login), .record(let entry)):
            let texts =
                [SecretText(login.userName), login.password] + login.sites.map(SecretText.init)
            addAll(of: entry, to: &login, besides: texts)
            return .login(login)
        case (.login, _), (.card, _), (.note, _), (.record, _): return item
        }
    }

    /// Adds what is missing of a record to what an earlier version of Wallet has made of it, as fields.
    private static func addAll<Part: ItemHeaded>(
        of entry: Record, to item: inout Part, besides texts: [SecretText]
    ) {
        for part in entry.kind.parts {
            guard let text = entry[part], !texts.contains(text) else { continue }
            keep(text, as: "\(part.name)", isConcealed: part.isSecret, in: &item)
        }
        var rest = entry
        rest.customFields.removeAll { field in
            !field.isHidden
                && (texts.contains(field.value)
                    || item.customFields.contains { $0.value == field.value && !$0.isHidden })
        }
        addRest(of: rest, to: &item, former: [])
    }

    /// The parts of an item that is not a login for which an entry has another text, and that text.
    static func others(
        of entry: Item, beside item: Item
    ) -> [(part: ItemPart, text: SecretText)] {
        guard item.kind == entry.kind else { return [] }
        return parts(of: item).compactMap { part in
            guard let text = entry[part], let present = item[part], !text.isEmpty,
                !present.isEmpty, text != present,
                part != .number || !hasSameDigits(text, present)
            else { return nil }
            return (part: part, text: text)
        }
    }

    /// What an older entry that is not a login has for the history of its item; `nil` when that is nothing.
    static func version(
        of entry: Item, beside item: Item, former: [ItemVersion]
    ) -> ItemVersion? {
        let long = entry.fieldsTooLong(forHistoryOnBecoming: item)
        var values: [ItemField: SecretText] = [:]
        for (part, text) in others(of: entry, beside: item) where part.isVersioned {
            // Items that a person made one of, and earlier imports, have the other text in a field.
            let isKnown =
                former.contains { $0[part] == text }
                || item.customFields.contains { $0.value == text && !$0.isHidden }
            guard !isKnown, !long.contains(ItemField(part)) else { continue }
            values[ItemField(part)] = text
        }
        let isDated = entry.changed != Timestamp(milliseconds: 0)
        return values.isEmpty
            ? nil
            : ItemVersion(
                restored: values, changed: entry.changed,
                replaced: isDated ? item.changed : entry.changed)
    }

    private static func parts(of item: Item) -> [ItemPart] {
        switch item {
        case .login: []
        case .note: [.notes]
        case .card, .record: item.kind.parts
        }
    }

    /// Adds the parts of a card, note or record.
    ///
    /// Of two texts the newer one stays, and the other is for the history; a text that no history takes
    /// becomes a field.
    private static func addParts(
        of entry: Item, to item: inout Item, former: [ItemVersion], isNewer: Bool
    ) {
        let before = item
        let others = others(of: entry, beside: before)
        for part in parts(of: before) where before[part]?.isEmpty ?? false {
            guard let text = entry[part], !former.contains(where: { $0[part] == text }) else {
                continue
            }
            item[part] = text
        }
        for (part, text) in others where isNewer { item[part] = text }
        let long =
            isNewer
            ? before.fieldsTooLong(forHistoryOnBecoming: item)
            : entry.fieldsTooLong(forHistoryOnBecoming: before)
        for (part, text) in others where !part.isVersioned || long.contains(ItemField(part)) {
            let label = item.kind == .card ? part.rawValue : "\(part.name)"
            keep(
                isNewer ? before[part] ?? text : text, as: label, isConcealed: part.isSecret,
                in: &item)
        }
    }

    /// Whether the numbers of cards are the same, however they are grouped.
    private static func hasSameDigits(_ left: SecretText, _ right: SecretText) -> Bool {
        left.withBytes { left in
            right.withBytes { right in
                let isDigit = { (byte: UInt8) in 0x30...0x39 ~= byte }
                return left.lazy.filter(isDigit).elementsEqual(right.lazy.filter(isDigit))
            }
        }
    }

    /// An address with another path is at the same place.
    private static func addSites(of entry: Login, to login: inout Login) {
        for site in entry.sites {
            let address = SiteAddress(site)
            let isThere = login.sites.contains { known in
                known == site || address != nil && SiteAddress(known) == address
            }
            if !isThere { login.sites.append(site) }
        }
    }

    private static func addCodes(of entry: Login, to login: inout Login, former: [ItemVersion]) {
        guard let codes = entry.oneTimePassword, !codes.isEmpty else { return }
        let known = former.compactMap { $0.values[.oneTimePassword] }
        guard
            !(known + [login.oneTimePassword].compactMap(\.self)).contains(where: { known in
                known == codes || isSame(known, codes)
            })
        else { return }
        if login.oneTimePassword?.isEmpty ?? true {
            login.oneTimePassword = codes
        } else {
            keep(codes, as: "otp", isConcealed: true, in: &login)
        }
    }

    /// Whether two texts make the same codes: a secret may stand alone, or in an address.
    private static func isSame(_ left: SecretText, _ right: SecretText) -> Bool {
        guard let left = try? OneTimePassword(reading: left),
            let right = try? OneTimePassword(reading: right)
        else { return false }
        return left.secret == right.secret && left.algorithm == right.algorithm
            && left.digits == right.digits && left.factor == right.factor
    }

    /// Adds what items of all kinds have.
    private static func addRest<Entry: ItemHeaded, Part: ItemHeaded>(
        of entry: Entry, to item: inout Part, former: [ItemVersion]
    ) {
        item.tags += item.head.newTags(of: entry.head)
        item.isFavorite = item.isFavorite || entry.isFavorite
        let isOld = former.contains { $0.values[.notes] == entry.notes }
        if !entry.notes.isEmpty, entry.notes != item.notes, !isOld {
            if item.notes.isEmpty {
                item.notes = entry.notes
            } else {
                keep(entry.notes, as: entry.title, in: &item)
            }
        }
        for field in entry.customFields where !FormerVersions.isVersion(field) {
            let isThere = item.customFields.contains {
                $0.label == field.label && ($0.value == field.value || field.isHidden)
            }
            let wasThere = former.contains {
                $0.values.holds(field.encoded, of: .custom(field.label, 0))
            }
            if !isThere, !wasThere { item.customFields.append(field) }
        }
    }

    /// Keeps a text that the item has another one for, once.
    private static func keep<Part: ItemHeaded>(
        _ text: SecretText, as label: String, isConcealed: Bool = false, in item: inout Part
    ) {
        let isThere = item.customFields.contains { $0.value == text && !$0.isHidden }
        guard !text.isEmpty, !isThere else { return }
        item.customFields.append(CustomField(label: label, value: text, isConcealed: isConcealed))
    }
}

extension Item {
    /// The item with a date of its password, in milliseconds, or with none.
    func dated(_ date: Int64?) -> Item {
        guard case .login(var login) = self else { return self }
        login.passwordChanged = Timestamp(milliseconds: date ?? 0)
        login.isPasswordDated = date != nil
        return .login(login)
    }
}
