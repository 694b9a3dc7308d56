extension VaultManager {
    /// Makes the unlocked vault newer than a given state of it, and marks it as different from
    /// before; no item is touched.
    ///
    /// - Parameter counter: The number of changes of that state.
    /// - Returns: The number of changes now.
    /// - Throws: ``VaultError``: `vaultLocked` or `vaultTampered`.
    func renew(beyond counter: Int64) throws -> Int64 {
        try withVault { vault in
            try vault.change { transaction in
                transaction.renewIncarnation()
                try transaction.count(beyond: counter)
            }
            return vault.counter
        }
    }
}
