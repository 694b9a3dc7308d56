package import TenonCore
import TenonMemory
import TenonSecurity

extension Vault {
    /// Attaches a file to an item.
    ///
    /// When it fails, the item is as it was; what was stored so far is removed a day later.
    ///
    /// - Parameters:
    ///   - attachment: A new attachment, which no item has.
    ///   - id: The item.
    ///   - report: Is told how many bytes are stored.
    ///   - read: Fills bytes with the next of the content.
    /// - Throws: ``VaultError``: `vaultAttachment` when the item has one of this name, `vaultConflict`
    ///   …; `CancellationError`; and what `read` throws.
    package func attach(
        _ attachment: Attachment, to id: ItemID, telling report: (Int) -> Void = { _ in },
        reading read: (UnsafeMutableRawBufferPointer) throws -> Void
    ) async throws {
        try Self.check(attachment, in: try await item(id))
        try await keepContent(of: attachment, telling: report, reading: read)
        var item = try await item(id)
        try Self.check(attachment, in: item)
        item.head.attachments.append(attachment)
        try await save(item)
    }

    /// Keeps the content of a new attachment, which an item gets when it is saved with it.
    ///
    /// - Parameters:
    ///   - attachment: A new attachment, which no item has.
    ///   - report: Is told how many bytes are stored.
    ///   - read: Fills bytes with the next of the content.
    /// - Throws: ``VaultError``; `CancellationError`; and what `read` throws.
    package func keepContent(
        of attachment: Attachment, telling report: (Int) -> Void = { _ in },
        reading read: (UnsafeMutableRawBufferPointer) throws -> Void
    ) async throws {
        var stored = 0
        for number in 0..<attachment.chunkCount {
            try Task.checkCancellation()
            let content = try SecretBytes(
                count: attachment.count(ofChunk: number), filledBy: read)
            try await keep(try content.withBytes { try attachment.seal(number, $0) })
            stored += content.count
            report(stored)
        }
    }

    /// Reads the content of an attachment, a part at a time.
    ///
    /// - Throws: ``VaultError``: `vaultTampered` when it is not what was attached, which may be seen only
    ///   after some parts; `vaultAwaited` when it is not on this machine yet; `CancellationError`; and what
    ///   the closure throws.
    package func read(
        _ attachment: Attachment, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) async throws {
        guard try await !isAwaited(attachment) else { throw VaultError.awaited(attachment.name) }
        for number in 0..<attachment.chunkCount {
            try Task.checkCancellation()
            guard let chunk = try await chunk(number, of: attachment.id) else {
                throw VaultError.tampered(.missing, .attachment(attachment.name))
            }
            try attachment.open(chunk, body)
        }
    }

    /// Whether the content of an attachment is on other machines, and not all of it on this one.
    package func isAwaited(_ attachment: Attachment) async throws -> Bool {
        try await chunk(AttachmentChunk.awaited, of: attachment.id).map(attachment.isAwaited)
            ?? false
    }

    /// The whole content of an attachment.
    ///
    /// - Throws: As ``read(_:_:)``.
    package func contents(of attachment: Attachment) async throws -> SecretText {
        let buffer = SecretBuffer(capacity: attachment.size)
        try await read(attachment) { buffer.append($0) }
        return buffer.text
    }

    /// Removes an attachment from an item, with its content.
    ///
    /// - Throws: ``VaultError``: `vaultNoSuchItem`, `vaultConflict` …
    package func detach(_ attachment: Attachment, from id: ItemID) async throws {
        var item = try await item(id)
        item.head.attachments.removeAll { $0.id == attachment.id }
        try await save(item)
    }

    private static func check(_ attachment: Attachment, in item: Item) throws(VaultError) {
        guard item.attachments.contains(where: { $0.name == attachment.name }) else { return }
        throw VaultError(
            .vaultAttachment,
            "“\(item.title)” already has an attachment with the name “\(attachment.name)”.",
            remedy: "Remove that one first, or give the new one another name.")
    }
}
