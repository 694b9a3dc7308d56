import TenonCore
import WalletVault

extension VaultSync {
    package func removeDevices(_ devices: [DeviceID], changing key: KeyChange?) async throws {
        // Changes that they have handed over by now stay; what was begun before comes first.
        try await finishChange()
        let session = try await open()
        let former = await session.replica.dismissed.intersection(devices)
        let leaving = devices.filter { !former.contains($0) }
        for device in leaving { try await session.replica.requireOther(device) }
        // The machine that took them out may have been interrupted.
        try update(session.replica) { $0.dismissals.formUnion(former) }
        let present = try await vault.keyName()
        var isKeyKnown = !leaving.isEmpty
        for device in former where await session.replica.has(device, key: present) {
            isKeyKnown = true
        }
        var name: ItemID?
        if let key, isKeyKnown {
            name = try await changeKey(key, dismissing: leaving, session)
        } else {
            try update(session.replica) { $0.dismissals.formUnion(leaving) }
            try await session.replica.dismiss(leaving)
        }
        try await finishChange()
        if let name { try await requireKey(name) }
    }

    /// The machines that were taken out, or have left, the last one first.
    ///
    /// - Parameter key: The name of the key that the vault has.
    func removed(
        _ session: Session, _ known: Known, key: ItemID
    ) async -> [RemovedDevice] {
        let replica = session.replica
        var removed: [RemovedDevice] = []
        for device in await replica.formerDevices {
            removed.append(
                RemovedDevice(
                    device: session.description(
                        of: device, await replica.position(of: device.id).number, known),
                    isPending: session.memory.dismissals.contains(device.id),
                    hasLeft: await replica.hasLeft(device.id),
                    hasKey: await replica.has(device.id, key: key)))
        }
        return removed
    }

    package func noteSeen(_ devices: [DeviceID]) async throws {
        let replica = try await open().replica
        try update(replica) { $0.seen.formUnion(devices) }
        news.send()
    }

    package func changeKey(_ change: KeyChange) async throws {
        try await finishChange()
        let name = try await changeKey(change, dismissing: [], try await open())
        try await finishChange()
        try await requireKey(name)
    }

    /// Hands another key to the machines that stay.
    ///
    /// - Returns: Its name.
    private func changeKey(
        _ change: KeyChange, dismissing devices: [DeviceID], _ session: Session
    ) async throws -> ItemID {
        let key = try await vault.makeKey(
            passphrase: change.passphrase, newPassphrase: change.newPassphrase)
        let sheets = await session.replica.sheets
        try update(session.replica) { memory in
            memory.dismissals.formUnion(sheets.map(\.id) + devices)
            memory.shelves.formUnion(sheets.compactMap { RecoverySheet.shelf(of: $0) })
            memory.newSlots = .init(key: key.name, slots: key.slots)
        }
        try await session.replica.change(keyTo: key, dismissing: devices)
        return key.name
    }

    /// Makes sure that the vault has a key: what opens it may still be kept back, or another machine may have
    /// given a later one.
    ///
    /// - Throws: ``SyncError`` (`syncUnfinished`).
    private func requireKey(_ name: ItemID) async throws {
        guard try await vault.keyName() == name else { throw SyncError.unfinishedKey }
    }

    /// Hands over that a machine is out, ends its access, and only then says what opens a new key.
    func finishChange() async throws {
        let isRekeyed = try memory(of: try await open().replica).newSlots != nil
        _ = try await exchange()
        if isRekeyed { _ = try await exchange() }
    }

    /// Says what opens a key that was handed to the others, once nobody who was taken out reads it.
    ///
    /// In a folder, anybody may read it, and it is sealed under that key.
    func giveSlots(_ session: Session) async throws {
        let memory = try memory(of: session.replica)
        // Of those that it was to take out, some may never have been.
        guard let new = memory.newSlots,
            await session.replica.dismissed.isDisjoint(with: memory.dismissals),
            await session.replica.unsent == 0, await session.replica.isIn
        else { return }
        try await session.replica.give(new.slots, to: new.key)
        try update(session.replica) { $0.newSlots = nil }
    }

    /// Ends the access to the place of machines that were taken out here, once the others can know
    /// that they are out.
    func shutOut(_ session: Session) async throws {
        let memory = session.memory
        guard !memory.dismissals.isEmpty || !memory.shelves.isEmpty,
            await session.replica.unsent == 0
        else { return }
        let dismissed = await session.replica.dismissed
        for device in memory.dismissals where dismissed.contains(device) {
            try await session.remote.shutOut(device)
            try update(session.replica) { $0.dismissals.remove(device) }
        }
        // A shelf is removed after its sheet, which is valid until then.
        let sheets = await session.replica.sheets.compactMap { RecoverySheet.shelf(of: $0) }
        for shelf in memory.shelves where !sheets.contains(shelf) {
            try await session.remote.clear(shelf)
            try update(session.replica) { $0.shelves.remove(shelf) }
        }
    }
}
