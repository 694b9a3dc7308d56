import SeededRandom
import TenonCore
import WalletSync
import WalletVault

extension VaultSimulation {
    /// A copy of a vault, and the key that it has.
    struct Backup {
        let path: String
        let keyName: ItemID
    }

    mutating func back(up index: Int) async throws {
        let path = "\(places[index].machine.folder)/backup \(outcome.steps).db"
        let machine = places[index].machine
        places[index].backup = Backup(
            path: try await machine.maintenance.backup(to: path),
            keyName: try await machine.vault.keyName())
    }

    /// Gives the vault another key, or wraps the one that it has once more.
    mutating func changeKey(_ index: Int) async throws {
        let machine = places[index].machine
        // One that has not heard yet that it was let in is told to synchronise first.
        guard await machine.replica.doesCount(machine.replica.device.id) else { return }
        outcome.keys += 1
        if Bool.random(using: &random) {
            try await machine.changeKey()
        } else {
            try await machine.vault.changePassphrase(
                from: SimulatedMachine.passphrase, to: SimulatedMachine.passphrase)
        }
    }

    mutating func restore(_ index: Int) async throws {
        // One with another key does not fit to what the machine remembers: it would have to join again.
        guard let backup = places[index].backup,
            try await backup.keyName == places[index].machine.vault.keyName()
        else { return }
        outcome.restores += 1
        try await places[index].machine.restore(backup.path, byHand: Bool.random(using: &random))
        places[index].pending = []
    }
}
