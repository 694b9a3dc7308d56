extension VaultSync {
    package func removeDevice(_ device: DeviceID) async throws {
        // What it has handed over by now stays.
        _ = try await exchange()
        let session = try await open()
        try await session.replica.requireOther(device)
        try update(session.replica) { $0.dismissals.insert(device) }
        try await session.replica.dismiss(device)
        _ = try await exchange()
    }

    /// Lets machines that were taken out here do nothing more where the data is kept, once the others
    /// can know of it.
    func shutOut(_ session: Session) async throws {
        guard !session.memory.dismissals.isEmpty, await session.replica.unsent == 0 else { return }
        let dismissed = await session.replica.dismissed
        for device in session.memory.dismissals where dismissed.contains(device) {
            try await session.remote.shutOut(device)
            try update(session.replica) { $0.dismissals.remove(device) }
        }
    }
}
