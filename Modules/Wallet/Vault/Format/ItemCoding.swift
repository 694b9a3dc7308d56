import TenonCore

/// Items as bytes, for handing them from process to process; files have more than that.
package enum ItemCoding {
    /// The number of bytes of a name.
    package static let byteCount = ItemID.byteCount

    /// The name of an item as bytes.
    package static func bytes(of id: ItemID) -> [UInt8] { id.bytes }

    /// The name of an item from its bytes; `nil` when there are not as many as a name has.
    package static func id(_ bytes: UnsafeRawBufferPointer) -> ItemID? { ItemID(bytes: bytes) }

    /// The fields of an overview, but for its name.
    package static func encode(_ overview: ItemOverview) -> SecretWriter {
        let writer = SecretWriter(capacity: 256)
        OverviewRecord(overview).writeFields(to: writer)
        return writer
    }

    /// Puts an overview together.
    ///
    /// - Throws: ``VaultError`` (`vaultUnreadable`).
    package static func overview(
        _ id: ItemID, _ fields: UnsafeRawBufferPointer
    ) throws -> ItemOverview {
        try OverviewRecord(fields: fields).overview(id)
    }

    /// The two parts of an item.
    ///
    /// - Throws: ``VaultError`` (`vaultTooLarge`).
    package static func encode(
        _ item: Item
    ) throws -> (revision: Int64, overview: SecretWriter, details: SecretWriter) {
        let overview = SecretWriter(capacity: 256)
        item.overview().writeFields(to: overview)
        return (item.head.revision, overview, try item.details(history: []).encoded())
    }

    /// Puts an item together.
    ///
    /// - Throws: ``VaultError``: `vaultUnreadable`, `vaultOtherKind`.
    package static func item(
        _ id: ItemID, revision: Int64, overview: UnsafeRawBufferPointer,
        details: UnsafeRawBufferPointer
    ) throws -> Item {
        try Item(
            id, try OverviewRecord(fields: overview), try DetailsRecord(details),
            revision: revision)
    }

    /// Former versions.
    ///
    /// - Throws: ``VaultError`` (`vaultTooLarge`).
    package static func encode(_ history: [ItemVersion]) throws -> SecretWriter {
        var record = DetailsRecord()
        record.history = history
        return try record.encoded()
    }

    /// Former versions.
    ///
    /// - Throws: ``VaultError`` (`vaultUnreadable`).
    package static func history(_ bytes: UnsafeRawBufferPointer) throws -> [ItemVersion] {
        try DetailsRecord(bytes).history
    }
}

extension OverviewRecord {
    /// The record that gives an overview.
    fileprivate init(_ overview: ItemOverview) {
        self.init()
        kindName = overview.kind.rawValue
        title = overview.title
        sites = overview.sites
        userName = overview.userName
        tags = overview.tags
        isFavorite = overview.isFavorite
        created = overview.created
        changed = overview.changed
        passwordChanged = overview.passwordChanged
        used = overview.used
        timesUsed = overview.timesUsed
        trashed = overview.trashed
        hasOneTimePassword = overview.hasOneTimePassword
        lastFour = overview.lastFour
        brand = overview.brand
        expiry = overview.expiry
        missing = overview.missing
    }
}
