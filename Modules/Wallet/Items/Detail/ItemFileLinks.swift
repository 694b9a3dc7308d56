package import TenonCore
package import WalletVault

/// Where the files of items are shown.
package struct ItemFileLinks: Sendable {
    /// Where a file of an item is.
    let file: @Sendable (_ item: ItemID, _ file: ItemID) -> Location
    /// Where one is added to an item.
    let adding: @Sendable (_ item: ItemID) -> Location

    /// Makes links.
    package init(
        file: @escaping @Sendable (_ item: ItemID, _ file: ItemID) -> Location,
        adding: @escaping @Sendable (_ item: ItemID) -> Location
    ) {
        self.file = file
        self.adding = adding
    }
}

extension AnyPort {
    /// Where the files of items are shown, if they are.
    package static let itemFileLinks = OptionalPort<ItemFileLinks>(
        "itemFileLinks", providers: ["WalletFiles"])
}
