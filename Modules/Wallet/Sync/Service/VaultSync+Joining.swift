package import TenonCore
import TenonSecurity
import WalletVault

extension VaultSync {
    /// How long an invitation is valid, in milliseconds.
    package static let invitationLife: Int64 = 10 * 60 * 1000
    /// How much longer a request may take to the machine that invited, in milliseconds: a stick is
    /// slow, and the request itself proves that its author knows the passphrase.
    private static let carriage: Int64 = 24 * 3600 * 1000

    package func setUpSync(at address: String, device: String) async throws {
        if let session = try await openIfSetUp() {
            let memory = session.memory
            // If the first exchange failed, it is repeated.
            guard memory.entry == nil, memory.lastExchange == nil,
                (try? places.checked(address)) == memory.address
            else { throw SyncError.already(memory.address) }
            _ = try await exchange()
            return
        }
        let address = try places.checked(address)
        let (name, ring) = (try await vault.name(), try await vault.deviceKeys())
        let keys = try Ed25519.KeyPair.make()
        let remote = try places.place(at: address, of: name, for: .machine(keys))
        try await remote.prepare()
        // A further first device would never hear of those that are there.
        guard try await remote.heads(after: [:]).isEmpty else { throw SyncError.inUse(by: address) }
        try await keeping(name) { store in
            let replica = try await Replica.found(
                store, vault: name, ring: ring, keys: keys, name: device,
                snapshots: self.snapshots, now: self.now)
            try replica.remember(SyncMemory(address: address))
            try await self.begin(replica, SyncMemory(address: address), name)
        }
        _ = try await exchange()
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
            let keys = try Ed25519.KeyPair.make()
            let offer = try await offer(of: invitation, at: address, for: keys)
            if vault.status == .missing {
                try await vault.create(from: offer.beginning, passphrase: passphrase)
            } else {
                try await follow(offer.beginning, passphrase)
            }
            try await becomeDevice(
                keys, name, of: invitation.vault, by: means, offer.introduction, at: address)
        }
        _ = try await exchange()
    }

    /// What an invitation that nobody has answered offers.
    private func offer(
        of invitation: Invitation, at address: String, for keys: Ed25519.KeyPair
    ) async throws -> InvitationOffer {
        guard let device = DeviceID(publicKey: keys.publicKey) else { throw SyncError.localState() }
        let guest = try places.place(
            at: address, of: invitation.vault,
            for: .guest(invitation.makeKeys(), machine: device))
        guard let sealed = try await guest.note(InvitationNote(.offer, of: invitation)) else {
            throw SyncError.noInvitation(from: address)
        }
        let offer = try InvitationOffer(opening: sealed, by: invitation)
        guard now() <= offer.expiry else { throw SyncError.expiredInvitation }
        guard try await guest.note(InvitationNote(.request, of: invitation)) == nil else {
            throw SyncError.usedInvitation
        }
        return offer
    }

    package func leaveSync() async throws {
        guard try await isSetUp() else { throw SyncError.off }
        let name = try await vault.name()
        if let session = try? await open() { try? await takeBack(session) }
        try await forget(name)
    }

    // MARK: Letting others in

    /// Admits the machines that have answered an invitation.
    func admit(_ session: Session) async throws {
        let invitations = session.memory.invitations.filter { !$0.isOver }
        guard !invitations.isEmpty else { return }
        let (ring, remote) = (try await vault.deviceKeys(), session.remote)
        let isServer = SyncPlaces.isServer(session.memory.address)
        for waiting in invitations {
            let invitation = try Invitation(code: waiting.code)
            let note = try await remote.note(InvitationNote(.request, of: invitation))
            // A server accepts no late request; the clocks may differ.
            let delay = note == nil && isServer ? Self.invitationLife : Self.carriage
            let isLate = now().milliseconds > waiting.expiry.milliseconds + delay
            if let note, !isLate {
                // An incomplete note may still be on its way.
                guard
                    let request = try? InvitationRequest(opening: note, by: invitation, keys: ring)
                else { continue }
                _ = try await session.replica.introduce(request.device)
            } else if !isLate {
                continue
            }
            try update(session.replica) { memory in
                for index in memory.invitations.indices
                where memory.invitations[index].code == waiting.code {
                    memory.invitations[index].isOver = true
                }
            }
        }
    }

    /// Removes the notes of invitations that have ended, once the admitted machine can know of it.
    ///
    /// The offer goes first: a machine that finds it also finds its request, or may leave one.
    func clearInvitations(_ replica: Replica, at remote: any SyncPlace) async throws {
        let over = try memory(of: replica).invitations.filter(\.isOver)
        guard !over.isEmpty, await replica.unsent == 0 else { return }
        for done in over {
            let invitation = try Invitation(code: done.code)
            try await remote.remove(InvitationNote(.offer, of: invitation))
            try await remote.remove(InvitationNote(.request, of: invitation))
            try update(replica) { $0.invitations.removeAll { $0.code == done.code } }
        }
    }
}
