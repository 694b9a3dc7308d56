import TenonCore
import TenonNetworking
import WalletSyncRequests

extension SyncService {
    /// Puts a part of a file there, once.
    func put(
        _ content: [UInt8], as blob: SyncName, in vault: SyncName, by caller: Caller
    ) async throws -> Put {
        let (policy, time) = (policy, time)
        guard !content.isEmpty else { throw ProblemDocument.emptyBlob }
        return try await store.write(to: vault) { records in
            _ = try records.member(caller.device)
            if let there = try records.blob(blob) {
                guard there == content else { throw ProblemDocument.otherBlob }
                return .same
            }
            try records.checkRoom(
                for: VaultRecords.cost(of: content), within: policy.fileBytes)
            try records.use(caller, at: time)
            try records.put(content, as: blob)
            return .new
        }
    }

    /// A part of a file.
    func blob(
        _ blob: SyncName, in vault: SyncName, for caller: Caller
    ) async throws -> [UInt8] {
        try await store.read { connection in
            let records = VaultRecords(connection, vault)
            _ = try records.member(caller.device)
            guard let content = try records.blob(blob) else { throw ProblemDocument.noBlob }
            return content
        }
    }

    /// Makes sure that a part of a file is there.
    func findBlob(_ blob: SyncName, in vault: SyncName, for caller: Caller) async throws {
        try await store.read { connection in
            let records = VaultRecords(connection, vault)
            _ = try records.member(caller.device)
            guard try records.hasBlob(blob) else { throw ProblemDocument.noBlob }
        }
    }

    /// Takes a part of a file away; does nothing when there is none.
    func remove(blob: SyncName, from vault: SyncName, by caller: Caller) async throws {
        let time = time
        try await store.write(to: vault) { records in
            _ = try records.member(caller.device)
            try records.use(caller, at: time)
            try records.remove(blob: blob)
        }
    }
}
