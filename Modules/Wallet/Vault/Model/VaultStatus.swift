/// Whether the vault can be used.
package enum VaultStatus: Sendable, Equatable, CaseIterable {
    /// There is no file yet.
    case missing
    /// The file is there, and no key.
    case locked
    /// The key is in memory.
    case unlocked
}

/// Tells that items were changed, here or by another process.
package struct VaultChange: Sendable, Equatable {
    /// The number of changes that the vault has seen in its life.
    package let revision: Int64

    /// Makes a value.
    package init(revision: Int64) { self.revision = revision }
}
