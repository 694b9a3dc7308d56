import TenonCore
import WalletVault

extension Importer {
    /// How many bytes of identities the vault gets at once, unless one entry has more.
    private static let identityLimit = 1 << 20

    /// The names of the new items of a file, by the number of the row: an entry gets the same on all machines
    /// that keep the vault, so that they have it once when each of them imports the file.
    ///
    /// Left out are entries with files, whose items would have each file twice.
    ///
    /// - Throws: ``TransferError`` when the file has changed, `VaultError`, or `CancellationError`.
    func names(_ basis: ImportBasis) async throws -> [Int32: ItemID] {
        guard basis.decisions.contains(where: \.isAddition) else { return [:] }
        let rows = try reopen(basis).rows
        let fingerprint = SecretFingerprinter(basis.key)
        var names: [Int32: ItemID] = [:]
        var counts: [Fingerprint: Int] = [:]
        var waiting: [(row: Int32, identity: SecretText)] = []
        var size = 0
        var number: Int32 = 0
        while let element = try rows.next() {
            guard case .item(let row) = element else { continue }
            guard number < basis.decisions.count else { throw TransferError.changedFile }
            let identity = ImportIdentity(row, rows, domains)
            let mark = identity.mark(fingerprint)
            let position = counts[mark, default: 0]
            counts[mark] = position + 1
            if basis.decisions[Int(number)].isAddition, basis.files[number] == nil {
                waiting.append((number, identity.text(position)))
                size += waiting.last?.identity.count ?? 0
            }
            number += 1
            guard size >= Self.identityLimit else { continue }
            try await name(&waiting, in: &names)
            size = 0
        }
        try await name(&waiting, in: &names)
        return names
    }

    private func name(
        _ waiting: inout [(row: Int32, identity: SecretText)], in names: inout [Int32: ItemID]
    ) async throws {
        try Task.checkCancellation()
        let ids = try await vault.importNames(for: waiting.map(\.identity))
        for (entry, id) in zip(waiting, ids) { names[entry.row] = id }
        waiting = []
    }
}

extension ImportPlan.Decision {
    /// Whether the row becomes a new item.
    fileprivate var isAddition: Bool {
        if case .add = self { true } else { false }
    }
}
