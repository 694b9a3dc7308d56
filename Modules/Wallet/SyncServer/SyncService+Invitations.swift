import TenonCore
import TenonNetworking
import TenonSecurity
import WalletSyncRequests

/// The notes by which a machine is let in.
extension SyncService {
    /// Leaves the offer of an invitation, which whoever has its key may read and answer.
    func offer(
        _ note: [UInt8], _ invitation: SyncName, publicKey: [UInt8], in vault: SyncName,
        by caller: Caller
    ) async throws {
        let (policy, time) = (policy, time)
        try await store.write(to: vault) { records in
            _ = try records.member(caller.device)
            guard try records.invitation(invitation) == nil else { throw ProblemDocument.otherNote }
            let open = Int(try records.invitationCount())
            try policy.checkRoom(
                beside: try records.heads(), keeping: policy.uninvitedDevices + open)
            guard open < policy.invitations else { throw ProblemDocument.tooManyInvitations }
            try records.checkRoom(for: VaultRecords.cost(of: note), within: policy.fileBytes)
            try records.use(caller, at: time)
            try records.offer(note, invitation, publicKey: publicKey, at: time)
        }
    }

    /// Answers an invitation.
    ///
    /// The answer is a note and no more: who is let in is for a device to say that has read it.
    func request(
        _ note: [UInt8], _ invitation: SyncName, in vault: SyncName, by caller: Caller
    ) async throws {
        let (policy, time) = (policy, time)
        defer { watch.touch(vault) }
        try await store.write(to: vault) { records in
            guard let found = try records.invitation(invitation) else {
                throw ProblemDocument.noNote
            }
            guard found.publicKey == caller.publicKey else { throw ProblemDocument.foreignDevice }
            guard found.request == nil else { throw ProblemDocument.otherNote }
            guard time <= found.made + policy.invitationLife else { throw ProblemDocument.expired }
            try records.checkRoom(for: Int64(note.count), within: policy.fileBytes)
            try records.use(caller, at: time)
            try records.request(note, invitation)
        }
    }

    /// A note about an invitation, for those who may use the vault and for whoever has its key.
    func note(
        isOffer: Bool, _ invitation: SyncName, in vault: SyncName, for caller: Caller
    ) async throws -> [UInt8] {
        try await store.read { connection in
            let records = VaultRecords(connection, vault)
            let found = try records.invitation(invitation)
            if found?.publicKey != caller.publicKey { _ = try records.member(caller.device) }
            guard let note = isOffer ? found?.offer : found?.request else {
                throw ProblemDocument.noNote
            }
            return note
        }
    }

    /// Removes an invitation with its notes, for those who may use the vault and for whoever has its key.
    func remove(invitation: SyncName, from vault: SyncName, by caller: Caller) async throws {
        let time = time
        try await store.write(to: vault) { records in
            if try records.invitation(invitation)?.publicKey != caller.publicKey {
                _ = try records.member(caller.device)
            }
            try records.use(caller, at: time)
            try records.removeInvitation(invitation)
            // Those that nobody came for, either.
            try records.removeInvitations(madeBefore: time - 30 * 86_400_000)
        }
    }
}
