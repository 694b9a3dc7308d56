import TenonCore
import TenonNetworking
import WalletSyncRequests

extension SyncService {
    /// What a request brings.
    enum Content: Sendable {
        /// A commit of the caller, by its number.
        case commit(Int64)
        /// A part of a file.
        case blob(SyncName)
        /// A note about an invitation.
        case note(SyncName)
    }

    /// Makes sure, before content is read, that the caller may bring it and that there is room for it.
    ///
    /// Whoever puts it there looks at all of that again.
    ///
    /// - Parameters:
    ///   - content: What it is.
    ///   - count: How many bytes it has, at the least.
    ///   - vault: Where it is to be.
    ///   - caller: Who brings it.
    /// - Throws: A ``ProblemDocument`` when it is not wanted.
    func admit(
        _ content: Content, of count: Int, to vault: SyncName, by caller: Caller
    ) async throws {
        let policy = policy
        try await store.read { connection in
            let records = VaultRecords(connection, vault)
            var limit = policy.fileBytes
            switch content {
            case .commit(let number):
                // What is there already needs no room.
                if try records.member(caller.device).number >= number { return }
                limit = policy.vaultBytes
            case .blob(let blob):
                _ = try records.member(caller.device)
                if try records.hasBlob(blob) { return }
            case .note(let invitation):
                if try records.invitation(invitation)?.publicKey != caller.publicKey {
                    _ = try records.member(caller.device)
                }
            }
            try records.checkRoom(for: Int64(count), within: limit)
        }
    }
}
