import TenonCore
import TenonNetworking
import TenonSecurity
import WalletSyncRequests
import WalletVault

/// A sync server; nothing that it says is believed.
///
/// When there is nothing new, an exchange is one request. Commits come by the page, and each is let go
/// when it was handed on.
actor HTTPRemote: SyncPlace {
    let caller: ServerCaller
    let isGuest: Bool
    private(set) var members: PlaceMembers?
    private let vault: ItemID
    /// How far each log is, as the server said last.
    private var known: [DeviceID: LogPosition] = [:]
    /// Commits that came with others, and after which number they are all that there is.
    private var fetched: [DeviceID: Page] = [:]

    /// Commits of one device that came together.
    private struct Page {
        /// The number that they come after.
        let after: UInt64
        /// Their numbers, also of those that were handed on.
        let numbers: Set<UInt64>
        var commits: [UInt64: [UInt8]]

        /// Whether it shows that a commit is not there: later ones are.
        func lacks(_ number: UInt64) -> Bool {
            number > after && !numbers.contains(number) && numbers.contains { $0 > number }
        }
    }

    init(
        _ server: WebAddress, vault: ItemID, party: SyncParty, networker: any Networker,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.vault = vault
        let signer: RequestSigner
        switch party {
        case .machine(let keys): (isGuest, signer) = (false, RequestSigner(keys))
        case .guest(let keys): (isGuest, signer) = (true, RequestSigner(keys))
        }
        caller = ServerCaller(server, signer, networker, now: now)
    }

    /// A path of this vault.
    nonisolated func path(_ path: String, _ values: [String: String] = [:]) -> String {
        SyncPath.filled(path, values.merging(["vault": vault.description]) { $1 })
    }

    func prepare(by invitation: SecretText?) async throws {
        let code = try invitation.map { try registrationCode($0) } ?? []
        do throws(ServerRefusal) {
            _ = try await caller.call("PUT", path(SyncPath.vault), body: code)
        } catch {
            if error.kind == "foreign-device" { throw SyncError.inUse(at: caller.origin) }
            throw error.explained
        }
    }

    /// The bytes of the code of an operator; case, spaces and hyphens of the text do not matter.
    private nonisolated func registrationCode(_ text: SecretText) throws -> [UInt8] {
        guard let code = try? Base32.decode(text), code.count == SyncLimit.registrationCode else {
            throw SyncError.refusedInvitation(by: caller.origin)
        }
        return code.withBytes { Array($0) }
    }

    func enrol(_ device: DeviceID) async throws {
        guard members?.present.contains(device) != true else { return }
        do throws(ServerRefusal) {
            _ = try await caller.call("PUT", path(of: device))
            members?.present.insert(device)
        } catch {
            guard error.kind == "former-device" else { throw error.explained }
            members?.former.insert(device)
        }
    }

    func shutOut(_ device: DeviceID) async throws {
        _ = try await caller.request("DELETE", path(of: device))
        if members?.present.remove(device) != nil { members?.former.insert(device) }
    }

    private nonisolated func path(of device: DeviceID) -> String {
        path(SyncPath.device, ["device": device.description])
    }

    func clear(_ shelf: DeviceID) async throws { try await shutOut(shelf) }

    func removal() -> [UInt8]? { nil }

    func announceRemoval(_ mark: [UInt8]) {}

    func removeVault(hasOthers _: Bool) async throws {
        do throws(ServerRefusal) {
            _ = try await caller.call("DELETE", path(SyncPath.vault))
        } catch {
            // The answer to an earlier request may have been lost.
            guard error.kind == "no-vault" else { throw error.explained }
        }
    }

    func heads(after _: [DeviceID: UInt64]) async throws -> [DeviceID: UInt64] {
        let reply = try await caller.request(
            "GET", path(SyncPath.vault), maximumReply: SyncLimit.heads)
        guard let heads = ServerHeads(reply.body) else {
            throw SyncError.noSyncServer(caller.origin)
        }
        known = heads.positions
        fetched = [:]
        members = heads.members
        return known.mapValues(\.number)
    }

    func hash(of number: UInt64, of device: DeviceID) async throws -> [UInt8]? {
        if let head = known[device], head.number == number { return head.hash }
        return try await commit(number, of: device).map(CommitSealer.hash)
    }

    func commit(_ number: UInt64, of device: DeviceID) async throws -> [UInt8]? {
        guard number > 0, number <= known[device]?.number ?? 0 else { return nil }
        if fetched[device]?.commits[number] == nil {
            if fetched[device]?.lacks(number) == true { return nil }
            try await fetch(after: number - 1, of: device)
        }
        return fetched[device]?.commits.removeValue(forKey: number)
    }

    func next(after number: UInt64, of device: DeviceID) async throws -> NumberedCommit? {
        guard number < known[device]?.number ?? 0 else { return nil }
        func next() -> UInt64? {
            guard let page = fetched[device], page.after <= number else { return nil }
            return page.commits.keys.filter { $0 > number }.min()
        }
        if next() == nil { try await fetch(after: number, of: device) }
        guard let next = next(), let commit = fetched[device]?.commits[next] else { return nil }
        return NumberedCommit(number: next, commit: commit)
    }

    /// Asks for the commits of a device after a number, by the page.
    private func fetch(after number: UInt64, of device: DeviceID) async throws {
        // An address has no room for the names of all devices that there ever were.
        let reply = try await caller.request(
            "GET", path(SyncPath.commits), query: "of=\(device)&after=\(device):\(number)",
            maximumReply: SyncLimit.page + 2 * SyncLimit.commit)
        guard let commits = CommitPage.commits(in: reply.body) else {
            throw SyncError.noSyncServer(caller.origin)
        }
        // What is of another log is passed over; what says nothing sensible is for whoever opens it to refuse.
        let own = commits.filter { commit in
            (try? CommitHeader(reading: commit)).map { $0.device == device } ?? true
        }
        let numbered = Self.numbered(own, after: number)
        fetched[device] = Page(after: number, numbers: Set(numbered.keys), commits: numbered)
    }

    /// Commits by their numbers: what they say themselves where that can be, as some may be gone; else one
    /// after the other.
    private static func numbered(_ commits: [[UInt8]], after number: UInt64) -> [UInt64: [UInt8]] {
        var numbers: [UInt64] = []
        for commit in commits {
            let last = numbers.last ?? number
            let said = (try? CommitHeader(reading: commit))?.number ?? 0
            numbers.append(said > last && said <= Int64.max ? said : last + 1)
        }
        return Dictionary(zip(numbers, commits)) { first, _ in first }
    }

    func append(
        _ commit: [UInt8], _ number: UInt64, of device: DeviceID
    ) async throws -> Appended {
        let path = path(
            SyncPath.commit, ["device": device.description, "number": String(number)])
        // A server takes a commit after a gap only from whoever says that it knows.
        let isAfterGap = number > (known[device]?.number ?? 0) + 1
        do throws(ServerRefusal) {
            _ = try await caller.call(
                "PUT", path, query: isAfterGap ? "gap=true" : nil, body: commit)
            known[device] = LogPosition(number: number, hash: CommitSealer.hash(of: commit))
            return .there
        } catch {
            if error.kind == "other-commit" { return .other }
            throw error.explained
        }
    }
}
