import TenonCore
import TenonSecurity
import WalletVault

/// How a machine joins the others.
///
/// Once it is a device, durably, whatever is interrupted is done again: by itself, or when a person
/// repeats the command.
extension VaultSync {
    /// Opens the vault that is here already, which has to be the right one.
    ///
    /// - Returns: The session, if this machine has joined others or has begun to.
    /// - Throws: ``SyncError`` (`syncOtherVault`), `VaultError`.
    func openVault(_ name: ItemID, _ passphrase: SecretText) async throws -> Session? {
        guard vault.status != .missing else { return nil }
        guard try await vault.nameInFile() == name else { throw SyncError.otherVault }
        if vault.status == .unlocked {
            try await vault.verify(passphrase: passphrase)
        } else {
            try await vault.unlock(passphrase: passphrase)
        }
        return try await openIfSetUp()
    }

    /// Whether this machine has begun to join by the same means, so that it continues.
    ///
    /// A machine that was taken out begins anew; so does one that has not been admitted by other
    /// means, after it has withdrawn its request, and one whose recovery sheet was used elsewhere at the same
    /// moment, so that its admission does not count.
    ///
    /// - Throws: ``SyncError``: `syncAlready` when it was admitted by other means, `syncRemote`
    ///   when that cannot be found out.
    func goesOn(
        _ former: Session?, by means: SyncMemory.Entry.Means, at address: String
    ) async throws -> Bool {
        guard let former, await !former.replica.isDismissed else { return false }
        let entry = former.memory.entry
        guard entry?.means != means else { return await !isForked(means) }
        guard entry != nil, await !former.replica.isIn else {
            throw SyncError.already(former.memory.address)
        }
        // Another place may be out of reach for good.
        guard former.memory.address == address else { return (try? await isIn(former)) ?? false }
        return try await isIn(former)
    }

    /// Whether another machine's use of the recovery sheet counts, and not that of this one.
    private func isForked(_ means: SyncMemory.Entry.Means) async -> Bool {
        guard case .sheet(let sheet) = means, let report = try? await exchange() else {
            return false
        }
        return report.problems.contains { $0.device == sheet && $0.error.code == .syncForked }
    }

    /// Whether an earlier attempt was admitted after all; if not, its request is withdrawn.
    private func isIn(_ former: Session) async throws -> Bool {
        do {
            _ = try await exchange()
        } catch let error as SyncError
            where error.isRefusal || [.syncInvitation, .syncSheet].contains(error.code)
        {
            // It was not admitted.
        }
        if await former.replica.isIn { return true }
        try await takeBack(former)
        return false
    }

    /// Gives the vault that is here already the key that the others have.
    ///
    /// - Throws: ``SyncError`` (`syncOtherVault`) when the passphrase opens only a former one.
    func follow(_ beginning: [UInt8], _ passphrase: SecretText) async throws {
        do {
            try await vault.follow(beginning, passphrase: passphrase)
        } catch let error as VaultError where error.code == .vaultWrongPassphrase {
            throw SyncError.otherPassphrase
        }
    }

    /// Makes this machine a device that is not admitted yet, and forgets what it was before.
    func becomeDevice(
        _ keys: Ed25519.KeyPair, _ device: String, of name: ItemID,
        by means: SyncMemory.Entry.Means, _ introduction: Introduction, at address: String
    ) async throws {
        let ring = try await vault.deviceKeys()
        var memory = SyncMemory(address: address, by: means)
        // Whoever joins a vault takes those that keep it as they are.
        memory.seen = Set(introduction.devices.map(\.id))
        try await forget(name)
        try await keeping(name) { [memory] store in
            let replica = try await Replica.join(
                store, vault: name, ring: ring, keys: keys, name: device, by: introduction,
                snapshots: self.snapshots, now: self.now)
            // Whoever needs a sheet may not know the former passphrase: the new one counts everywhere.
            if case .sheet = means { try await replica.replacePassphrases() }
            // This is the last step: a machine that is admitted has the key, durably.
            try replica.remember(memory)
            try await self.begin(replica, memory, name)
        }
    }

