import TenonSecurity
import WalletVault

/// What all devices agree on: the items, the devices, and a hash of both.
struct SyncState: Sendable {
    /// The items, including those that were removed.
    private(set) var items: SealedItems
    /// The devices that were ever admitted.
    private(set) var devices: [DeviceID: Device] = [:]
    /// Who admitted them, and when: the first change of each author.
    private(set) var admissions: [Admission: Stamp] = [:]
    /// The dismissed devices, and the first change that did it: none comes back with the same key.
    private(set) var dismissed: [DeviceID: Stamp] = [:]
    /// The keys of the vault.
    private(set) var access = AccessState()
    private var sum = MultisetSum()
    private let key: HMACSHA256

    /// The effect of the changes of one commit.
    struct Step {
        /// The items that they change, as they are afterwards.
        var items: [ItemID: ItemState] = [:]
        /// The devices that they admit.
        var devices: [DeviceID: Device] = [:]
        /// The first changes that admit devices.
        var admissions: [Admission: Stamp] = [:]
        /// The devices that they dismiss.
        var dismissed: [DeviceID: Stamp] = [:]
        /// The keys of the vault, if they change.
        var access: AccessState?
        fileprivate(set) var sum: MultisetSum
        /// The hash of the state with them.
        var hash: [UInt8] {
            let writer = SecretWriter(capacity: 32)
            sum.write(to: writer)
            return writer.withBytes { Array($0) }
        }
    }

    /// The state before any commit.
    ///
    /// - Parameters:
    ///   - key: The key of the hash.
    ///   - sealer: Seals what is known of items.
    init(key: HMACSHA256, sealedBy sealer: RowSealer) {
        self.key = key
        items = SealedItems(sealedBy: sealer)
    }

    /// Takes the row of an item from the store.
    ///
    /// - Throws: ``SyncError`` (`syncLocalState`) when it does not open.
    mutating func load(_ id: ItemID, _ row: [UInt8]) throws {
        sum += summand(id, try items.load(id, row))
    }

    /// Takes what was found elsewhere in, and adds it to the hash.
    mutating func load(_ step: Step) throws {
        var step = step
        step.sum = sum
        try addUp(&step)
        adopt(step, try items.sealed(step.items))
    }

    /// The hash of the state with what was found elsewhere.
    func hash(with step: Step) throws -> [UInt8] {
        var step = step
        step.sum = sum
        try addUp(&step)
        return step.hash
    }

    /// The effect of a step on an item so far.
    private func item(_ id: ItemID, _ step: Step) throws -> ItemState {
        try step.items[id] ?? items.item(id) ?? ItemState()
    }

    /// The devices that count: admitted, and not dismissed.
    var counted: [Device] {
        devices.values.filter { dismissed[$0.id] == nil }.sorted { $0.id < $1.id }
    }

    /// Whether a device counts.
    func counts(_ id: DeviceID) -> Bool { devices[id] != nil && dismissed[id] == nil }

    /// The effect of no changes.
    var unchanged: Step { Step(sum: sum) }

    /// The hash of the state.
    var hash: [UInt8] { unchanged.hash }

    /// The effect of changes; the state stays as it is.
    ///
    /// - Parameters:
    ///   - device: Who made them.
    ///   - number: The number of their commit.
    ///   - seen: What their author had seen.
    /// - Throws: ``SyncError`` (`syncLocalState`) when an item does not open.
    func applying(
        _ changes: [TimedChange], by device: DeviceID, _ number: UInt64, seen: VersionVector
    ) throws -> Step {
        var step = unchanged
        var seen = seen
        // An author has seen everything in its own log.
        seen.positions[device] = LogPosition(number: number, hash: [])
        for change in changes {
            switch change.change {
            case .fields(let id, let values):
                let stamp = Stamp(time: change.time, device: device, number: number)
                var item = try item(id, step)
                for (field, value) in values { item.set(field, to: value, stamp, over: seen) }
                step.items[id] = item
            case .former(let id, let values):
                var item = try item(id, step)
                for past in values where item.hasErasures(seen) {
                    let stamp = Stamp(
                        time: HybridTime(past.time), device: device, number: number)
                    item.keep(
                        FormerValue(
                            field: past.field, value: past.value, stamp: stamp, isTold: true))
                }
                step.items[id] = item
            case .removal(let id, .purged):
                let stamp = Stamp(time: change.time, device: device, number: number)
                var item = try item(id, step)
                item.erase(stamp, over: seen)
                step.items[id] = item
            case .removal(let id, let removal):
                var item = try item(id, step)
                item.remove(removal, over: seen)
                step.items[id] = item
            case .device(let newcomer):
                let stamp = Stamp(time: change.time, device: device, number: number)
                let admission = Admission(newcomer: newcomer.id, author: device)
                let first = step.admissions[admission] ?? admissions[admission]
                if newcomer.id != device, first.map({ stamp < $0 }) ?? true {
                    step.admissions[admission] = stamp
                }
                // If it was admitted twice at the same time, it gets the same name everywhere.
                let known = step.devices[newcomer.id] ?? devices[newcomer.id]
                if let known, known.name <= newcomer.name { continue }
                step.devices[newcomer.id] = newcomer
            case .dismissal(let id):
                let stamp = Stamp(time: change.time, device: device, number: number)
                if let known = step.dismissed[id] ?? dismissed[id], known <= stamp { continue }
                step.dismissed[id] = stamp
            // Devices remember it beside the state.
            case .snapshot: break
            case .announcement, .key, .slot, .slotRemoval:
                let stamp = Stamp(time: change.time, device: device, number: number)
                var access = step.access ?? self.access
                if access.apply(change.change, stamp) { step.access = access }
            }
        }
        try addUp(&step)
        return step
    }

