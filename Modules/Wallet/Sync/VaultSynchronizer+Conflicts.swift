import TenonCore
import WalletVault

extension VaultSynchronizer {
    /// What a person has to decide, by title.
    func conflicts() async throws -> [SyncConflict] {
        let names = await replica.deviceNames
        var conflicts: [SyncConflict] = []
        for id in await replica.conflicted {
            guard let state = try await replica.item(id) else { continue }
            let parts = state.conflicts.map { conflict in
                let versions = [conflict.winner] + conflict.losers
                return SyncConflict.Part(
                    field: conflict.field, name: conflict.field.name,
                    isConcealed: conflict.field.isConcealed,
                    values: versions.map { version in
                        SyncConflict.Value(
                            text: version.value ?? SecretText(utf8: []),
                            device: version.stamp.device,
                            deviceName: names[version.stamp.device] ?? "\(version.stamp.device)",
                            time: version.stamp.time.timestamp)
                    })
            }
            conflicts.append(
                SyncConflict(
                    item: id, title: state.values[.title]?.reveal() ?? "", isBack: state.isBack,
                    parts: parts))
        }
        return conflicts.sorted { ($0.title, $0.item) < ($1.title, $1.item) }
    }

    /// Compares each item of the vault with what all devices agree on, and looks whether files that are not
    /// here are where they are kept.
    func compare(at remote: any SyncRemote) async throws -> SyncCheck {
        try await replica.repairFiles(from: vault, at: remote, isThorough: true)
        var findings: [SyncFinding] = []
        var ids = await replica.itemIDs
        var count = 0
        for part in 0..<VaultManager.partCount {
            for (id, item) in try await vault.itemsByID(inPart: part) {
                count += 1
                ids.remove(id)
                guard let item = item?.item else { continue }
                let state = try await replica.item(id)
                let withheld = try await replica.written(id)?.withheld ?? []
                // What cannot be sent is named by each exchange.
                func shared(_ values: [ItemField: SecretText]) -> [ItemField: SecretText] {
                    values.filter { !withheld.contains($0.key) }
                }
                let isSame =
                    shared(item.fields) == shared(state?.values ?? [:])
                    && item.isTrashed == (state?.removal == .trashed)
                if !isSame { findings.append(.differs(item.title)) }
                for file in item.attachments where try await lacks(file, at: remote) {
                    findings.append(.notArrived(item.title, file.name))
                }
            }
        }
        for id in ids {
            guard let state = try await replica.item(id), state.removal != .purged else { continue }
            findings.append(.missing(state.values[.title]?.reveal() ?? id.description))
        }
        return SyncCheck(itemCount: count, findings: findings.sorted { $0.subject < $1.subject })
    }
}

extension VaultSynchronizer {
    /// Whether a part of a file is neither here nor where it is kept.
    private func lacks(_ file: Attachment, at remote: any SyncRemote) async throws -> Bool {
        guard try await vault.isAwaited(file) else { return false }
        for number in 0..<file.chunkCount
        where try await vault.chunk(number, of: file.id) == nil {
            let name = BlobName(number, of: file, replica.blobs)
            guard try await remote.hasBlob(name) else { return true }
        }
        return false
    }
}

extension SyncFinding {
    fileprivate static func notArrived(_ title: String, _ file: String) -> SyncFinding {
        let error = SyncError.fileNotArrived(file)
        return finding(title, error.message, error.remedy)
    }

    fileprivate static func differs(_ title: String) -> SyncFinding {
        finding(
            title, "The vault differs from the other machines.",
            "If it was not changed this moment, save the item again, and synchronise.")
    }

    fileprivate static func missing(_ title: String) -> SyncFinding {
        finding(
            title, "The other machines have it, and the vault does not.",
            "Synchronise again; an item of a newer version waits for a newer program.")
    }

    private static func finding(
        _ subject: String, _ message: Sentence, _ remedy: Sentence
    ) -> SyncFinding {
        SyncFinding(subject: subject, message: message, remedy: remedy)
    }
}