    /// Makes the file that remembers the other devices; it is removed when the rest fails.
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

    // MARK: By an invitation

    /// Runs an exchange, after this machine has asked to be admitted.
    func entering(
        _ session: Session, _ exchange: () async throws -> SyncReport
    ) async throws -> SyncReport {
        if await session.replica.isDismissed { return try await exchange() }
        // Others would wait in vain for what is committed before the sheet admits it.
        if let entry = session.memory.entry, case .sheet = entry.means, !entry.isDone {
            throw SyncError.unfinishedSheet
        }
        if try await ask(session) {
            do {
                return try await exchange()
            } catch let error as SyncError where error.code == .syncRefused {
                guard let entry = session.memory.entry, case .invitation(let code) = entry.means,
                    await !session.replica.isIn
                else { throw error }
                // A server lets it in once the machine that invited has read its request.
                if try await isAsking(by: Invitation(code: code), session) { return SyncReport() }
            }
        }
        // The request was taken, or will never arrive.
        let address = session.memory.address
        let report: SyncReport
        do {
            report = try await exchange()
        } catch let error as SyncError where error.code == .syncRefused {
            throw SyncError.noInvitation(from: address)
        }
        guard await session.replica.isIn else { throw SyncError.noInvitation(from: address) }
        try update(session.replica) { $0.entry?.isDone = true }
        return report
    }

    /// Whether the request of this machine waits for an answer.
    private func isAsking(by invitation: Invitation, _ session: Session) async throws -> Bool {
        let guest = try guest(of: invitation, at: session.memory.address)
        return try await guest.note(InvitationNote(.request, of: invitation)) != nil
    }

    /// Leaves the request of this machine, unless it is there already.
    ///
    /// - Returns: `false` when nothing of the invitation is there.
    /// - Throws: ``SyncError`` (`syncInvitation`) when another machine was quicker, or it is too late.
    func ask(_ session: Session) async throws -> Bool {
        guard let entry = session.memory.entry, !entry.isDone,
            case .invitation(let code) = entry.means
        else { return true }
        let (invitation, device) = (try Invitation(code: code), session.replica.device)
        let ring = try await vault.deviceKeys()
        let guest = try guest(of: invitation, at: session.memory.address)
        let name = try InvitationNote(.request, of: invitation)
        if let note = try await guest.note(name) {
            let request = try InvitationRequest(opening: note, by: invitation, keys: ring)
            guard request.device.id == device.id else { throw SyncError.usedInvitation }
        } else {
            guard let sealed = try await guest.note(InvitationNote(.offer, of: invitation)) else {
                return false
            }
            let offer = try InvitationOffer(opening: sealed, by: invitation)
            guard now() <= offer.expiry else { throw SyncError.expiredInvitation }
            let request = try InvitationRequest(of: device, keys: ring, vault: invitation.vault)
                .sealed(for: invitation)
            // Somebody was quicker; it may have been another task of this machine.
            guard try await guest.leave(request, as: name) else { return try await ask(session) }
        }
        try update(session.replica) { $0.entry?.isDone = true }
        return true
    }

    // MARK: Forgetting

    /// Withdraws the request of this machine, unless it is known to be admitted.
    func takeBack(_ session: Session) async throws {
        guard case .invitation(let code)? = session.memory.entry?.means,
            await !session.replica.isIn, await !session.replica.isDismissed
        else { return }
        let invitation = try Invitation(code: code)
        let guest = try guest(of: invitation, at: session.memory.address)
        try await unlessRefused {
            try await guest.remove(InvitationNote(.offer, of: invitation))
            try await guest.remove(InvitationNote(.request, of: invitation))
        }
        try await unlessRefused {
            try await session.remote.shutOut(session.replica.device.id)
        }
    }

    /// Does something that a server refuses when it has not heard of this machine, or of its request.
    private func unlessRefused(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as SyncError where error.isRefusal {}
    }

    /// Forgets the other machines.
    func forget(_ name: ItemID) async throws {
        await dropAndWait()
        try ReplicaFile.remove(at: file(of: name))
        news.send()
    }
}
