import TenonCore

extension Diagnosis {
    /// Opens the whole content of an attachment, or what of it is here; `false` when that is not all.
    func verify(_ attachment: Attachment) throws -> Bool {
        let isAwaited = try connection.isAwaited(attachment)
        for number in 0..<attachment.chunkCount {
            try vault.lockWish.check()
            guard let chunk = try connection.chunk(number, of: attachment.id) else {
                if isAwaited { continue }
                throw VaultError.tampered(.missing, .attachment(attachment.name))
            }
            try attachment.open(chunk) { _ in }
        }
        return !isAwaited
    }

    /// Whether there is content that belongs to no item, and was not kept for one.
    func hasOtherAttachments(than attached: Set<ItemID>) throws -> Bool {
        guard try VaultTables.hasAttachments(connection) else { return false }
        var others = attached
        var isForeign = false
        try connection.query(
            """
            SELECT DISTINCT c.attachment, ifnull(a.begun, 0) FROM attachment_chunk c
                LEFT JOIN attachment a ON a.id = c.attachment
            """, []
        ) { row in
            guard let id = row.withBlob(0, { ItemID(bytes: $0) }) else {
                isForeign = true
                return
            }
            let isKept = row.integer(1) > 0
            if attached.contains(id) == isKept { isForeign = true }
            others.remove(id)
        }
        return isForeign || !others.isEmpty
    }
}
