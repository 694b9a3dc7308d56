package import TenonCore
import TenonSecurity
import WalletVault

extension VaultSync {
    /// How long an invitation is good, in milliseconds.
    private static let invitationLife: Int64 = 10 * 60 * 1000
    /// How much longer a request may be on its way to the machine that invited, in milliseconds: a
    /// stick takes its time, and the request shows that its author knows the passphrase.
    private static let carriage: Int64 = 24 * 3600 * 1000

    package func setUpSync(inFolder path: String, device: String) async throws {
        if try await isSetUp() { throw SyncError.already(try await open().memory.folder) }
        try Self.checkFolder(path)
        let (name, key) = (try await vault.name(), try await vault.deviceKey())
        let remote = FolderRemote(path: path, vault: name)
        try remote.prepare()
        let store = try ReplicaFile(path: file(of: name), databases: databases)
        let replica = try await Replica.found(
            store, vault: name, key: key, keys: .make(), name: device, now: now)
        try replica.remember(SyncMemory(folder: path))
        session = Session(
            replica: replica, synchronizer: VaultSynchronizer(vault, replica), remote: remote,
            memory: SyncMemory(folder: path))
        _ = try await exchange()
    }

    package func inviteDevice() async throws -> SecretText {
        // The newcomer is told of all that is known by then.
        _ = try await exchange()
        var session = try await open()
        let invitation = Invitation(to: try await vault.name(), at: session.memory.folder)
        let expiry = Timestamp(milliseconds: now().milliseconds + Self.invitationLife)
        let offer = InvitationOffer(
            expiry: expiry, beginning: try await vault.beginning(),
            introduction: try await session.replica.introduction())
        session.memory.invitations.append(.init(code: invitation.code, expiry: expiry))
        try remember(session.memory)
        _ = try session.remote.leave(
            offer.sealed(for: invitation), as: InvitationNote(.offer, of: invitation.id))
        return invitation.code
    }

    package func joinSync(
        _ code: SecretText, folder path: String?, passphrase: SecretText, device name: String
    ) async throws {
        let invitation = try Invitation(code: code)
        let path = path ?? invitation.address
        try Self.checkFolder(path)
        if vault.status != .missing { try await checkVault(invitation.vault, passphrase) }
        let remote = FolderRemote(path: path, vault: invitation.vault)
        guard let sealed = try remote.note(InvitationNote(.offer, of: invitation.id)) else {
            throw SyncError.noInvitation(path)
        }
        let offer = try InvitationOffer(opening: sealed, by: invitation)
        guard now() <= offer.expiry else { throw SyncError.expiredInvitation }
        let request = InvitationNote(.request, of: invitation.id)
        guard try remote.note(request) == nil else { throw SyncError.usedInvitation }
        if vault.status == .missing {
            try await vault.create(from: offer.beginning, passphrase: passphrase)
        }
        let key = try await vault.deviceKey()
        let keys = try Ed25519.KeyPair.make()
        guard let device = Device(publicKey: keys.publicKey, name: name) else {
            throw SyncError.localState()
        }
        let note = try InvitationRequest(of: device, key: key, vault: invitation.vault)
            .sealed(for: invitation)
        guard try remote.leave(note, as: request) else { throw SyncError.usedInvitation }
        let replica = try await Replica.join(
            ReplicaFile(path: file(of: invitation.vault), databases: databases),
            vault: invitation.vault, key: key, keys: keys, name: name, by: offer.introduction,
            now: now)
        try replica.remember(SyncMemory(folder: path))
        session = Session(
            replica: replica, synchronizer: VaultSynchronizer(vault, replica), remote: remote,
            memory: SyncMemory(folder: path))
        _ = try await exchange()
    }

    /// Makes sure that the vault that is here already is the one of the invitation, and opens it.
    private func checkVault(_ name: ItemID, _ passphrase: SecretText) async throws {
        guard try await vault.nameInFile() == name else { throw SyncError.otherVault }
        if try await isSetUp() {
            throw SyncError.already(try await open().memory.folder)
        }
        if vault.status == .unlocked {
            try await vault.verify(passphrase: passphrase)
        } else {
            try await vault.unlock(passphrase: passphrase)
        }
    }

    package func leaveSync() async throws {
        guard try await isSetUp() else { throw SyncError.off }
        let name = try await vault.name()
        flight?.cancel()
        drop()
        ReplicaFile.remove(at: file(of: name))
    }

    /// Lets in the machines that have answered an invitation.
    func admit(_ session: inout Session) async throws {
        for waiting in session.memory.invitations {
            let invitation = try Invitation(code: waiting.code)
            let name = InvitationNote(.request, of: invitation.id)
            let note = try session.remote.note(name)
            let isLate = now().milliseconds > waiting.expiry.milliseconds + Self.carriage
            guard note != nil || isLate else { continue }
            if let note, !isLate {
                let request = try? InvitationRequest(
                    opening: note, by: invitation, key: try await vault.deviceKey())
                if let request { _ = try await session.replica.introduce(request.device) }
            }
            session.memory.invitations.removeAll { $0 == waiting }
            try remember(session.memory)
            try session.remote.remove(name)
            try session.remote.remove(InvitationNote(.offer, of: invitation.id))
        }
    }

    private static func checkFolder(_ path: String) throws {
        guard FolderRemote.isFolder(path) else { throw SyncError.noFolder(path) }
    }
}
