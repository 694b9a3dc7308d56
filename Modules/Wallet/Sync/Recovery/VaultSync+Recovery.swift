package import TenonCore
import TenonSecurity
package import WalletVault

/// What is on a recovery sheet.
package struct RecoverySheetContent: Sendable, Equatable {
    /// The name of the vault.
    package let vault: ItemID
    /// Where its data is kept.
    package let address: String
    /// The recovery code, in groups, as a person types it.
    package let code: SecretText
    /// All of it in one text, for a machine.
    package let text: SecretText

    /// Puts it together.
    package init(vault: ItemID, address: String, code: SecretText, text: SecretText) {
        self.vault = vault
        self.address = address
        self.code = code
        self.text = text
    }
}

extension VaultSync {
    package func makeRecoverySheet() async throws -> RecoverySheetContent {
        _ = try await exchange()
        let session = try await open()
        let (name, address) = (try await vault.name(), session.memory.address)
        let former = await session.replica.sheets
        let known = try await session.replica.introduction()
        let code = try await vault.makeRecoveryCode()
        let sheet = try RecoverySheet(of: name, at: address, code: code)
        let offer = InvitationOffer(
            expiry: Timestamp(milliseconds: 0), beginning: try await vault.beginning(),
            introduction: Introduction(
                devices: known.devices + [sheet.device], dismissed: known.dismissed,
                vector: known.vector, snapshot: known.snapshot))
        // The place lets in whom the others can know of. Until the shelf is there, the former sheet is good.
        _ = try await session.replica.introduce(sheet.device)
        _ = try await exchange()
        for device in [sheet.shelf, sheet.device.id] { try await session.remote.enrol(device) }
        let shelf = try places.place(at: address, of: name, for: .machine(sheet.shelfKeys))
        guard case .there = try await shelf.append(sheet.sealed(offer), 1, of: sheet.shelf) else {
            throw SyncError.alteredShelf
        }
        try update(session.replica) { memory in
            for device in former {
                memory.dismissals.insert(device.id)
                if let shelf = RecoverySheet.shelf(of: device) { memory.shelves.insert(shelf) }
            }
        }
        var leaving: [DeviceID] = []
        for device in former where await session.replica.counts(device.id) {
            leaving.append(device.id)
        }
        try await session.replica.dismiss(leaving)
        _ = try await exchange()
        return RecoverySheetContent(vault: name, address: address, code: code, text: sheet.text)
    }

    package func recoverSync(
        _ text: SecretText, folder: String?, passphrase: SecretText, device name: String
    ) async throws {
        let sheet = try RecoverySheet(text: text)
        let address = try places.checked(folder ?? sheet.address)
        let means = SyncMemory.Entry.Means.sheet(sheet.device.id)
        let former = try await openVault(sheet.vault, passphrase)
        if try await !goesOn(former, by: means, at: address) {
            let shelf = try places.place(
                at: address, of: sheet.vault, for: .machine(sheet.shelfKeys))
            do {
                _ = try await beforeSetUp { try await shelf.heads(after: [:]) }
            } catch let error as SyncError where error.isRefusal {
                throw SyncError.voidSheet
            }
            guard let entry = try await shelf.commit(1, of: sheet.shelf) else {
                throw SyncError.noShelf(address)
            }
            let offer = try sheet.open(entry)
            if vault.status == .missing {
                try await vault.create(
                    from: offer.beginning, recoveryKey: sheet.recoveryKey, passphrase: passphrase)
            } else {
                try await follow(offer.beginning, passphrase)
            }
            try await becomeDevice(
                .make(), name, of: sheet.vault, by: means, offer.introduction, at: address)
        }
        do {
            try await enter(by: sheet)
        } catch let error as SyncError where error.code == .syncSheet {
            try? await forget(sheet.vault)
            throw error
        }
        _ = try await exchange()
    }

    /// Lets this machine in by a sheet, unless that is done.
    private func enter(by sheet: RecoverySheet) async throws {
        let session = try await open()
        guard let entry = session.memory.entry, !entry.isDone else { return }
        let (replica, address) = (session.replica, session.memory.address)
        let paper = try places.place(at: address, of: sheet.vault, for: .machine(sheet.keys))
        while true {
            _ = try await replica.synchronize(with: paper, isIn: false)
            if await replica.isIn { break }
            let (commit, number) = try await replica.commit(
                letting: replica.device, inBy: sheet.keys, sheet.device.id)
            if case .there = try await paper.append(commit, number, of: sheet.device.id) { break }
            // Another machine has used the sheet at this moment: this one follows its commit.
            _ = try await replica.synchronize(with: paper, isIn: false)
            guard await replica.position(of: sheet.device.id).number >= number else {
                throw SyncError.usedSheet
            }
        }
        do {
            _ = try await session.remote.heads(after: [:])
        } catch let error as SyncError where error.code == .syncRefused {
            try await paper.enrol(replica.device.id)
        }
        try update(replica) { $0.entry?.isDone = true }
    }
}

extension Replica {
    /// The recovery sheets that count.
    var sheets: [Device] { state.counted.filter { RecoverySheet.shelf(of: $0) != nil } }

    /// Makes the commit by which a recovery sheet lets a device in.
    ///
    /// - Returns: The commit, which is not applied here, and its number.
    /// - Throws: ``SyncError`` (`syncSheet`) when the sheet was taken out.
    func commit(
        letting newcomer: Device, inBy keys: Ed25519.KeyPair, _ sheet: DeviceID
    ) throws -> (commit: [UInt8], number: UInt64) {
        guard state.dismissed[sheet] == nil else { throw SyncError.voidSheet }
        var clock = memory.clock
        let changes = [TimedChange(clock.next(now()), .device(newcomer))]
        let old = position(of: sheet)
        var seen = vector
        seen.positions[sheet] = nil
        let step = try state.applying(changes, by: sheet, old.number + 1, seen: seen)
        let content = CommitContent(
            seen: seen, at: now(), stateHash: step.hash, changes: changes)
        return (try sealer.make(content, after: old, by: keys, sheet), old.number + 1)
    }
}
