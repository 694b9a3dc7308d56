import TenonCore
import TenonNetworking
import TenonSecurity
import WalletSyncRequests

/// What callers may do with vaults; each function throws a ``ProblemDocument`` for what they may not.
struct SyncService: Sendable {
    /// The outcome of putting something somewhere.
    enum Put: Sendable {
        /// It is there now.
        case new
        /// The same was there already.
        case same
    }

    let store: SyncStore
    let watch: VaultWatch
    private let newVaults: NewVaultGate
    let policy: SyncPolicy
    let now: @Sendable () -> Timestamp

    init(
        _ store: SyncStore, _ watch: VaultWatch, _ newVaults: NewVaultGate, policy: SyncPolicy,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.watch = watch
        self.newVaults = newVaults
        self.policy = policy
        self.now = now
    }

    var time: Int64 { now().milliseconds }

    // MARK: - Vaults

    /// Makes a vault, whose first device is the caller.
    ///
    /// A vault without a commit is taken over: whoever made it got no further. One that nobody may use any more,
    /// since its last device has left, is made anew, and is let in like any new vault.
    ///
    /// - Parameters:
    ///   - code: The code of an invitation for a new vault; empty when there is none.
    ///   - client: Where the request comes from.
    func make(
        _ vault: SyncName, with code: [UInt8], by caller: Caller, from client: ClientAddress?
    ) async throws -> Put {
        let (policy, time) = (policy, time)
        let said: SyncName? = code.isEmpty ? nil : code.withUnsafeBytes { SyncName(hashOf: $0) }
        try await admit(vault, by: said, from: client)
        return try await store.write(to: vault) { records in
            let isThere = try records.bytes() != nil
            // Another server may have made it since this transaction began.
            if isThere { try records.lock() }
            let heads = isThere ? try records.heads() : []
            if heads.allSatisfy(\.isFormer) {
                let invitation = try policy.invitation(said)
                if let invitation {
                    let registration = RegistrationRecords(connection: records.connection)
                    guard try registration.isGood(invitation, at: time) else {
                        throw ProblemDocument.invitationRefused
                    }
                }
                if isThere { try records.remove() }
                try records.use(caller, at: time)
                try records.make(at: time, by: invitation)
            } else if heads.contains(where: { $0.number > 0 }) {
                _ = try records.member(caller.device)
                return .same
            } else {
                try records.use(caller, at: time)
                try records.removeDevices()
            }
            try records.add(caller.device, at: time)
            return .new
        }
    }

    /// Makes sure that somebody may use a vault already, or that there may be a new one.
    ///
    /// Several that come at the same moment may be more than that in the end, by as many.
    private func admit(
        _ vault: SyncName, by invitation: SyncName?, from client: ClientAddress?
    ) async throws {
        let (isThere, isLeft) = try await store.read { connection in
            let records = VaultRecords(connection, vault)
            return (try records.bytes() != nil, try records.heads().allSatisfy(\.isFormer))
        }
        guard isLeft else { return }
        // A request without a code guesses none, and does not count.
        _ = try policy.invitation(invitation)
        // In memory, and so before all vaults are counted; a wrong code counts as well.
        try newVaults.admit(from: client)
        // One that is made anew is among them.
        guard !isThere else { return }
        let count = try await store.read { try VaultRecords.vaultCount($0) }
        guard count < policy.vaults else { throw ProblemDocument.tooManyVaults }
    }

    /// How far the logs of a vault are.
    func heads(of vault: SyncName, for caller: Caller) async throws -> [VaultRecords.Head] {
        try await store.read { connection in
            let records = VaultRecords(connection, vault)
            _ = try records.member(caller.device)
            return try records.heads()
        }
    }

    /// Removes a vault with all that belongs to it.
    func remove(_ vault: SyncName, by caller: Caller) async throws {
        let time = time
        defer { watch.touch(vault) }
        try await store.write(to: vault) { records in
            _ = try records.member(caller.device)
            try records.use(caller, at: time)
            try records.remove()
        }
    }

    // MARK: - Commits

