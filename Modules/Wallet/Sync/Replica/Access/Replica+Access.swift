import TenonCore
import TenonSecurity
package import WalletVault

/// A key that the vault was given on another machine, as it was handed to this one.
struct HandedKey {
    let name: ItemID
    let key: SecretBytes
    let slots: [SharedSlot]
}

extension Replica {
    /// Takes devices out, and hands another key of the vault to all that stay.
    ///
    /// The commit is made under the former key, which they have as well. So it says nothing of what opens the
    /// new key: ``give(_:to:)`` does, once they read nothing more. Until then the vault keeps the
    /// former one.
    ///
    /// Recovery sheets go: what is on them opens the former key.
    ///
    /// - Parameters:
    ///   - new: The key, which the vault gets when both are brought together.
    ///   - ids: The devices; none when all stay.
    /// - Throws: ``SyncError``: `syncNotIn`, `syncDismissed` or `syncNoDevice`.
    package func change(keyTo new: NewVaultKey, dismissing ids: [DeviceID]) throws {
        try reload()
        try requireCounting()
        for id in ids { try requireOther(id) }
        let leaving = Set(sheets.map(\.id) + ids)
        var shares: [DeviceID: [UInt8]] = [:]
        for device in state.counted where !leaving.contains(device.id) {
            guard
                let publicKey = device.id == self.device.id
                    ? agreement.publicKey : state.access.announcements[device.id]?.publicKey
            else { continue }
            // One that announces what is no key gets none, and stops nobody.
            shares[device.id] = try? HybridEncryption.seal(
                new.key, for: publicKey, info: Self.info(of: new.name, for: device.id))
        }
        // Others may be quicker, and commit under it.
        let next = VaultManager.deviceKey(of: new.key, in: vault)
        memory.learned.append(next)
        try open(under: next)
        // At once: nobody has one without the other.
        try commit(leaving.sorted().map { .dismissal($0) } + [.key(new.name, shares: shares)])
    }

    /// Says what opens a key that was handed over, in a commit under that key.
    ///
    /// Nothing is said when the vault was given a later key meanwhile, or when it was never handed over.
    ///
    /// - Throws: ``SyncError``: `syncNotIn` or `syncDismissed`.
    package func give(_ slots: [SharedSlot], to name: ItemID) throws {
        try reload()
        try requireCounting()
        let later = memory.settledKey.map { state.access.keyNames(after: $0) }
        guard state.access.keys[name]?.stamp != nil, later?.contains(name) != false,
            let key = share(of: name)
        else { return }
        var clock = memory.clock
        let now = now()
        try commit(
            slots.map { TimedChange(clock.next(now), .slot(name, $0)) }, over: nil,
            under: .key(VaultManager.deviceKey(of: key, in: vault)))
    }

    /// A key of the vault that was handed to this device; `nil` for any other one.
    private func share(of name: ItemID) -> SecretBytes? {
        guard let share = state.access.keys[name]?.shares[device.id] else { return nil }
        return try? agreement.open(share.sealed, for: Self.info(of: name, for: device.id))
    }

    /// What the next commit is sealed under.
    ///
    /// It is the last key that opens with a passphrase, even before the vault here has it: what devices agree on
    /// by then is for nobody who has the former key only.
    var presentKey: CommitSealer.Key {
        guard let name = memory.settledKey, let handed = handedKey(insteadOf: name) else {
            return .present
        }
        return .key(VaultManager.deviceKey(of: handed.key, in: vault))
    }

    /// What a key is sealed for, so that it opens for nothing else.
    static func info(of name: ItemID, for device: DeviceID) -> [UInt8] {
        Array("wallet sync 1 key".utf8) + ItemCoding.bytes(of: name) + device.bytes
    }

    // MARK: From the vault

    /// Says what keys can be sealed for this device, and what key slots of its vault were made and taken
    /// away since both were last brought together.
    ///
    /// - Parameter isMeeting: Whether the vault is here for the first time, or an older copy: then what
    ///   others agree on counts.
    func note(_ slots: [SharedSlot], to name: ItemID, isMeeting: Bool) throws {
        try reload()
        var changes: [Change] = []
        if state.access.announcements[device.id] == nil {
            changes.append(.announcement(publicKey: agreement.publicKey, keyName: name))
        }
        let agreed = state.access.keys[name]?.slots ?? [:]
        let isFollowing = !isMeeting && memory.settledKey == name
        if agreed.isEmpty || isFollowing || memory.replacesPassphrases {
            let made = slots.filter { slot in
                agreed[slot.id] == nil && (agreed.isEmpty || isFollowing || slot.isPassphrase)
            }
            changes += made.map { .slot(name, $0) }
        }
        var gone: Set<ItemID> = isFollowing ? memory.settledSlots : []
        if memory.replacesPassphrases {
            gone.formUnion(state.access.slots(to: name).filter(\.isPassphrase).map(\.id))
        }
        gone.subtract(slots.map(\.id))
        changes += gone.sorted().filter { agreed[$0] != .some(nil) }.map { .slotRemoval(name, $0) }
        if !changes.isEmpty { try commit(changes) }
        try noteSettled(slots, to: name)
    }

