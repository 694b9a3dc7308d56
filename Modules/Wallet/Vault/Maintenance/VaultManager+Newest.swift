extension VaultManager {
    /// Makes the unlocked vault newer than a given state of it; no item is touched.
    ///
    /// - Parameter counter: The number of changes of that state.
    /// - Returns: The number of changes now; as it was when it was not smaller.
    /// - Throws: ``VaultError``: `vaultLocked` or `vaultTampered`.
    func count(beyond counter: Int64) throws -> Int64 {
        try withVault { vault in
            let own = try vault.read { _ in vault.counter }
            guard own < counter else { return own }
            try vault.change { try $0.count(beyond: counter) }
            return vault.counter
        }
    }
}
