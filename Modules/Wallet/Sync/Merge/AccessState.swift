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

extension AccessState: FieldRecord {
    /// Its fields, always in the same order; one with others is from a newer version.
    static let layout: RecordLayout<Self> = RecordLayout(
        RecordField(entries: 1, \Self.announcements), RecordField(entries: 2, \Self.keys),
        unknown: .refused(SyncError.newerFormat), damage: SyncError.localState()
    ) { AccessState(keys: $1, announcements: $0) }
}

extension AccessState.Announcement: FieldRecord {
    /// Its fields; one with others is from a newer version.
    static let layout: RecordLayout<Self> = RecordLayout(
        RecordField(1, \Self.number), RecordField(2, \Self.publicKey),
        RecordField(3, \Self.keyName), unknown: .refused(SyncError.newerFormat),
        damage: SyncError.localState()
    ) { AccessState.Announcement(number: $0, publicKey: $1, keyName: $2) }
}

extension AccessState.Share: FieldRecord {
    /// Its fields; one with others is from a newer version.
    static let layout: RecordLayout<Self> = RecordLayout(
        RecordField(1, \Self.stamp), RecordField(2, \Self.sealed),
        unknown: .refused(SyncError.newerFormat), damage: SyncError.localState()
    ) { AccessState.Share(stamp: $0, sealed: $1) }
}

extension AccessState.Key: FieldRecord {
    /// Its fields; one with others is from a newer version.
    static let layout: RecordLayout<Self> = RecordLayout(
        RecordField(optional: 1, \Self.stamp), RecordField(entries: 2, \Self.shares),
        RecordField(list: 3, \Self.presentSlots), RecordField(set: 4, \Self.removedSlots),
        unknown: .refused(SyncError.newerFormat), damage: SyncError.localState()
    ) { stamp, shares, present, removed in
        var key = AccessState.Key(stamp: stamp, shares: shares)
        for slot in present { key.slots[slot.id] = slot }
        for id in removed { key.slots[id] = .some(nil) }
        return key
    }

    private var presentSlots: [SharedSlot] {
        slots.values.compactMap(\.self).sorted { $0.id < $1.id }
    }

    private var removedSlots: Set<ItemID> { Set(slots.filter { $0.value == nil }.keys) }
}
