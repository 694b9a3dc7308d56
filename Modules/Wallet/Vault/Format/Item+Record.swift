import TenonCore

extension Item {
    /// Puts an item together from its two opened parts.
    ///
    /// - Throws: ``VaultError`` (`vaultOtherKind`) when this version does not know its kind.
    init(
        _ id: ItemID, _ overview: OverviewRecord, _ details: DetailsRecord, revision: Int64
    ) throws {
        var head = ItemHead(
            id: id, title: overview.title, tags: overview.tags, isFavorite: overview.isFavorite,
            customFields: details.customFields, created: overview.created,
            changed: overview.changed, used: overview.used, timesUsed: overview.timesUsed)
        head.attachments = details.attachments
        head.trashed = overview.trashed
        head.unknownOverview = overview.unknown
        head.revision = revision
        guard var item = Item(overview.kind, head: head) else { throw VaultError.unknownKind(id) }
        for (part, text) in details.texts { item[part] = text }
        let plain = item
        item.head.unknownDetails = details.unknown { plain[$0] == nil }
        switch item {
        case .login(var login):
            login.sites = overview.sites
            login.userName = overview.userName
            login.passwordChanged = overview.passwordChanged
            login.isPasswordDated = overview.undatedPassword != overview.passwordChanged
            item = .login(login)
        case .card(var card):
            card.expiry = overview.expiry
            item = .card(card)
        case .note, .record: break
        }
        self = item
    }

    /// The details part, with a history.
    func details(history: [ItemVersion]) -> DetailsRecord {
        var record = DetailsRecord()
        for part in kind.parts + [.notes] where part.row.details != nil {
            record.texts[part] = self[part]
        }
        record.customFields = head.customFields
        record.attachments = head.attachments
        record.history = history
        record.unknown = head.unknownDetails
        return record
    }

    /// The overview part.
    func overview() -> OverviewRecord {
        var record = OverviewRecord()
        record.kindName = kind.rawValue
        record.title = head.title
        record.tags = head.tags
        record.isFavorite = head.isFavorite
        record.created = head.created
        record.changed = head.changed
        record.passwordChanged = head.changed
        record.used = head.used
        record.timesUsed = head.timesUsed
        record.trashed = head.trashed
        record.unknown = head.unknownOverview
        record.missing = Set(kind.copiedParts.filter { self[$0]?.isEmpty == true })
        switch self {
        case .login(let login):
            record.sites = login.sites
            record.userName = login.userName
            record.passwordChanged = login.passwordChanged
            record.undatedPassword = login.isPasswordDated ? nil : login.passwordChanged
            record.hasOneTimePassword = login.oneTimePassword.map { !$0.isEmpty } ?? false
        case .card(let card):
            let number = CardNumber(card.number)
            // A text that is not a card number may be something that lists must not show.
            record.lastFour = number.digitCount >= 12 ? number.lastFour : ""
            record.brand = number.brand
            record.expiry = card.expiry
        case .record(let parts): record.userName = parts.listedText
        case .note: break
        }
        return record
    }
}
