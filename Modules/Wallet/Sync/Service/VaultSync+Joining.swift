package import TenonCore
import TenonSecurity
import WalletVault

extension VaultSync {
    /// How long an invitation is valid, in milliseconds.
    package static let invitationLife: Int64 = 10 * 60 * 1000
    /// How much longer a request may take to the machine that invited, in milliseconds: a stick is
    /// slow, and the request itself proves that its author knows the passphrase.
    private static let carriage: Int64 = 24 * 3600 * 1000

    package func setUpSync(
        at address: String, invitation: SecretText?, device: String
    ) async throws {
        if let session = try await openIfSetUp() {
            let memory = session.memory
            // If the first exchange failed, it is repeated.
            guard memory.entry == nil, memory.lastExchange == nil,
                (try? places.checked(address)) == memory.address
            else { throw SyncError.already(memory.address) }
            return try await handOver()
        }
        let address = try places.checked(address)
        let (name, ring) = (try await vault.name(), try await vault.deviceKeys())
        let keys = try Ed25519.KeyPair.make()
        let remote = try places.place(at: address, of: name, for: .machine(keys))
        let heads = try await beforeSetUp {
            try await remote.prepare(by: invitation)
            return try await remote.heads(after: [:])
        }
        // A further first device would never hear of those that are there.
        guard heads.values.allSatisfy({ $0 == 0 }) else { throw SyncError.inUse(by: address) }
        try await keeping(name) { store in
            let replica = try await Replica.found(
                store, vault: name, ring: ring, keys: keys, name: device,
                snapshots: self.snapshots, now: self.now)
            try replica.remember(SyncMemory(address: address))
            try await self.begin(replica, SyncMemory(address: address), name)
        }
        try await handOver()
    }

    /// Runs the first exchange at a place; what has no room there waits here, as the status says.
    private func handOver() async throws {
        do {
            _ = try await exchange()
        } catch let error as SyncError where error.code == .syncFull {}
    }

    /// Asks a place where nothing is set up yet.
    func beforeSetUp<Answer: Sendable>(
        _ body: () async throws -> Answer
    ) async throws -> Answer {
        do {
            return try await body()
        } catch let error as SyncError {
            throw error.beforeSetUp
        }
    }

    package func inviteDevice() async throws -> SecretText {
        // The newcomer is told everything that is known by now.
        _ = try await exchange()
        let session = try await open()
        let invitation = Invitation(to: try await vault.name(), at: session.memory.address)
        let expiry = Timestamp(milliseconds: now().milliseconds + Self.invitationLife)
        let offer = InvitationOffer(
            expiry: expiry, beginning: try await vault.beginning(),
            introduction: try await session.replica.introduction())
        try update(session.replica) { memory in
            memory.invitations.append(.init(code: invitation.code, expiry: expiry))
            memory.misuse = nil
        }
        _ = try await session.remote.leave(
            offer.sealed(for: invitation), as: InvitationNote(.offer, of: invitation))
        return invitation.code
    }

    package func joinSync(
        _ code: SecretText, folder path: String?, passphrase: SecretText, device name: String
    ) async throws {
        let invitation = try Invitation(code: code)
        let address = try places.checked(path ?? invitation.address)
        let means = SyncMemory.Entry.Means.invitation(invitation.code)
        let former = try await openVault(invitation.vault, passphrase)
        if try await !goesOn(former, by: means, at: address) {
            let offer = try await offer(of: invitation, at: address)
            if vault.status == .missing {
                try await vault.create(from: offer.beginning, passphrase: passphrase)
            } else {
                try await follow(offer.beginning, passphrase)
            }
            try await becomeDevice(
                .make(), name, of: invitation.vault, by: means, offer.introduction, at: address)
        }
        _ = try await exchange()
    }

    /// What an invitation that nobody has answered offers.
    private func offer(
        of invitation: Invitation, at address: String
    ) async throws -> InvitationOffer {
        let guest = try guest(of: invitation, at: address)
        let name = try InvitationNote(.offer, of: invitation)
        guard let sealed = try await beforeSetUp({ try await guest.note(name) }) else {
            throw SyncError.noInvitation(from: address)
        }
        let offer = try InvitationOffer(opening: sealed, by: invitation)
        guard now() <= offer.expiry else { throw SyncError.expiredInvitation }
        guard try await guest.note(InvitationNote(.request, of: invitation)) == nil else {
            throw SyncError.usedInvitation
        }
        return offer
    }

    // MARK: Letting others in

    /// Where the data is kept, as whoever has the code of an invitation may use it.
    func guest(of invitation: Invitation, at address: String) throws -> any SyncPlace {
        try places.place(at: address, of: invitation.vault, for: .guest(invitation.makeKeys()))
    }

    /// Admits the machines that have answered an invitation, and know the passphrase.
    func admit(_ session: Session) async throws {
        for invitation in session.memory.invitations where !invitation.isOver {
            guard let end = try await end(of: invitation, session) else { continue }
            if case .answered(let newcomer) = end {
                _ = try await session.replica.introduce(newcomer)
            }
            try update(session.replica) { memory in
                if case .misused = end { memory.misuse = now() }
                for index in memory.invitations.indices
                where memory.invitations[index].code == invitation.code {
                    memory.invitations[index].isOver = true
                    if case .answered(let newcomer) = end {
                        memory.invitations[index].newcomer = newcomer.id
                    }
                }
            }
        }
    }

    /// How an invitation ends.
    private enum InvitationEnd {
        /// A machine has answered whose author knows the passphrase.
        case answered(Device)
        /// Somebody has answered who has the code only.
        case misused
        /// Nobody has answered in time.
        case late
    }

    /// How an invitation has ended; `nil` while it is open.
    private func end(
        of open: SyncMemory.OpenInvitation, _ session: Session
    ) async throws -> InvitationEnd? {
        let invitation = try Invitation(code: open.code)
        let note = try await session.remote.note(InvitationNote(.request, of: invitation))
        let isServer = SyncPlaces.isServer(session.memory.address)
        // A server accepts no late request; the clocks may differ.
        let delay = note == nil && isServer ? Self.invitationLife : Self.carriage
        let isLate = now().milliseconds > open.expiry.milliseconds + delay
        guard let note else { return isLate ? .late : nil }
        let keys = try await vault.deviceKeys()
        if let request = try? InvitationRequest(opening: note, by: invitation, keys: keys) {
            return isLate ? .late : .answered(request.device)
        }
        // Whoever has a former key only has read the offer before the vault was given another one.
        let isFormer = keys.dropLast().contains { key in
            (try? InvitationRequest(opening: note, by: invitation, keys: [key])) != nil
        }
        guard !isFormer else { return .late }
        // In a folder, an incomplete note may still be on its way.
        return isServer || isLate ? .misused : nil
    }

    /// Removes the notes of invitations that have ended, once the admitted machine can know of it and may
    /// use the place.
    ///
    /// The offer goes first: a machine that finds it also finds its request, or may leave one.
    func clearInvitations(_ replica: Replica, at remote: any SyncPlace) async throws {
        let over = try memory(of: replica).invitations.filter(\.isOver)
        guard !over.isEmpty, await replica.unsent == 0 else { return }
        for done in over {
            let invitation = try Invitation(code: done.code)
            if let newcomer = done.newcomer, await replica.counts(newcomer) {
                try await remote.enrol(newcomer)
            }
            try await remote.remove(InvitationNote(.offer, of: invitation))
            try await remote.remove(InvitationNote(.request, of: invitation))
            try update(replica) { $0.invitations.removeAll { $0.code == done.code } }
        }
    }
}
