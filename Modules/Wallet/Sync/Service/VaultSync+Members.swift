import WalletVault

extension VaultSync {
    /// Lets the machines that count use the place, and nobody else.
    ///
    /// A server lets in whomever one of its machines lets in, and nobody but the machines knows who counts.
    /// Whoever is let in there and does not count may be a machine that a removed one has brought; whoever
    /// counts and is not let in was forgotten, for instance by an older copy of the server's database.
    ///
    /// Whoever was taken out is shut out at once, and nobody else as long as something is missing or wrong here:
    /// what lets a machine in may be in it. What is wrong with the log of one that is out says nothing of that.
    func alignMembers(_ session: Session, after report: SyncReport) async throws {
        let replica = session.replica
        guard let members = await session.remote.members, await replica.isIn,
            await replica.unsent == 0
        else { return }
        let counted = await replica.devices.map(\.device)
        let wanted = Set(counted.map(\.id) + counted.compactMap { RecoverySheet.shelf(of: $0) })
        let dismissed = await replica.dismissed
        let isComplete =
            report.problems.allSatisfy { dismissed.contains($0.device) }
            && report.waiting.isSubset(of: dismissed)
        let strangers = members.present.subtracting(wanted)
        for device in isComplete ? strangers : strangers.intersection(dismissed) {
            try await session.remote.shutOut(device)
        }
        for device in wanted.subtracting(members.present).subtracting(members.former).sorted() {
            try await session.remote.enrol(device)
        }
    }
}
