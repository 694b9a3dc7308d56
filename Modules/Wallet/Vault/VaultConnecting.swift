/// Finds the vault in another process, which holds the key for several programs.
package protocol VaultConnecting: Sendable {
    /// The vault in the other process; `nil` when this process is to open the file itself.
    ///
    /// - Parameter file: The vault file as this process has it, for what needs no key.
    func connect(to file: any Vault) async throws -> (any Vault)?
}
