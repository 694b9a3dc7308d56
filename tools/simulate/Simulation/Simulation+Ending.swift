import TenonCore
import WalletSync
import WalletVault

extension Simulation {
    /// Lets everything arrive everywhere, and compares.
    mutating func settle() async throws {
        for round in 0...2 * devices.count + 3 {
            // What was deleted is soon in no snapshot any more.
            for index in devices.indices where round <= devices.count {
                devices[index].clock.advance(by: snapshots.deletionPatience)
            }
            for index in devices.indices { try await exchangeAll(index) }
            if round > 0 { lost = [] }
        }
        for index in devices.indices { try reopen(index) }
        outcome.bytes = remote.byteCount
        let there = devices.filter { !$0.isOut }
        for device in there.dropFirst() { try await compare(device, with: there) }
        for device in there {
            await compareMembers(device)
            try await lookForValues(in: device)
            try await lookForErasedItems(in: device)
            if await device.replica.unsent > 0 { fail("a device kept something for itself") }
        }
        for device in there {
            for id in await device.replica.itemIDs {
                let former = try await device.replica.item(id)?.former ?? []
                if former.count >= ItemState.formerLimit { outcome.full += 1 }
            }
        }
        await checkDismissals(there)
    }

    /// Compares a device with those before it that count it, and that it counts.
    private mutating func compare(
        _ device: SimulatedDevice, with others: [SimulatedDevice]
    ) async throws {
        let replica = device.replica
        for first in others.map(\.replica) where first.device.id != replica.device.id {
            guard await first.doesCount(replica.device.id),
                await replica.doesCount(first.device.id)
            else { continue }
            if await replica.vector != first.vector { fail("devices have seen different commits") }
            if await replica.stateHash != first.stateHash { fail("states have different hashes") }
            for id in await first.itemIDs.union(replica.itemIDs) {
                let (mine, theirs) = (try await replica.item(id), try await first.item(id))
                guard mine?.fields != theirs?.fields || mine?.pastValues != theirs?.pastValues
                else { continue }
                fail("the item \(id) is not the same everywhere")
            }
            if await replica.dismissed != first.dismissed { fail("others are out elsewhere") }
            if await replica.fingerprint != first.fingerprint { fail("fingerprints differ") }
        }
    }

    /// Whoever counts for a device also counts it, unless somebody is out whom both depended on.
    private mutating func compareMembers(_ device: SimulatedDevice) async {
        let (id, replica) = (device.replica.device.id, device.replica)
        for other in devices where other.replica.device.id != id {
            guard await replica.doesCount(other.replica.device.id) else { continue }
            if other.isOut {
                // Nobody else takes the word of whoever took it out.
                guard let author = await other.replica.dismisser else { continue }
                if await replica.doesCount(author) { fail("a device stopped that counts") }
            } else if await !other.replica.doesCount(id) {
                let isOut = await other.replica.dismissed.contains(id)
                guard let inviter = device.inviter else {
                    fail("the first device does not count")
                    continue
                }
                let isExplained = await !other.replica.doesCount(inviter)
                if isOut || !isExplained { fail("a device counts for itself only") }
            }
        }
    }

    /// Looks for each value that was acknowledged, and that the device has heard of.
    private mutating func lookForValues(in device: SimulatedDevice) async throws {
        let replica = device.replica
        let vector = await replica.vector
        for value in written where value.number <= vector.number(of: value.device) {
            guard let item = try await replica.item(value.item) else {
                fail("an item is lost")
                continue
            }
            let isThere = (item.fields[value.field] ?? []).contains { $0.value == value.value }
            let isFormer = item.former.contains {
                $0.field == value.field && $0.value == value.value
            }
            if isThere || isFormer { outcome.values += 1 }
            guard !isThere, !isFormer, !wasDeleted(value) else { continue }
            guard let stamp = value.stamp else {
                fail("a value of the item \(value.item) was never there")
                continue
            }
            // Others may have taken its place, but none that was set before.
            let later = item.former.count(where: { $0.stamp >= stamp })
            guard later < ItemState.formerLimit else { continue }
            fail("a value of the item \(value.item) is lost")
        }
    }

    /// Whether an item was deleted for good where a value of it was known.
    private func wasDeleted(_ value: Written) -> Bool {
        (deleted[value.item] ?? []).contains { $0.number(of: value.device) >= value.number }
    }

    /// Makes sure that only a mark is left of items that were deleted for good.
    private mutating func lookForErasedItems(in device: SimulatedDevice) async throws {
        for id in deleted.keys {
            guard let item = try await device.replica.item(id), item.removal == .purged else {
                continue
            }
            outcome.erased += 1
            if item.fields.map(\.key) != [.presence] || !item.former.isEmpty {
                fail("something is left of the deleted item \(id)")
            }
        }
    }
}

extension ItemState {
    /// The former values of fields.
    ///
    /// Their times are left out: where clocks are days apart, a value that was set twice has that of either.
    fileprivate var pastValues: [ItemField: Set<String>] {
        Dictionary(grouping: former, by: \.field).mapValues { Set($0.map { $0.value.reveal() }) }
    }
}
