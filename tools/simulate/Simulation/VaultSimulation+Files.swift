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
            try await machine.synchronizer.fetchFile(file.id, of: id, from: machine.remote)
        } catch let error as SyncError where error.code == .syncNotArrived {
            return
        }
        try await compare(file, index)
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
                        file.id, of: id, from: machine.remote)
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
