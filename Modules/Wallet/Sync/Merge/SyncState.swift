import TenonSecurity
import WalletVault

/// What all devices agree on: the items, the devices, and a hash of both.
struct SyncState: Sendable {
    /// The items, including those that were removed.
    private(set) var items: [ItemID: ItemState] = [:]
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
    init(key: HMACSHA256) { self.key = key }

    /// The state that is made of items and devices.
    init(key: HMACSHA256, loading step: Step) {
        self.init(key: key)
        var step = step
        for (id, item) in step.items { step.sum += summand(id, item) }
        for device in step.devices.values { step.sum += summand(device) }
        for (admission, stamp) in step.admissions {
            step.sum += summand(admission.newcomer, stamp, of: .admission)
        }
        for (id, stamp) in step.dismissed { step.sum += summand(id, stamp, of: .dismissal) }
        if let access = step.access { step.sum += summand(access) }
        adopt(step)
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
    func applying(
        _ changes: [TimedChange], by device: DeviceID, _ number: UInt64, seen: VersionVector
    ) -> Step {
        var step = unchanged
        var seen = seen
        // An author has seen everything in its own log.
        seen.positions[device] = LogPosition(number: number, hash: [])
        for change in changes {
            switch change.change {
            case .fields(let id, let values):
                let stamp = Stamp(time: change.time, device: device, number: number)
                var item = step.items[id] ?? items[id] ?? ItemState()
                for (field, value) in values { item.set(field, to: value, stamp, over: seen) }
                step.items[id] = item
            case .former(let id, let values):
                var item = step.items[id] ?? items[id] ?? ItemState()
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
                var item = step.items[id] ?? items[id] ?? ItemState()
                item.erase(stamp, over: seen)
                step.items[id] = item
            case .removal(let id, let removal):
                var item = step.items[id] ?? items[id] ?? ItemState()
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
            // Devices remember it beside the state: versions that do not know it have the same hash.
            case .snapshot: break
            case .announcement, .key, .slot, .slotRemoval:
                let stamp = Stamp(time: change.time, device: device, number: number)
                var access = step.access ?? self.access
                if access.apply(change.change, stamp) { step.access = access }
            }
        }
        addUp(&step)
        return step
    }

    /// What comes of it when what another device knew is taken over; the state stays as it is.
    ///
    /// - Parameters:
    ///   - other: What the other device knew.
    ///   - seen: How far all logs are here.
    ///   - otherSeen: How far they were there.
    func joining(_ other: Step, seen: VersionVector, _ otherSeen: VersionVector) -> Step {
        var step = unchanged
        for id in Set(items.keys).union(other.items.keys) {
            let (mine, theirs) = (items[id] ?? ItemState(), other.items[id] ?? ItemState())
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
        addUp(&step)
        return step
    }

    /// Adds what a step changes to its sum.
    private func addUp(_ step: inout Step) {
        for (id, item) in step.items {
            if let old = items[id] { step.sum -= summand(id, old) }
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
    mutating func adopt(_ step: Step) {
        items.merge(step.items) { $1 }
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
