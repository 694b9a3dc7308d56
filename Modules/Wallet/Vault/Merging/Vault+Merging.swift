import Glibc
package import TenonCore

/// An item that two became, and what is needed to take that back.
package struct MergedItems: Sendable {
    /// The new item.
    package let id: ItemID
    /// The item as it is stored; `nil` when it could not be read again.
    fileprivate let union: Item?
    /// The two, as they went to the trash.
    fileprivate let originals: [Item]

    /// Whether it can be taken back.
    package var canBeSeparated: Bool { union != nil }
}

extension Vault {
    /// Makes a new item of two, and moves both to the trash as they are: all of that, or nothing.
    ///
    /// - Parameters:
    ///   - first: One of them, as it was shown.
    ///   - second: The other one, as it was shown.
    ///   - now: The time.
    /// - Throws: ``VaultError``: `vaultConflict` when one of them was changed, or moved to the trash, since it
    ///   was shown; `vaultUnion` when something would be lost; `vaultAwaited` when a file is on other
    ///   machines; `vaultTooLarge` …; `CancellationError`.
    package func merge(
        _ first: ItemOverview, _ second: ItemOverview, at now: Timestamp
    ) async throws -> MergedItems {
        let (first, second) = (try await whole(first), try await whole(second))
        var union = try ItemUnion(first, second, now: now)
        union.attach(try await copies(of: first.item.attachments + second.item.attachments))
        let (item, former, originals) = (union.item, union.former, [first.item, second.item])
        try await write { batch in
            try batch.write(.add(item, former: former))
            for original in originals {
                // It stays as it is: this fails when it is not what was read.
                try batch.write(.merge(original, former: []))
                try batch.write(.change(original.id, .trash))
            }
        }
        // From here on it is done, whatever happens.
        return MergedItems(id: item.id, union: try? await self.item(item.id), originals: originals)
    }

    /// Takes back what made one item of two: both are what they were, and the new one is in the trash.
    ///
    /// - Throws: ``VaultError``: `vaultConflict` or `vaultNoSuchItem` when one of the three was changed since,
    ///   or is gone; nothing is changed then.
    package func separate(_ merged: MergedItems) async throws {
        guard let union = merged.union else { throw VaultError.noSuchItem(merged.id) }
        let originals = merged.originals
        try await write { batch in
            for original in originals {
                try batch.write(.change(original.id, .restore))
                try batch.write(.merge(original, former: []))
            }
            try batch.write(.merge(union, former: []))
            try batch.write(.change(union.id, .trash))
        }
    }

    private func whole(_ shown: ItemOverview) async throws -> ItemWithHistory {
        let item = try await item(shown.id)
        guard !item.isTrashed, item.changed == shown.changed else {
            throw VaultError.changedElsewhere(item.title)
        }
        return ItemWithHistory(item, history: try await history(shown.id))
    }

    /// Copies files, each once: what is in the trash goes with its files one day.
    private func copies(of files: [Attachment]) async throws -> [Attachment] {
        var (copies, known): ([Attachment], [Attachment]) = ([], [])
        for file in files where try await !isThere(file, among: known) {
            copies.append(try await copy(of: file))
            known.append(file)
        }
        return copies
    }

    private func isThere(_ file: Attachment, among others: [Attachment]) async throws -> Bool {
        for other in others where other.name == file.name && other.size == file.size {
            if try await isSame(file, other) { return true }
        }
        return false
    }

    /// Compares two files of one size, a chunk at a time.
    private func isSame(_ first: Attachment, _ second: Attachment) async throws -> Bool {
        for number in 0..<first.chunkCount {
            try Task.checkCancellation()
            let (left, right) = (
                try await content(number, of: first), try await content(number, of: second)
            )
            var isSame = false
            try first.open(left) { left in
                try second.open(right) { right in
                    guard left.count == right.count else { return }
                    guard let start = left.baseAddress, let other = right.baseAddress else {
                        isSame = left.isEmpty
                        return
                    }
                    isSame = memcmp(start, other, left.count) == 0
                }
            }
            guard isSame else { return false }
        }
        return true
    }

    /// Keeps the content of a file once more, a chunk at a time, with a key of its own.
    private func copy(of file: Attachment) async throws -> Attachment {
        let copy = file.renewed()
        for number in 0..<file.chunkCount {
            try Task.checkCancellation()
            var sealed: AttachmentChunk?
            try file.open(try await content(number, of: file)) { bytes in
                sealed = try copy.seal(number, bytes)
            }
            if let sealed { try await keep(sealed) }
        }
        return copy
    }

    private func content(_ number: Int, of file: Attachment) async throws -> AttachmentChunk {
        if let chunk = try await chunk(number, of: file.id) { return chunk }
        throw try await isAwaited(file)
            ? VaultError.awaited(file.name)
            : VaultError.tampered(.missing, .attachment(file.name))
    }
}
