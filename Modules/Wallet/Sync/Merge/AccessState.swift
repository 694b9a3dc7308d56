import TenonCore
import TenonSecurity
import WalletVault

/// The keys of the vault, as all devices agree on them: the key slots of each, and the devices that
/// each was handed to.
struct AccessState: Sendable, Equatable {
    /// A key of the vault.
    struct Key: Sendable, Equatable {
        /// When it was given to the vault; `nil` for the one that the vault began with.
        var stamp: Stamp?
        /// The key, sealed for each device that it was handed to.
        var shares: [DeviceID: Share] = [:]
        /// The key slots that wrap it; one without a value was removed, for good.
        var slots: [ItemID: SharedSlot?] = [:]
    }

    /// A key, sealed for a device.
    struct Share: Sendable, Equatable {
        let stamp: Stamp
        let sealed: [UInt8]
    }

    /// What a device announces of itself.
    struct Announcement: Sendable, Equatable {
        /// The number of the commit that announces it.
        let number: UInt64
        /// The public key that keys are sealed for.
        let publicKey: [UInt8]
        /// The key of the vault that the device had by then.
        let keyName: ItemID
    }

    /// The keys by their names.
    private(set) var keys: [ItemID: Key] = [:]
    /// What devices announce, among it what keys are sealed for.
    private(set) var announcements: [DeviceID: Announcement] = [:]

    /// Whether nothing is known of it yet.
    var isEmpty: Bool { keys.isEmpty && announcements.isEmpty }

    /// The names of the keys that the vault was given after one, the last one first.
    func keyNames(after name: ItemID) -> [ItemID] {
        let present = keys[name]?.stamp
        return keys.compactMap { name, key in key.stamp.map { (name: name, stamp: $0) } }
            .filter { given in present.map { given.stamp > $0 } ?? true }
            .sorted { $0.stamp > $1.stamp }.map(\.name)
    }

    /// The present key slots of a key, the same on all devices: when there are more than a vault
    /// can have, those that were made first.
    func slots(to name: ItemID) -> [SharedSlot] {
        let slots = keys[name]?.slots.values.compactMap(\.self) ?? []
        return Array(
            slots.map { (slot: $0, created: $0.created.milliseconds) }
                .sorted { ($0.created, $0.slot.id) < ($1.created, $1.slot.id) }
                .map(\.slot).prefix(SharedSlot.limit))
    }

    /// The keys of the vault for synchronising that a device was handed.
    func keys(
        for device: DeviceID, _ agreement: HybridEncryption.KeyPair, of vault: ItemID
    ) -> [SecretBytes] {
        keys.compactMap { name, key in
            guard let share = key.shares[device],
                let opened = try? agreement.open(
                    share.sealed, for: Replica.info(of: name, for: device))
            else { return nil }
            return VaultManager.deviceKey(of: opened, in: vault)
        }
    }

    /// Takes over what a change says; `false` when it says nothing of this.
    ///
    /// The outcome is the same in whatever order changes come.
    mutating func apply(_ change: Change, _ stamp: Stamp) -> Bool {
        switch change {
        case .announcement(let publicKey, let keyName):
            if let known = announcements[stamp.device], known.number >= stamp.number { break }
            announcements[stamp.device] = Announcement(
                number: stamp.number, publicKey: publicKey, keyName: keyName)
        case .key(let name, let shares):
            var key = keys[name] ?? Key()
            key.stamp = key.stamp.map { min($0, stamp) } ?? stamp
            for (device, sealed) in shares {
                if let known = key.shares[device], known.stamp <= stamp { continue }
                key.shares[device] = Share(stamp: stamp, sealed: sealed)
            }
            keys[name] = key
        case .slot(let name, let slot):
            var key = keys[name] ?? Key()
            // Two devices may add the same one; one that was removed never comes back.
            switch key.slots[slot.id] {
            case nil: key.slots[slot.id] = slot
            case .some(let known?) where slot.bytes.lexicographicallyPrecedes(known.bytes):
                key.slots[slot.id] = slot
            case .some: break
            }
            keys[name] = key
        case .slotRemoval(let name, let id):
            keys[name, default: Key()].slots[id] = .some(nil)
        case .fields, .former, .removal, .device, .dismissal, .snapshot: return false
        }
        return true
    }

    /// What comes of what two devices know, as if each had applied what the other has.
    func joined(_ other: AccessState) -> AccessState {
        var joined = self
        joined.announcements.merge(other.announcements) { $0.number >= $1.number ? $0 : $1 }
        joined.keys.merge(other.keys) { mine, theirs in
            var key = mine
            key.stamp = [mine.stamp, theirs.stamp].compactMap(\.self).min()
            key.shares.merge(theirs.shares) { $0.stamp <= $1.stamp ? $0 : $1 }
            key.slots.merge(theirs.slots) { first, second in
                guard let first, let second else { return nil }
                return second.bytes.lexicographicallyPrecedes(first.bytes) ? second : first
            }
            return key
        }
        return joined
    }
}

