import TenonCore

extension ErrorCode {
    /// Two items cannot become one without a loss.
    static let vaultUnion = ErrorCode("vault.union", .badData)
}

extension VaultError {
    static var fullHistoryOfUnion: VaultError {
        VaultError(
            .vaultUnion,
            "Both items have more than twenty former versions together; one item keeps twenty.",
            remedy: "Keep both; nothing was changed.")
    }

    static var newerPartsInUnion: VaultError {
        VaultError(
            .vaultUnion, "Both items cannot become one: a newer version wrote some of their parts.",
            remedy: "Use the newest version of the program; nothing was changed.")
    }
}
