package import TenonSecurity

/// A part of the content of an attachment, sealed as it is stored.
package struct AttachmentChunk: Sendable {
    /// The most plain bytes of a chunk; all chunks but the last have as many.
    static let size = 1 << 20

    /// The most bytes of a sealed chunk.
    package static let largest = size + AES256GCM.overhead
    /// The most chunks of an attachment.
    static let limit = (Attachment.sizeLimit + size - 1) / size

    /// In the place of a number: the content is on other machines, and not on this one yet.
    static let awaited = -1

    /// The name of the attachment.
    package let attachment: ItemID
    /// Which chunk it is, from 0.
    package let number: Int
    /// The sealed bytes.
    package let sealed: [UInt8]

    /// Takes sealed bytes as they are; whether they are right is seen when they are opened.
    package init(of attachment: ItemID, _ number: Int, sealed: [UInt8]) {
        self.attachment = attachment
        self.number = number
        self.sealed = sealed
    }
}

/// What is wrong with bytes that are said to be a chunk.
package enum ChunkProblem: Sendable, Equatable {
    /// They are another chunk of the same content.
    case swapped
    /// Some are not there.
    case cut
    /// They were changed, or are of something else.
    case altered
}

extension Attachment {
    /// How many chunks the content has.
    package var chunkCount: Int { max(1, (size + AttachmentChunk.size - 1) / AttachmentChunk.size) }

    /// How many bytes of the content a chunk has.
    func count(ofChunk number: Int) -> Int {
        min(AttachmentChunk.size, size - number * AttachmentChunk.size)
    }

    /// How many bytes the sealed form of a chunk has.
    package func sealedCount(ofChunk number: Int) -> Int {
        let step = VaultFormat.attachmentPadding
        return (count(ofChunk: number) + step - 1) / step * step + AES256GCM.overhead
    }

    /// Seals a chunk.
    ///
    /// - Parameter content: As many bytes as ``count(ofChunk:)`` says.
    package func seal(
        _ number: Int, _ content: UnsafeRawBufferPointer
    ) throws -> AttachmentChunk {
        let writer = SecretWriter(capacity: content.count + VaultFormat.attachmentPadding)
        writer.bytes(content)
        writer.pad(to: VaultFormat.attachmentPadding)
        let sealed = try writer.withBytes { plain in
            try withContext(number) { try AES256GCM(key: key).seal(plain, authenticating: $0) }
        }
        return AttachmentChunk(of: id, number, sealed: sealed)
    }

    /// Opens a chunk, and lends its part of the content.
    ///
    /// - Throws: ``VaultError`` (`vaultTampered`) when it is not the one that was sealed; and what the
    ///   closure throws.
    func open<Result>(
        _ chunk: AttachmentChunk, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        let number = chunk.number
        guard chunk.sealed.count == sealedCount(ofChunk: number) else {
            throw VaultError.tampered(.altered, .attachment(name))
        }
        do {
            return try chunk.sealed.withUnsafeBytes { sealed in
                try withContext(number) { context in
                    try AES256GCM(key: key).open(sealed, authenticating: context) { plain in
                        try body(
                            UnsafeRawBufferPointer(rebasing: plain[..<count(ofChunk: number)]))
                    }
                }
            }
        } catch let error as SecurityError {
            throw VaultError.tampered(.altered, .attachment(name), cause: error)
        }
    }

    /// The name of a chunk where machines leave chunks for each other: a keyed hash, which tells nothing.
    ///
    /// - Parameter key: A key of the vault that is for this only.
    package func name(ofChunk number: Int, _ key: HMACSHA256) -> ItemID {
        let writer = SecretWriter(capacity: 64)
        writer.bytes(id.bytes)
        writer.integer(UInt32(number))
        self.key.withBytes { writer.bytes($0) }
        return writer.withBytes { key.authenticationCode(for: $0) }.withUnsafeBytes { code in
            ItemID(
                high: UInt64(bigEndian: code.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: code.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
    }

    /// What is wrong with bytes that are said to be a chunk; `nil` when they are that chunk.
    package func problem(of chunk: AttachmentChunk) -> ChunkProblem? {
        func opens(as number: Int) -> Bool {
            let chunk = AttachmentChunk(of: id, number, sealed: chunk.sealed)
            return (try? open(chunk) { _ in }) != nil
        }
        if opens(as: chunk.number) { return nil }
        if (0..<chunkCount).contains(where: { $0 != chunk.number && opens(as: $0) }) {
            return .swapped
        }
        return chunk.sealed.count < sealedCount(ofChunk: chunk.number) ? .cut : .altered
    }

    /// What stands in the vault while content is not on this machine: only who has the key can say so.
    func awaitedMark() throws -> AttachmentChunk {
        let number = AttachmentChunk.awaited
        let sealed = try withContext(number) { context in
            try [UInt8(0)].withUnsafeBytes { plain in
                try AES256GCM(key: key).seal(plain, authenticating: context)
            }
        }
        return AttachmentChunk(of: id, number, sealed: sealed)
    }

    /// Whether it is what ``awaitedMark()`` made.
    func isAwaited(by mark: AttachmentChunk) -> Bool {
        let opened: Void? = try? mark.sealed.withUnsafeBytes { sealed in
            try withContext(AttachmentChunk.awaited) { context in
                try AES256GCM(key: key).open(sealed, authenticating: context) { _ in }
            }
        }
        return opened != nil
    }

    /// The same attachment with another key, under which its content is to be sealed again.
    func rekeyed() -> Attachment {
        Attachment(
            id: id, name: name, size: size, added: added,
            key: .random(count: VaultKeys.vaultKeyCount), unknown: unknown)
    }

    /// A new attachment of the same name and size, under which the content is to be sealed again.
    func renewed() -> Attachment {
        Attachment(
            id: ItemID(), name: name, size: size, added: added,
            key: .random(count: VaultKeys.vaultKeyCount), unknown: unknown)
    }

    /// Lends what a seal authenticates: which chunk of how many it is, of which attachment.
    ///
    /// Not of which vault, so that a chunk can be copied to another one.
    private func withContext<Result>(
        _ number: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        let writer = SecretWriter(capacity: 64)
        writer.bytes(Array("wallet attachment 1".utf8))
        writer.bytes(id.bytes)
        writer.integer(UInt32(bitPattern: Int32(number)))
        writer.integer(UInt32(chunkCount))
        return try writer.withBytes(body)
    }
}
