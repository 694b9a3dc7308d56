import TenonCore
import WalletVault

extension Replica {
    /// Whether this device was taken out, as far as it knows.
    package var isDismissed: Bool { state.dismissed[device.id] != nil }

    /// Whether this device counts, as far as it knows.
    var isIn: Bool { counts(device.id) }

    /// Whether a device counts, as far as this one knows.
    func counts(_ id: DeviceID) -> Bool { state.counts(id) }

    /// The device that took this one out; `nil` while it counts, as far as it knows.
    package var dismisser: DeviceID? { state.dismissed[device.id]?.device }

    /// Whether a device is out because it has left by itself.
    func hasLeft(_ id: DeviceID) -> Bool { state.dismissed[id]?.device == id }

    /// The devices that were taken out, or have left.
    package var dismissed: Set<DeviceID> { Set(state.dismissed.keys) }

    /// The devices that were taken out, or have left, the last one first.
    var formerDevices: [Device] {
        state.dismissed.sorted { $0.value > $1.value }.compactMap { state.devices[$0.key] }
    }

    /// Takes another device out: nothing that it commits from now on counts, unless another device took
    /// it before it heard of this.
    ///
    /// - Throws: ``SyncError``: `syncNotIn` or `syncDismissed` when this device does not count itself,
    ///   `syncNoDevice` when there is no such other device; or an error of the store.
    package func dismiss(_ id: DeviceID) throws { try dismiss([id]) }

    /// Takes other devices out, all at once.
    ///
    /// - Throws: What ``dismiss(_:)`` throws.
    func dismiss(_ ids: [DeviceID]) throws {
        guard !ids.isEmpty else { return }
        try reload()
        for id in ids { try requireOther(id) }
        try commit(ids.map { .dismissal($0) })
    }

    /// Lets the others know that this device has left: they take what it had committed before, and nothing
    /// more.
    ///
    /// What it has changed is handed over first, by ``synchronize(with:isIn:files:)``. When this was
    /// interrupted, it continues.
    ///
    /// - Parameter remote: Where the logs are kept.
    /// - Throws: ``SyncError`` when what is there of the log of this device is not what it knows; an error of
    ///   the remote or of the store.
    package func leave(at remote: any SyncRemote) async throws {
        try reload()
        if !hasLeft(device.id) {
            try requireCounting()
            try commit([.dismissal(device.id)])
        }
        var report = SyncReport()
        try await send(to: remote, after: memory.sent, &report)
        if let problem = report.problems.first { throw problem.error }
    }

    /// Makes sure that this device counts, and that another one does.
    ///
    /// - Throws: ``SyncError``: `syncNotIn`, `syncDismissed` or `syncNoDevice`.
    func requireOther(_ id: DeviceID) throws {
        try requireCounting()
        guard id != device.id, state.counts(id) else { throw SyncError.noDevice }
    }

    /// Makes sure that this device counts itself.
    ///
    /// - Throws: ``SyncError``: `syncNotIn` or `syncDismissed`.
    func requireCounting() throws {
        if let wrong = wrongWithThis { throw wrong }
        guard state.counts(device.id) else { throw SyncError.notIn }
    }

    /// What is wrong when this device was taken out, or has not finished leaving.
    var wrongWithThis: SyncError? {
        if hasLeft(device.id) { return .unfinishedLeaving }
        return state.dismissed[device.id].map { stamp in
            .dismissed(by: state.devices[stamp.device]?.name ?? stamp.device.description)
        }
    }

    /// Says how far this device has the log of one that was taken out: the others take as much.
    ///
    /// The commit says as well what the clock of this device says, when another one has to compare that with its
    /// own, or when it was set back.
    ///
    /// - Returns: Whether it had to be said.
    func answer() throws -> Bool {
        guard memory.owesAnswer || isSetBack, !isDismissed else { return false }
        try commit([] as [TimedChange], over: nil)
        return true
    }

    /// How many commits count of each device that was taken out: as many as another device had applied
    /// by one of its own commits that counts.
    ///
    /// What a device had committed when it left by itself counts.
    ///
    /// - Parameter news: What is new where the logs are kept. Who is taken out there is heard of at once.
    ///   Of several removals those count whose author is taken out by none of the others; where each is,
    ///   all count.
    func limits(with news: [SyncNews]) -> [DeviceID: UInt64] {
        let barred = Set(state.dismissed.keys).union(
            memory.known.filter { $0.value.isBarred }.keys)
        var limits = Dictionary(uniqueKeysWithValues: barred.map { ($0, known(of: $0)) })
        func counts(_ news: SyncNews) -> Bool {
            limits[news.author].map { news.number <= $0 } ?? true
        }
        while true {
            var isRaised = true
            while isRaised {
                isRaised = false
                for new in news where counts(new) {
                    for (device, number) in new.applied where device != new.author {
                        guard let limit = limits[device], limit < number else { continue }
                        limits[device] = number
                        isRaised = true
                    }
                }
            }
            let removals = news.filter { counts($0) && !$0.dismissed.isSubset(of: limits.keys) }
            let targets = Set(removals.flatMap { $0.dismissed.subtracting([$0.author]) })
            let free = removals.filter { !targets.contains($0.author) }
            guard !removals.isEmpty else { return limits }
            for removal in free.isEmpty ? removals : free {
                for device in removal.dismissed where limits[device] == nil {
                    let isLeaving = device == removal.author
                    limits[device] = max(known(of: device), isLeaving ? removal.number : 0)
                }
            }
            guard free.isEmpty else { continue }
            for removal in removals {
                limits[removal.author] = max(limits[removal.author] ?? 0, removal.number)
            }
        }
    }

    /// How many commits of a device others had, or the device that invited this one.
    private func known(of device: DeviceID) -> UInt64 {
        let known = memory.known[device, default: KnownDevice()]
        return max(known.vouched, known.pinned?.number ?? 0)
    }
}
