import TenonCore
import WalletVault

extension Replica {
    /// Gives the parts of an item the values that a machine gave them, or that count now.
    ///
    /// At once: a value that arrives meanwhile is not taken for one that the person has seen.
    ///
    /// - Throws: ``SyncError`` (`syncNoConflict`) when the item has none in which the machine has a
    ///   part, and is not back either.
    func decide(_ decision: SyncDecision) throws {
        guard let state = try item(decision.item) else { throw SyncError.noConflict }
        var fields: [ItemField: SecretText?] = [:]
        for conflict in state.conflicts {
            let versions = [conflict.winner] + conflict.losers
            let chosen =
                decision.device == nil
                ? conflict.winner : versions.first { $0.stamp.device == decision.device }
            guard let chosen else { continue }
            fields[conflict.field] = .some(chosen.value)
        }
        if state.isBack { fields[.presence] = state.values[.presence] }
        guard !fields.isEmpty else { throw SyncError.noConflict }
        try commit([.fields(decision.item, fields)])
    }
}