    /// Lets the passphrases of the vault of this machine be those that count on all, as soon as they are known.
    func replacePassphrases() throws {
        var next = memory
        next.replacesPassphrases = true
        try save(next, [:])
        memory = next
    }

    /// Remembers the key slots of the vault that it has.
    func noteSettled(_ slots: [SharedSlot], to name: ItemID) throws {
        var next = memory
        (next.settledKey, next.settledSlots) = (name, Set(slots.map(\.id)))
        next.replacesPassphrases = false
        guard
            next.settledKey != memory.settledKey || next.settledSlots != memory.settledSlots
                || memory.replacesPassphrases
        else { return }
        try save(next, [:])
        memory = next
    }

    /// Whether a device has a key of the vault, or may have it.
    ///
    /// - Parameter name: The key that the vault has here.
    func has(_ id: DeviceID, key name: ItemID) -> Bool {
        guard let key = state.access.keys[name], key.stamp != nil, key.shares[id] == nil,
            let said = state.access.announcements[id]
        else { return true }
        return said.keyName == name
    }

    /// The devices that have not been handed the key of the vault, with what it is sealed for.
    ///
    /// That is so when one was let in while another one gave the vault the key.
    ///
    /// - Parameter name: The key that the vault has here.
    func lacking(_ name: ItemID) -> [DeviceID: [UInt8]] {
        guard let key = state.access.keys[name], key.stamp != nil, state.counts(device.id) else {
            return [:]
        }
        let without = state.counted.compactMap { device in
            state.access.announcements[device.id].map { (device.id, $0) }
        }.filter { id, said in
            id != device.id && key.shares[id] == nil && said.keyName != name
        }
        return Dictionary(uniqueKeysWithValues: without.map { ($0, $1.publicKey) })
    }

    // MARK: For the vault

    /// The key that the vault should have, if it is another one than it has, and was handed over: the last
    /// one of those that were given after it.
    ///
    /// One that does not open, or that no passphrase would open, is passed over: whoever made it is at fault,
    /// and all else goes on.
    func handedKey(insteadOf name: ItemID) -> HandedKey? {
        for wanted in state.access.keyNames(after: name) {
            let slots = state.access.slots(to: wanted)
            guard slots.contains(where: \.isPassphrase), let key = share(of: wanted) else {
                continue
            }
            return HandedKey(name: wanted, key: key, slots: slots)
        }
        return nil
    }

    /// The device that has given the vault a key; `nil` for the first one.
    func author(ofKey name: ItemID) -> DeviceID? { state.access.keys[name]?.stamp?.device }

    /// The key slots that the vault should have, if they are others; `nil` when that is not known.
    ///
    /// They are those of the key that it has, whether or not it was given another one that is not here: that
    /// one may never come.
    func agreedSlots(to name: ItemID, insteadOf slots: [SharedSlot]) -> [SharedSlot]? {
        let agreed = state.access.slots(to: name)
        let isSame = Set(agreed.map(\.id)) == Set(slots.map(\.id))
        return isSame || !agreed.contains(where: \.isPassphrase) ? nil : agreed
    }

    /// Lets what this device remembers be opened under these keys of the vault, and no others.
    func wrap(under keys: [SecretBytes]) throws {
        try store.save(rows.wrapped(vault: vault, under: keys))
        isWrappedTwice = keys.count > 1
    }

    // MARK: From others

    /// Hands the key of the vault to devices that have a former one.
    ///
    /// The commit is made under the first key, which they have, so that they can open it before all others.
    func hand(_ name: ItemID, to shares: [DeviceID: [UInt8]]) throws {
        try reload()
        var clock = memory.clock
        let change = Change.key(name, shares: shares)
        try commit(
            [TimedChange(try time(of: change, clock.next(now())), change)], over: nil,
            under: .first)
    }

    /// Looks further on in a log, from a commit that was made under a key that is not here, for one that hands
    /// it to this device.
    ///
    /// What does not open is passed over.
    ///
    /// - Returns: Whether there is one; then commits under it open.
    func findKey(
        in author: Device, upTo end: UInt64, at remote: ReadAheadRemote
    ) async throws -> Bool {
        var log = LogReader(author: author, order: .chained, end: position(of: author.id))
        while log.end.number < end, let commit = try await log.next(at: remote) {
            let content = try? log.open(commit, with: sealer)
            // Those that are here already have not opened it.
            let handed = keys(in: content?.changes ?? []).filter { !memory.learned.contains($0) }
            guard handed.isEmpty else {
                var next = memory
                next.learned += handed
                try save(next, [:])
                memory = next
                for key in handed { try open(under: key) }
                return true
            }
            log.pass(commit)
        }
        return false
    }

    /// The keys of the vault for synchronising that changes hand to this device.
    nonisolated func keys(in changes: [TimedChange]) -> [SecretBytes] {
        changes.compactMap { timed in
            guard case .key(let name, let shares) = timed.change, let sealed = shares[device.id],
                let key = try? agreement.open(sealed, for: Self.info(of: name, for: device.id))
            else { return nil }
            return VaultManager.deviceKey(of: key, in: vault)
        }
    }
}
