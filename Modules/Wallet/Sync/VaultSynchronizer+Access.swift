import TenonCore
import TenonSecurity
import WalletVault

extension VaultSynchronizer {
    /// Turns what was changed in the key slots of the vault into commits, and hands its key to those who lack it.
    func gatherAccess(isMeeting: Bool) async throws {
        if await replica.isWrappedTwice {
            try await replica.wrap(under: Array(vault.deviceKeys().suffix(1)))
        }
        let (name, slots) = (try await vault.keyName(), try await vault.sharedSlots())
        try await replica.note(slots, to: name, isMeeting: isMeeting)
        var shares: [DeviceID: [UInt8]] = [:]
        for (device, publicKey) in await replica.lacking(name) {
            do {
                shares[device] = try await vault.sealKey(
                    for: publicKey, info: Replica.info(of: name, for: device))
            } catch is SecurityError {
                // It announces what is no key; that stops nobody.
            }
        }
        if !shares.isEmpty { try await replica.hand(name, to: shares) }
    }

    /// Gives the vault the key and the key slots that all devices agree on.
    ///
    /// - Returns: Whether a passphrase opens the vault no longer because of another device.
    func settleAccess() async throws -> Bool {
        let name = try await vault.keyName()
        if let handed = await replica.handedKey(insteadOf: name) {
            let present = Array(try await vault.deviceKeys().suffix(1))
            let next = VaultManager.deviceKey(of: handed.key, in: replica.vault)
            // Whatever the process comes to, what is remembered opens with the vault as it is then.
            try await replica.wrap(under: present + [next])
            try await vault.take(handed.key, handed.slots)
            try await replica.wrap(under: [next])
            try await replica.use(vault.deviceKeys())
            try await replica.noteSettled(handed.slots, to: handed.name)
            return await replica.author(ofKey: handed.name) != replica.device.id
        }
        let slots = try await vault.sharedSlots()
        guard let agreed = await replica.agreedSlots(to: name, insteadOf: slots) else {
            return false
        }
        try await vault.follow(agreed)
        try await replica.noteSettled(agreed, to: name)
        return slots.contains { slot in
            slot.isPassphrase && !agreed.contains { $0.id == slot.id }
        }
    }
}
