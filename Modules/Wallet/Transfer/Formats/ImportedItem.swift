import WalletVault

/// An item as a file has it.
struct ImportedItem: Sendable {
    /// The item.
    var item: Item
    /// What is to be said of it, beside that it is imported.
    var remarks: [RowProblem.Reason] = []
    /// The files that belong to it.
    var files: [ImportedFile] = []
}
