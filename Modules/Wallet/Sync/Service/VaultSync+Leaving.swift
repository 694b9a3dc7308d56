import TenonCore
import WalletVault

/// How a machine leaves the others, and how a place is cleared.
extension VaultSync {
    @discardableResult
    package func leaveSync() async throws -> SyncDeparture {
        guard try await isSetUp() else { throw SyncError.off }
        let name = try await vault.name()
        let departure = try await depart()
        try await forget(name)
        return departure
    }

    /// Lets the others know that this machine leaves, if that can be done now.
    private func depart() async throws -> SyncDeparture {
        var departure = SyncDeparture(name: HostName.current)
        do {
            let session = try await open()
            departure.name = session.replica.device.name
            do {
                try await sayGoodbye(session)
            } catch let error as CancellationError {
                throw error
            } catch let error as SyncError where error.code == .syncRemoved {
                departure.isRemoved = true
            } catch {
                departure.problem = Explanation(error).message
            }
            departure.backlog = try await backlog(session)
        } catch let error as CancellationError {
            throw error
        } catch {
            departure.problem = departure.problem ?? Explanation(error).message
        }
        return departure
    }

    /// What was not handed over.
    private func backlog(_ session: Session) async throws -> SyncBacklog {
        let replica = session.replica
        let unsent = await replica.unsent
        // Of these, the last one says that this machine has left.
        let hasLeft = await replica.hasLeft(replica.device.id)
        return SyncBacklog(
            changes: Int(clamping: hasLeft && unsent > 0 ? unsent - 1 : unsent),
            files: try await owedFiles(session).map(\.name))
    }

    /// The files whose content is here and waits for the next exchange.
    func owedFiles(_ session: Session) async throws -> [Attachment] {
        var files: [Attachment] = []
        for file in try await session.replica.owedFiles where try await !vault.isAwaited(file) {
            files.append(file)
        }
        return files
    }

    /// Hands over what is still here, then that this machine has left, and ends its access to the place.
    private func sayGoodbye(_ session: Session) async throws {
        let replica = session.replica
        if await replica.isIn {
            do {
                try await finishChange()
                while try await exchange().isUnfinished {}
            } catch let error as SyncError where error.code == .syncFull {
                // What has no room stays here, and is named; that this machine leaves may have some.
            }
        }
        let hasLeft = await replica.hasLeft(replica.device.id)
        guard await replica.isIn || hasLeft else { return try await takeBack(session) }
        // Nobody hands over any more what only the place has.
        if await replica.others.isEmpty { try await fetchFiles(session, all: false) }
        do {
            try await replica.leave(at: session.remote)
            // The others can know of it by now, so that nobody waits for what it could not hand over.
            try await session.remote.shutOut(replica.device.id)
        } catch let error as SyncError where hasLeft && error.isRefusal {
            // An earlier attempt had come as far as that.
        }
    }

    package func removeSyncVault(at address: String?) async throws {
        let name = try await vault.name()
        let session = try await openIfSetUp()
        let own = session?.memory.address
        guard let address = try address.map({ try places.checked($0) }) ?? own else {
            throw SyncError.off
        }
        guard let session, let own, SyncPlaces.isSame(address, own) else {
            guard !SyncPlaces.isServer(address) else { throw SyncError.strange(address) }
            let folder = FolderRemote(path: address, vault: name)
            guard folder.isKept else { throw SyncError.notKept(in: folder.folder) }
            if let file = try await awaitedFile() { throw SyncError.onlyThere(file, folder.folder) }
            try folder.announceRemoval(try await removalMark(by: HostName.current))
            return try folder.removeVault(hasOthers: true)
        }
        if session.memory.isRemoving {
            // Without the mark, and with the marker, somebody has begun anew there since.
            if try await session.remote.removal() == nil,
                (try? await session.remote.heads(after: [:])) != nil
            {
                try await forget(name)
                throw SyncError.setUpAnew(in: own)
            }
        } else {
            try await session.replica.requireCounting()
            // Also what is wrong there does not keep it there.
            _ = try? await exchange()
            try Task.checkCancellation()
            try await fetchFiles(session, all: true)
            try await announceRemoval(session)
        }
        // What was under way is over before anything goes; the next one is refused.
        while let flight { _ = await flight.result }
        try await session.remote.removeVault(hasOthers: !session.replica.others.isEmpty)
        try await forget(name)
    }

    /// Lets the others know that this machine removes the vault from a folder, then remembers it durably: nobody
    /// makes it again from then on.
    private func announceRemoval(_ session: Session) async throws {
        // A server removes it at once.
        guard session.remote.isCarried else { return }
        try await session.remote.announceRemoval(
            try await removalMark(by: session.replica.device.name))
        try update(session.replica) { $0.isRemoving = true }
    }

    private func removalMark(by device: String) async throws -> [UInt8] {
        try RemovalMark(device: device).sealed(
            vault: await vault.name(), keys: await vault.deviceKeys())
    }

    /// Why nothing is exchanged with a place any more: this machine removes the vault there, or another one has.
    ///
    /// A mark that no machine of the vault has made says nothing.
    func removal(from session: Session) async throws -> SyncError? {
        if try memory(of: session.replica).isRemoving { return .unfinishedRemoval }
        guard let sealed = try await session.remote.removal() else { return nil }
        let keys = try await vault.deviceKeys()
        return RemovalMark(opening: sealed, vault: session.replica.vault, keys: keys)
            .map { .removed(by: $0.device, from: session.memory.address) }
    }

    /// Fetches the content of files that are not here yet.
    ///
    /// - Parameter all: Whether one that cannot be fetched is an error.
    private func fetchFiles(_ session: Session, all: Bool) async throws {
        for (item, file) in try await files() {
            do {
                try await session.synchronizer.fetchFile(file.id, of: item, from: session.remote)
            } catch let error as SyncError where !all && error.code == .syncNotArrived {
                continue
            }
        }
    }

    /// The name of a file whose content is not here; `nil` when all is.
    private func awaitedFile() async throws -> String? {
        for (_, file) in try await files() {
            if try await vault.isAwaited(file) { return file.name }
        }
        return nil
    }

    private func files() async throws -> [(item: ItemID, file: Attachment)] {
        var files: [(item: ItemID, file: Attachment)] = []
        for part in 0..<VaultManager.partCount {
            for (id, found) in try await vault.itemsByID(inPart: part) {
                files += (found?.item.attachments ?? []).map { (id, $0) }
            }
        }
        return files
    }
}
