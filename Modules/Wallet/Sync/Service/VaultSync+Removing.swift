package import TenonCore
import WalletVault

extension VaultSync {
    package func removeDevice(_ device: DeviceID, passphrase: SecretText?) async throws {
        // Changes that it has handed over by now stay.
        _ = try await exchange()
        let session = try await open()
        if await session.replica.dismissed.contains(device) {
            // The machine that took it out may have been interrupted.
            try update(session.replica) { $0.dismissals.insert(device) }
            let name = try await vault.keyName()
            if let passphrase, await session.replica.has(device, key: name) {
                try await changeKey(passphrase, dismissing: nil, session)
            }
        } else {
            try await session.replica.requireOther(device)
            if let passphrase {
                try await changeKey(passphrase, dismissing: device, session)
            } else {
                try update(session.replica) { $0.dismissals.insert(device) }
                try await session.replica.dismiss(device)
            }
        }
        _ = try await exchange()
    }

    /// The machines that were taken out, the last one first.
    ///
    /// - Parameter key: The name of the key that the vault has.
    func removed(
        _ session: Session, _ names: [DeviceID: String], key: ItemID
    ) async -> [RemovedDevice] {
        let replica = session.replica
        var removed: [RemovedDevice] = []
        for device in await replica.formerDevices {
            removed.append(
                RemovedDevice(
                    device: session.description(
                        of: device, await replica.position(of: device.id).number, names),
                    isPending: session.memory.dismissals.contains(device.id),
                    hasKey: await replica.has(device.id, key: key)))
        }
        return removed
    }

    package func changeKey(passphrase: SecretText) async throws {
        _ = try await exchange()
        try await changeKey(passphrase, dismissing: nil, try await open())
        _ = try await exchange()
    }

    private func changeKey(
        _ passphrase: SecretText, dismissing device: DeviceID?, _ session: Session
    ) async throws {
        let key = try await vault.makeKey(passphrase: passphrase)
        let sheets = await session.replica.sheets
        try update(session.replica) { memory in
            memory.dismissals.formUnion(sheets.map(\.id) + [device].compactMap(\.self))
            memory.shelves.formUnion(sheets.compactMap { RecoverySheet.shelf(of: $0) })
        }
        try await session.replica.change(keyTo: key, dismissing: device)
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