extension AccessState {
    private enum Tag {
        static let announcement = 1
        static let key = 2
        static let device = 3
        static let number = 4
        static let publicKey = 5
        static let name = 6
        static let stamp = 7
        static let share = 8
        static let slot = 9
        static let sealed = 10
    }

    /// Reads what ``write(to:)`` wrote.
    ///
    /// - Throws: ``SyncError``: `syncNewerFormat` when a newer version wrote more than this one knows;
    ///   `syncLocalState` for anything else.
    init(reading bytes: UnsafeRawBufferPointer) throws {
        var reader = FieldReader(bytes)
        while let field = try reader.next() {
            switch field.tag {
            case Tag.announcement: try readAnnouncement(field.value)
            case Tag.key: try readKey(field.value)
            default: throw SyncError.newerFormat
            }
        }
    }

    /// Writes all of it, always in the same order.
    func write(to writer: SecretWriter) {
        for (device, said) in announcements.sorted(by: { $0.key < $1.key }) {
            writer.field(Tag.announcement) { inner in
                inner.field(Tag.device) { $0.bytes(device.bytes) }
                inner.field(Tag.number, Int64(bitPattern: said.number))
                inner.field(Tag.publicKey) { $0.bytes(said.publicKey) }
                inner.field(Tag.name) { $0.bytes(ItemCoding.bytes(of: said.keyName)) }
            }
        }
        for (name, key) in keys.sorted(by: { $0.key < $1.key }) {
            writer.field(Tag.key) { inner in
                inner.field(Tag.name) { $0.bytes(ItemCoding.bytes(of: name)) }
                if let stamp = key.stamp { inner.field(Tag.stamp, stamp.write) }
                for (device, share) in key.shares.sorted(by: { $0.key < $1.key }) {
                    inner.field(Tag.share) { inner in
                        inner.field(Tag.device) { $0.bytes(device.bytes) }
                        inner.field(Tag.stamp, share.stamp.write)
                        inner.field(Tag.sealed) { $0.bytes(share.sealed) }
                    }
                }
                for (id, slot) in key.slots.sorted(by: { $0.key < $1.key }) {
                    inner.field(Tag.slot) { inner in
                        inner.field(Tag.name) { $0.bytes(ItemCoding.bytes(of: id)) }
                        if let slot { inner.field(Tag.sealed) { $0.bytes(slot.bytes) } }
                    }
                }
            }
        }
    }

    private mutating func readAnnouncement(_ bytes: UnsafeRawBufferPointer) throws {
        let record = try Record(bytes)
        guard let device = record.device, let name = record.name else {
            throw SyncError.localState()
        }
        announcements[device] = Announcement(
            number: record.number, publicKey: record.publicKey, keyName: name)
    }

    private mutating func readKey(_ bytes: UnsafeRawBufferPointer) throws {
        let record = try Record(bytes)
        guard let name = record.name else { throw SyncError.localState() }
        var key = Key(stamp: record.stamp)
        for share in record.shares {
            guard let device = share.device, let stamp = share.stamp, let sealed = share.sealed
            else { throw SyncError.localState() }
            key.shares[device] = Share(stamp: stamp, sealed: sealed)
        }
        for slot in record.slots {
            guard let id = slot.name else { throw SyncError.localState() }
            key.slots[id] = .some(slot.sealed.map { SharedSlot(id: id, bytes: $0) })
        }
        keys[name] = key
    }

    /// The fields of an announcement, of a key, or of a part of one.
    private struct Record {
        var device: DeviceID?
        var name: ItemID?
        var number: UInt64 = 0
        var publicKey: [UInt8] = []
        var stamp: Stamp?
        var sealed: [UInt8]?
        var shares: [Record] = []
        var slots: [Record] = []

        init(_ bytes: UnsafeRawBufferPointer) throws {
            var reader = FieldReader(bytes)
            while let field = try reader.next() {
                switch field.tag {
                case Tag.device: device = DeviceID(bytes: Array(field.value))
                case Tag.name: name = ItemCoding.id(field.value)
                case Tag.number: number = UInt64(bitPattern: field.number)
                case Tag.publicKey: publicKey = Array(field.value)
                case Tag.stamp: stamp = Stamp(reading: field.value)
                case Tag.sealed: sealed = Array(field.value)
                case Tag.share: shares.append(try Record(field.value))
                case Tag.slot: slots.append(try Record(field.value))
                default: throw SyncError.newerFormat
                }
            }
        }
    }
}
