package import TenonCore
import TenonSecurity
import WalletVault

extension VaultSync {
    /// How long an invitation is good, in milliseconds.
    package static let invitationLife: Int64 = 10 * 60 * 1000
    /// How much longer a request may be on its way to the machine that invited, in milliseconds: a
    /// stick takes its time, and the request shows that its author knows the passphrase.
    private static let carriage: Int64 = 24 * 3600 * 1000

    package func setUpSync(at address: String, device: String) async throws {
        if try await isSetUp() { throw SyncError.already(try await open().memory.address) }
        let address = try places.checked(address)
        let (name, key) = (try await vault.name(), try await vault.deviceKey())
        let keys = try Ed25519.KeyPair.make()
        let remote = try places.place(at: address, of: name, for: .machine(keys))
        try await remote.prepare()
        // A further first device would never hear of those that are there.
        guard try await remote.heads().isEmpty else { throw SyncError.inUse(by: address) }
        try await keeping(name) { store in
            let replica = try await Replica.found(
                store, vault: name, key: key, keys: keys, name: device, now: self.now)
            try replica.remember(SyncMemory(address: address))
            try await self.begin(replica, SyncMemory(address: address), name)
        }
        _ = try await exchange()
    }

    package func inviteDevice() async throws -> SecretText {
        // The newcomer is told of all that is known by then.
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
        let isReturning =
            vault.status == .missing ? false : try await checkVault(invitation.vault, passphrase)
        let keys = try Ed25519.KeyPair.make()
        guard let device = Device(publicKey: keys.publicKey, name: name) else {
            throw SyncError.localState()
        }
        let remote = try places.place(
            at: address, of: invitation.vault,
            for: .guest(invitation.makeKeys(), machine: device.id))
        guard let sealed = try await remote.note(InvitationNote(.offer, of: invitation)) else {
            throw SyncPlaces.isServer(address)
                ? SyncError.noInvitation(at: address) : SyncError.noInvitation(address)
        }
        let offer = try InvitationOffer(opening: sealed, by: invitation)
        guard now() <= offer.expiry else { throw SyncError.expiredInvitation }
        let request = try InvitationNote(.request, of: invitation)
        guard try await remote.note(request) == nil else { throw SyncError.usedInvitation }
        if vault.status == .missing {
            try await vault.create(from: offer.beginning, passphrase: passphrase)
        }
        let key = try await vault.deviceKey()
        if isReturning { try await forget(invitation.vault) }
        let note = try InvitationRequest(of: device, key: key, vault: invitation.vault)
            .sealed(for: invitation)
        try await keeping(invitation.vault) { store in
            let replica = try await Replica.join(
                store, vault: invitation.vault, key: key, keys: keys, name: name,
                by: offer.introduction, now: self.now)
            try replica.remember(SyncMemory(address: address))
            // The last step: whoever is let in has the key, durably.
            guard try await remote.leave(note, as: request) else { throw SyncError.usedInvitation }
            try await self.begin(replica, SyncMemory(address: address), invitation.vault)
        }
        _ = try await exchange()
    }

    /// Makes the file that remembers the other devices; it goes again when the rest fails.
    func keeping(
        _ name: ItemID, _ body: @Sendable (ReplicaFile) async throws -> Void
    ) async throws {
        let path = file(of: name)
        do {
            try await body(ReplicaFile(path: path, databases: databases))
        } catch let error as SyncError where error.code == .syncInUse {
            throw error
        } catch {
            try? ReplicaFile.remove(at: path)
            throw error
        }
    }

    /// Makes sure that the vault that is here already is the one of the invitation, and opens it.
    ///
    /// - Returns: Whether this machine was one of those that keep it, and was taken out.
    func checkVault(_ name: ItemID, _ passphrase: SecretText) async throws -> Bool {
        guard try await vault.nameInFile() == name else { throw SyncError.otherVault }
        if vault.status == .unlocked {
            try await vault.verify(passphrase: passphrase)
        } else {
            try await vault.unlock(passphrase: passphrase)
        }
        guard try await isSetUp() else { return false }
        let session = try await open()
        guard await session.replica.isDismissed else {
            throw SyncError.already(session.memory.address)
        }
        return true
    }

    package func leaveSync() async throws {
        guard try await isSetUp() else { throw SyncError.off }
        try await forget(try await vault.name())
    }

    /// Forgets the other machines.
    func forget(_ name: ItemID) async throws {
        await dropAndWait()
        try ReplicaFile.remove(at: file(of: name))
        news.send(())
    }

    /// Lets in the machines that have answered an invitation.
    func admit(_ session: Session) async throws {
        guard !session.memory.invitations.isEmpty else { return }
        let (key, remote) = (try await vault.deviceKey(), session.remote)
        for waiting in session.memory.invitations {
            let invitation = try Invitation(code: waiting.code)
            let name = try InvitationNote(.request, of: invitation)
            let note = try await remote.note(name)
            let isLate = now().milliseconds > waiting.expiry.milliseconds + Self.carriage
            if let note, !isLate {
                // One that is not whole may still be copied.
                guard
                    let request = try? InvitationRequest(opening: note, by: invitation, key: key)
                else { continue }
                _ = try await session.replica.introduce(request.device)
            } else if !isLate {
                continue
            }
            try update(session.replica) { $0.invitations.removeAll { $0 == waiting } }
            try await remote.remove(name)
            try await remote.remove(InvitationNote(.offer, of: invitation))
        }
    }
}
