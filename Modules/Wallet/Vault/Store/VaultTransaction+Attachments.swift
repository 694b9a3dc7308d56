import TenonCore

extension VaultTransaction {
    /// Makes room for attachments in a vault that has none yet.
    func makeRoomForAttachments() throws {
        guard try !VaultTables.hasAttachments(connection) else { return }
        try VaultTables.addAttachments(connection)
        let old = try VaultHeader(connection, isChecked: false)
        let header = VaultHeader(
            format: VaultFormat.formats.upperBound, vault: old.vault, created: old.created)
        try header.replaceFormat(connection)
        root.header = header.hash(vault.keys.sums)
        isChanged = true
    }

    /// Keeps a chunk for an attachment that an item is to get.
    ///
    /// - Throws: ``VaultError`` (`vaultUnreadable`) when it cannot be one.
    func keep(_ chunk: AttachmentChunk) throws {
        try makeRoomForAttachments()
        let now = max(1, vault.now().milliseconds)
        if chunk.number == 0 {
            try connection.dropForgotten(before: now - VaultFormat.attachmentPatience)
        }
        let attachment = DatabaseValue.blob(chunk.attachment.bytes)
        try connection.execute(
            "INSERT OR IGNORE INTO attachment (id, begun) VALUES (?, ?)",
            [attachment, .integer(now)])
        var isOpen = false
        try connection.query("SELECT begun FROM attachment WHERE id = ?", [attachment]) {
            isOpen = $0.integer(0) > 0
        }
        // The content of an attachment that an item has never changes.
        guard isOpen, (0..<AttachmentChunk.limit).contains(chunk.number),
            chunk.sealed.count <= AttachmentChunk.largest
        else { throw VaultError.unreadable("attachment") }
        try store(chunk)
    }

    /// Lets attachments be taken whose content is on other machines.
    func expect(_ attachments: [Attachment]) throws {
        guard !attachments.isEmpty else { return }
        try makeRoomForAttachments()
        for attachment in attachments where try !isWhole(attachment) {
            try connection.execute(
                "INSERT OR REPLACE INTO attachment (id, begun) VALUES (?, ?)",
                [.blob(attachment.id.bytes), .integer(max(1, vault.now().milliseconds))])
            try store(try attachment.awaitedMark())
        }
    }

    /// Keeps a chunk that came from another machine, for an attachment whose content is not here.
    ///
    /// - Throws: ``VaultError``: `vaultTampered` when it is not the one that was sealed, `vaultNoSuchItem`
    ///   or `vaultAttachment` when the item or its attachment is gone.
    func complete(_ chunk: AttachmentChunk, of item: ItemID) throws {
        let attachments = try self.item(item).attachments
        guard let attachment = attachments.first(where: { $0.id == chunk.attachment }) else {
            throw VaultError(
                .vaultAttachment, "The item does not have this attachment any more.",
                remedy: "Look at the item again.")
        }
        guard try connection.isAwaited(attachment) else { return }
        try attachment.open(chunk) { _ in }
        try store(chunk)
        guard try isWhole(attachment) else { return }
        try connection.execute(
            "DELETE FROM attachment_chunk WHERE attachment = ? AND number < 0",
            [.blob(attachment.id.bytes)])
    }

    private func store(_ chunk: AttachmentChunk) throws {
        try connection.execute(
            "INSERT OR REPLACE INTO attachment_chunk (attachment, number, sealed) VALUES (?, ?, ?)",
            [
                .blob(chunk.attachment.bytes), .integer(Int64(chunk.number)),
                .blob(chunk.sealed),
            ])
    }

    /// Gives an item the attachments whose content was kept for it, or is expected.
    ///
    /// - Throws: ``VaultError`` (`vaultAttachment`) when the content is not there as a whole.
    func take(_ attachments: [Attachment]) throws {
        guard !attachments.isEmpty else { return }
        let hasTables = try VaultTables.hasAttachments(connection)
        for attachment in attachments {
            guard hasTables, try isWhole(attachment) || connection.isAwaited(attachment),
                try connection.execute(
                    "UPDATE attachment SET begun = 0 WHERE id = ? AND begun > 0",
                    [.blob(attachment.id.bytes)]) == 1
            else {
                throw VaultError(
                    .vaultAttachment,
                    "The content of the attachment “\(attachment.name)” is not in the vault.",
                    remedy: "Attach the file again.")
            }
        }
    }

    /// Removes the content of attachments that no item has any more.
    func drop(_ attachments: [Attachment]) throws {
        for attachment in attachments { try connection.drop(attachment.id) }
    }

    private func isWhole(_ attachment: Attachment) throws -> Bool {
        var number = 0
        var isWhole = true
        try connection.query(
            """
            SELECT number, length(sealed) FROM attachment_chunk
                WHERE attachment = ? AND number >= 0 ORDER BY number
            """, [.blob(attachment.id.bytes)]
        ) { row in
            isWhole =
                isWhole && row.integer(0) == Int64(number)
                && number < attachment.chunkCount
                && row.integer(1) == Int64(attachment.sealedCount(ofChunk: number))
            number += 1
        }
        return isWhole && number == attachment.chunkCount
    }
}

extension DatabaseConnection {
    /// A chunk as it is stored; `nil` when it is not there.
    func chunk(_ number: Int, of attachment: ItemID) throws -> AttachmentChunk? {
        guard try VaultTables.hasAttachments(self) else { return nil }
        var sealed: [UInt8]?
        try query(
            "SELECT sealed FROM attachment_chunk WHERE attachment = ? AND number = ?",
            [.blob(attachment.bytes), .integer(Int64(number))]
        ) { sealed = $0.blob(0) }
        return sealed.map { AttachmentChunk(of: attachment, number, sealed: $0) }
    }

    /// Whether the content of an attachment is on other machines, and not all of it on this one.
    func isAwaited(_ attachment: Attachment) throws -> Bool {
        try chunk(AttachmentChunk.awaited, of: attachment.id).map(attachment.isAwaited) ?? false
    }

    /// Removes the content of an attachment.
    fileprivate func drop(_ attachment: ItemID) throws {
        let name = [DatabaseValue.blob(attachment.bytes)]
        try execute("DELETE FROM attachment_chunk WHERE attachment = ?", name)
        try execute("DELETE FROM attachment WHERE id = ?", name)
    }

    /// Removes content that was kept for an attachment which no item got, such as when a program was
    /// killed.
    ///
    /// - Parameter time: In milliseconds since 1970; what was begun later stays.
    func dropForgotten(before time: Int64) throws {
        var forgotten: [ItemID] = []
        try query(
            "SELECT id FROM attachment WHERE begun BETWEEN 1 AND ?",
            [.integer(time)]
        ) { row in
            if let id = row.withBlob(0, { ItemID(bytes: $0) }) { forgotten.append(id) }
        }
        for id in forgotten { try drop(id) }
    }
}
