import TenonCore
import WalletVault

extension VaultSync {
    /// How many files a status names at most.
    private static let namedFiles = 100

    package func syncStatus() async throws -> SyncStatus {
        guard try await isSetUp() else { return SyncStatus(.off) }
        guard vault.status == .unlocked, let key = try? await vault.keyName() else {
            return SyncStatus(.locked)
        }
        guard let session = try await openIfSetUp() else { return SyncStatus(.off) }
        var status = SyncStatus(.inStep)
        status.place = session.memory.address
        status.lastExchange = session.memory.lastExchange
        if flight != nil { status.progress = await session.replica.progress }
        status.unsent =
            Int(clamping: await session.replica.unsent) + (await session.replica.owedFileCount)
        status.unsentFiles = await unsentFiles(session)
        status.conflictCount = await session.replica.conflicted.count
        status.fingerprint = await session.replica.fingerprint
        let known = await Known(session.replica)
        status.devices = await session.replica.devices.map { device, number in
            session.description(of: device, number, known)
        }
        status.removed = await removed(session, known, key: key)
        status.missing = session.missing(known)
        status.passphraseChange = session.memory.passphraseChange
        status.clocks = SyncClock.off(
            await session.replica.otherClocks, from: session.replica.device.id,
            names: known.names, at: now())
        status.phase = phase(status)
        if let wrong = await session.replica.wrongWithThis {
            let hasLeft = await session.replica.hasLeft(session.replica.device.id)
            status.phase = hasLeft ? .leaving : .dismissed
            status.take(wrong)
        } else if session.memory.isRemoving {
            status.phase = .leaving
            status.take(.unfinishedRemoval)
        } else if let problem {
            (status.problem, status.remedy) = (problem.error.message, problem.error.remedy)
        } else if let found = report.problems.first {
            status.take(found.error, of: known.names[found.device] ?? found.device.description)
        } else if let late = status.missing.first(where: { $0.isLate(at: now()) }) {
            status.take(.late, of: late.device)
        } else if session.memory.isMisused(at: now()) {
            status.take(.misusedInvitation)
        }
        return status
    }

    /// The names of the files whose content is here and waits for the next exchange, unless they are very many.
    ///
    /// Each is looked at once for each exchange, however often somebody asks.
    private func unsentFiles(_ session: Session) async -> [String] {
        let ids = await session.replica.owedFileIDs
        guard !ids.isEmpty, ids.count <= Self.namedFiles else { return [] }
        if let known = session.owed, known.ids.isSuperset(of: ids) {
            return known.files.filter { ids.contains($0.id) }.map { $0.name }
        }
        guard let files = try? await owedFiles(session) else { return [] }
        note(OwedFiles(ids: ids, files: files.map { ($0.id, $0.name) }), of: session.replica)
        return files.map(\.name)
    }

    private func phase(_ status: SyncStatus) -> SyncStatus.Phase {
        if flight != nil { return .working }
        let isMisused = session?.memory.isMisused(at: now()) == true
        let isLate = status.missing.contains { $0.isLate(at: now()) }
        if !report.problems.isEmpty || status.conflictCount > 0 || isMisused || isLate {
            return .attention
        }
        if let problem { return problem.isRefusal ? .attention : .offline }
        guard status.isIn else { return .waiting }
        return status.missing.isEmpty ? .inStep : .behind
    }
}

extension SyncStatus {
    /// Whether this machine is one of those that keep the vault, as far as it knows.
    package var isIn: Bool { devices.contains(where: \.isThis) }

    /// Says what is wrong.
    ///
    /// - Parameter device: The machine that it is about; `nil` for this one.
    fileprivate mutating func take(_ error: SyncError, of device: String? = nil) {
        problem =
            device.map { Sentence(joining: [Sentence(verbatim: "\($0):"), error.message]) }
            ?? error.message
        remedy = error.remedy
    }
}
