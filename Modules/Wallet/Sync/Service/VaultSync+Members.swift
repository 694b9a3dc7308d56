import WalletVault

extension VaultSync {
    /// Lets the machines that count use the place, and nobody else.
    ///
    /// A server lets in whomever one of its machines lets in, and nobody but the machines knows who counts.
    /// Whoever is let in there and does not count may be a machine that a removed one has brought; whoever
    /// counts and is not let in was forgotten, for instance by an older copy of the server's database.
    ///
    /// Nobody is shut out as long as something is missing or wrong here: what lets a machine in may be in it.
    func alignMembers(_ session: Session, after report: SyncReport) async throws {
        let replica = session.replica
        guard let members = await session.remote.members, await replica.isIn,
            await replica.unsent == 0
        else { return }
        let counted = await replica.devices.map(\.device)
        let wanted = Set(counted.map(\.id) + counted.compactMap { RecoverySheet.shelf(of: $0) })
        if report.problems.isEmpty, report.waiting.isEmpty {
            for device in members.present.subtracting(wanted).sorted() {
                try await session.remote.shutOut(device)
            }
        }
        for device in wanted.subtracting(members.present).subtracting(members.former).sorted() {
            try await session.remote.enrol(device)
        }
    }
}