    /// Puts a commit at the end of the caller's log.
    ///
    /// - Parameter isAfterGap: Whether commits before it may be missing. A snapshot stands for them; the caller
    ///   has had them, and an older copy of the database was put back since.
    func append(
        _ content: [UInt8], _ number: Int64, to vault: SyncName, isAfterGap: Bool, by caller: Caller
    ) async throws -> Put {
        let (policy, time) = (policy, time)
        let hash = content.withUnsafeBytes { SecretHash.sha256(of: $0) }
        defer { watch.touch(vault) }
        return try await store.write(to: vault) { records in
            let head = try records.member(caller.device)
            if number <= head.number, let there = try records.commit(number, of: caller.device) {
                guard there != content else { return .same }
                let hash = there.withUnsafeBytes { SecretHash.sha256(of: $0) }
                throw ProblemDocument.otherCommit(hash: hash.hexadecimal())
            }
            let isNext = number == head.number + 1
            guard isNext || isAfterGap && number > head.number else {
                throw ProblemDocument.missingCommit(head: head.number)
            }
            guard
                let header = CommitMark(content), header.vault == vault,
                header.device == caller.device, header.number == UInt64(number),
                !isNext || header.previous == head.hash
            else { throw ProblemDocument.notThisCommit }
            try records.checkRoom(
                for: VaultRecords.cost(of: content), within: policy.vaultBytes)
            try records.use(caller, at: time)
            try records.append(content, number, hash: hash, after: head)
            return .new
        }
    }

    /// Some commits after a vector, those of a device one after the other; none when there are no more.
    ///
    /// - Parameter author: The device whose log alone is wanted; `nil` for all logs.
    func commits(
        of vault: SyncName, by author: SyncName?, after vector: LogVector, for caller: Caller
    ) async throws -> [UInt8] {
        try await store.read { connection in
            let records = VaultRecords(connection, vault)
            _ = try records.member(caller.device)
            var page: [UInt8] = []
            for head in try records.heads() where page.count < SyncLimit.page {
                guard author == nil || author == head.device else { continue }
                let number = Int64(vector.numbers[head.device] ?? 0)
                guard number < head.number else { continue }
                try records.commits(
                    of: head.device, after: number, bytes: SyncLimit.page - page.count
                ) { CommitPage.append($0.blob(0), to: &page) }
            }
            return page
        }
    }

    /// Takes commits away that devices need no longer; the last one of a log stays.
    ///
    /// They are of the log of the caller, or of one of a device that may use the vault no longer.
    func forget(
        _ numbers: ClosedRange<Int64>, of device: SyncName, in vault: SyncName, by caller: Caller
    ) async throws {
        let time = time
        try await store.write(to: vault) { records in
            let head = try records.member(caller.device)
            let count =
                device == caller.device ? head.number : try records.count(ofFormer: device)
            guard let count else { throw ProblemDocument.foreignDevice }
            let end = min(numbers.upperBound, count - 1)
            guard numbers.lowerBound <= end else { return }
            try records.use(caller, at: time)
            try records.forget(numbers.lowerBound...end, of: device)
        }
    }

    /// How far the logs of a vault are, now and whenever that changes, as events.
    func events(of vault: SyncName, for caller: Caller) async throws -> AsyncStream<[UInt8]> {
        try await watch.events(of: vault, for: caller.device)
    }

    // MARK: - Devices

    /// The devices that may use a vault, and since when.
    func devices(
        of vault: SyncName, for caller: Caller
    ) async throws -> [(device: String, added: Int64)] {
        try await store.read { connection in
            let records = VaultRecords(connection, vault)
            _ = try records.member(caller.device)
            return try records.members()
        }
    }

    /// Lets a device use a vault; one that was removed never may again.
    func enrol(_ device: SyncName, in vault: SyncName, by caller: Caller) async throws -> Put {
        let (policy, time) = (policy, time)
        defer { watch.touch(vault) }
        return try await store.write(to: vault) { records in
            _ = try records.member(caller.device)
            let heads = try records.heads()
            if let known = heads.first(where: { $0.device == device }) {
                guard !known.isFormer else { throw ProblemDocument.formerDevice }
                return .same
            }
            try policy.checkRoom(beside: heads)
            try records.use(caller, at: time)
            try records.add(device, at: time)
            return .new
        }
    }

    /// Ends the access of a device to a vault.
    func remove(_ device: SyncName, from vault: SyncName, by caller: Caller) async throws {
        let time = time
        defer { watch.touch(vault) }
        try await store.write(to: vault) { records in
            _ = try records.member(caller.device)
            try records.use(caller, at: time)
            try records.remove(device, at: time)
        }
    }
}
