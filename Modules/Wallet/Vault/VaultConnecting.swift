/// Finds the vault in another process, which holds the key for several programs.
package protocol VaultConnecting: Sendable {
    /// The vault in the other process; `nil` when this process is to open the file itself.
    ///
    /// - Parameter path: The absolute path of the vault file.
    func connect(to path: String) async throws -> (any Vault)?
}
