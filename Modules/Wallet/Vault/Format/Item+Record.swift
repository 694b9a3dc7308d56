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
            notes: details.notes, customFields: details.customFields, created: overview.created,
            changed: overview.changed, used: overview.used, timesUsed: overview.timesUsed)
        head.attachments = details.attachments
        head.trashed = overview.trashed
        head.unknownOverview = overview.unknown
        head.unknownDetails = details.unknown
        head.revision = revision
        switch overview.kind {
        case .login:
            var login = Login(
                head: head, sites: overview.sites, userName: overview.userName,
                password: details.password, oneTimePassword: details.oneTimePassword,
                passwordChanged: overview.passwordChanged)
            login.isPasswordDated = overview.undatedPassword != overview.passwordChanged
            self = .login(login)
        case .card:
            self = .card(
                Card(
                    head: head, holder: details.holder, number: details.number,
                    expiry: overview.expiry, securityCode: details.securityCode,
                    pin: details.pin, issuer: details.issuer))
        case .note:
            self = .note(Note(head: head))
        case .other:
            throw VaultError.unknownKind(id)
        }
    }

    /// The details part, with a history.
    func details(history: [ItemVersion]) -> DetailsRecord {
        var record = DetailsRecord()
        record.notes = head.notes
        record.customFields = head.customFields
        record.attachments = head.attachments
        record.history = history
        record.unknown = head.unknownDetails
        switch self {
        case .login(let login):
            record.password = login.password
            record.oneTimePassword = login.oneTimePassword
        case .card(let card):
            record.holder = card.holder
            record.number = card.number
            record.securityCode = card.securityCode
            record.pin = card.pin
            record.issuer = card.issuer
        case .note: break
        }
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
        case .note: break
        }
        return record
    }
}
