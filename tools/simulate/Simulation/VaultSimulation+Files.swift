import TenonCore
import WalletSync
import WalletVault

extension VaultSimulation {
    /// Opens a file, which is fetched if need be.
    ///
    /// What is not handed over, or was handed over by nobody before its vault went back, is not there.
    mutating func open(_ index: Int) async throws {
        let machine = places[index].machine
        let items = try await machine.vault.list(ItemQuery()).items.map(\.id)
        guard let id = items.randomElement(using: &random),
            let file = try await machine.vault.item(id).attachments.randomElement(using: &random)
        else { return }
        do {
            try await machine.synchronizer.fetchFile(file.id, of: id, from: remote(of: index))
        } catch let error as SyncError where error.code == .syncNotArrived {
            return
        }
        try await compare(file, index)
    }

    /// Asks for each file that is not here while the remote does something wrong with it, and when it does not
    /// any more.
    ///
    /// What is wrong has to be named and never taken, and then the file has to be here.
    mutating func askForFiles(_ index: Int, despite lie: FileLie) async throws {
        let machine = places[index].machine
        for id in try await machine.vault.list(ItemQuery()).items.map(\.id) {
            for file in try await machine.vault.item(id).attachments
            where try await machine.vault.isAwaited(file) {
                let liar = FileLiar(lie, others: parts, seed: random.next())
                var lying = WatchedRemote(remote(of: index)) {}
                lying.give = { liar.told($0) }
                var named: ErrorCode?
                do {
                    try await machine.synchronizer.fetchFile(file.id, of: id, from: lying)
                } catch let error as SyncError {
                    named = error.code
                }
                parts += liar.asked
                guard let code = liar.code else {
                    // It is here now, or nobody has handed it over.
                    if let named, named != .syncNotArrived { fail("a false alarm: \(named)") }
                    continue
                }
                if named != code { fail("a lie about \(file.name) was not named: \(lie)") }
                guard try await machine.vault.isAwaited(file) else {
                    fail("something else was taken for \(file.name)")
                    continue
                }
                try await machine.synchronizer.fetchFile(
                    file.id, of: id, from: remote(of: index))
                try await compare(file, index)
                outcome.lies += 1
            }
        }
    }

    /// Compares the content of a file with what was attached.
    private mutating func compare(_ file: Attachment, _ index: Int) async throws {
        let there = try await places[index].machine.vault.contents(of: file)
        guard there.withBytes({ Array($0) }) == SimulatedFile.content(of: file) else {
            return fail("the file \(file.name) is something else on machine \(index)")
        }
        outcome.files += 1
    }

    /// Opens all files that were handed over.
    ///
    /// The content of an item's files goes with the item when it is deleted for good. An older copy of a
    /// vault may bring the item back where that content never was. So may a file come back that somebody removed
    /// before its content was handed over, when nobody hears of the removal.
    mutating func openFiles(_ index: Int) async throws {
        let machine = places[index].machine
        let shared = Set(sent.filter(\.field.isAttachment).map(\.field))
        for id in Set(sent.map(\.item)) {
            guard let item = try await machine.vault.itemWithHistory(id)?.item else { continue }
            for file in item.attachments where shared.contains(.attachment(file.id)) {
                do {
                    try await machine.synchronizer.fetchFile(
                        file.id, of: id, from: remote(of: index))
                    try await compare(file, index)
                } catch let error as SyncError
                    where error.code == .syncNotArrived
                    && (deleted.contains(id) || removed.contains(.attachment(file.id)))
                {
                    continue
                } catch let error as any ExplainedError {
                    fail("the file \(file.name) cannot be had on machine \(index): \(error)")
                }
            }
        }
        let report = try await machine.vault.check()
        for finding in report.findings { fail("machine \(index): \(finding)") }
    }
}
