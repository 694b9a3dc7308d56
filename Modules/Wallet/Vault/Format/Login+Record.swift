import TenonCore

extension Login {
    /// Puts a login together from its two opened parts.
    init(
        _ id: ItemID, _ overview: OverviewRecord, _ details: DetailsRecord, revision: Int64
    ) {
        self.init(
            id: id, title: overview.title, sites: overview.sites, userName: overview.userName,
            password: details.password, oneTimePassword: details.oneTimePassword,
            notes: details.notes, tags: overview.tags, isFavorite: overview.isFavorite,
            customFields: details.customFields, created: overview.created,
            changed: overview.changed, passwordChanged: overview.passwordChanged,
            used: overview.used, timesUsed: overview.timesUsed)
        trashed = overview.trashed
        unknownOverview = overview.unknown
        unknownDetails = details.unknown
        self.revision = revision
    }

    /// The details part, with a history.
    func details(history: [LoginVersion]) -> DetailsRecord {
        var record = DetailsRecord()
        record.password = password
        record.oneTimePassword = oneTimePassword
        record.notes = notes
        record.customFields = customFields
        record.history = history
        record.unknown = unknownDetails
        return record
    }

    /// The overview part.
    func overview() -> OverviewRecord {
        var record = OverviewRecord()
        record.title = title
        record.sites = sites
        record.userName = userName
        record.tags = tags
        record.isFavorite = isFavorite
        record.created = created
        record.changed = changed
        record.passwordChanged = passwordChanged
        record.used = used
        record.timesUsed = timesUsed
        record.trashed = trashed
        record.hasOneTimePassword = oneTimePassword != nil
        record.unknown = unknownOverview
        return record
    }
}