    /// What comes of it when what another device knew is taken over; the state stays as it is.
    ///
    /// - Parameters:
    ///   - other: What the other device knew.
    ///   - seen: How far all logs are here.
    ///   - otherSeen: How far they were there.
    /// - Throws: ``SyncError`` (`syncLocalState`) when an item does not open.
    func joining(
        _ other: Step, seen: VersionVector, _ otherSeen: VersionVector
    ) throws -> Step {
        var step = unchanged
        for id in Set(items.ids).union(other.items.keys) {
            let mine = try items.item(id) ?? ItemState()
            let theirs = other.items[id] ?? ItemState()
            let joined = mine.joined(theirs, seen: seen, otherSeen)
            if joined != mine { step.items[id] = joined }
        }
        for (id, device) in other.devices {
            if let known = devices[id], known.name <= device.name { continue }
            step.devices[id] = device
        }
        for (admission, stamp) in other.admissions {
            if let known = admissions[admission], known <= stamp { continue }
            step.admissions[admission] = stamp
        }
        for (id, stamp) in other.dismissed {
            if let known = dismissed[id], known <= stamp { continue }
            step.dismissed[id] = stamp
        }
        let joined = access.joined(other.access ?? AccessState())
        if joined != access { step.access = joined }
        try addUp(&step)
        return step
    }

    /// Adds what a step changes to its sum.
    private func addUp(_ step: inout Step) throws {
        for (id, item) in step.items {
            if let old = try items.item(id) { step.sum -= summand(id, old) }
            step.sum += summand(id, item)
        }
        for device in step.devices.values {
            if let old = devices[device.id] { step.sum -= summand(old) }
            step.sum += summand(device)
        }
        for (admission, stamp) in step.admissions {
            let id = admission.newcomer
            if let old = admissions[admission] { step.sum -= summand(id, old, of: .admission) }
            step.sum += summand(id, stamp, of: .admission)
        }
        for (id, stamp) in step.dismissed {
            if let old = dismissed[id] { step.sum -= summand(id, old, of: .dismissal) }
            step.sum += summand(id, stamp, of: .dismissal)
        }
        if let access = step.access {
            if !self.access.isEmpty { step.sum -= summand(self.access) }
            step.sum += summand(access)
        }
    }

    /// Adopts the effect of changes.
    ///
    /// - Parameter rows: Its items, sealed by ``items``.
    mutating func adopt(_ step: Step, _ rows: [ItemID: [UInt8]]) {
        items.merge(step.items, as: rows)
        devices.merge(step.devices) { $1 }
        admissions.merge(step.admissions) { $1 }
        dismissed.merge(step.dismissed) { $1 }
        access = step.access ?? access
        sum = step.sum
    }

    private func summand(_ id: ItemID, _ item: ItemState) -> MultisetSum {
        key.summand { writer in
            writer.integer(UInt8(1))
            writer.bytes(ItemCoding.bytes(of: id))
            item.writeFields(to: writer)
        }
    }

    /// What the first change of a kind about a device adds, by the number that it has in the sum.
    private enum Summand: UInt8 {
        case dismissal = 3
        case admission = 5
    }

    private func summand(_ id: DeviceID, _ stamp: Stamp, of kind: Summand) -> MultisetSum {
        key.summand { writer in
            writer.integer(kind.rawValue)
            writer.bytes(id.bytes)
            stamp.write(to: writer)
        }
    }

    private func summand(_ access: AccessState) -> MultisetSum {
        key.summand { writer in
            writer.integer(UInt8(4))
            access.write(to: writer)
        }
    }

    private func summand(_ device: Device) -> MultisetSum {
        key.summand { writer in
            writer.integer(UInt8(2))
            writer.bytes(device.publicKey)
            writer.bytes(Array(device.name.utf8))
        }
    }
}
