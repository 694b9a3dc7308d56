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
        var name = HostName.current
        do {
            let session = try await open()
            name = session.replica.device.name
            try await sayGoodbye(session)
            return SyncDeparture(name: name, problem: nil)
        } catch let error as CancellationError {
            throw error
        } catch {
            return SyncDeparture(name: name, problem: Explanation(error).message)
        }
    }

    /// Hands over what is still here, then that this machine has left, and ends its access to the place.
    private func sayGoodbye(_ session: Session) async throws {
        let replica = session.replica
        if await replica.isIn {
            try await finishChange()
            while try await exchange().isUnfinished {}
        }
        let hasLeft = await replica.hasLeft(replica.device.id)
        guard await replica.isIn || hasLeft else { return try await takeBack(session) }
        // Nobody hands over any more what only the place has.
        if await replica.others.isEmpty { try await fetchFiles(session, all: false) }
        do {
            try await replica.leave(at: session.remote)
            // The others can know of it by now, so that nobody waits for what it could not hand over.
            try await session.remote.shutOut(replica.device.id)
        } catch let error as SyncError where hasLeft && error.code == .syncRefused {
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
            if let file = try await awaitedFile() { throw SyncError.onlyThere(file, folder.folder) }
            return try folder.removeVault()
        }
        try await session.replica.requireCounting()
        // Also what is wrong there does not keep it there.
        _ = try? await exchange()
        try Task.checkCancellation()
        try await fetchFiles(session, all: true)
        try await session.remote.removeVault()
        try await forget(name)
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
