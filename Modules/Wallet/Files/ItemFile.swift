package import TenonCore
package import WalletVault

/// A file of an item, without the key of its content.
package struct ItemFile: Sendable, Equatable, Identifiable {
    /// The name of the attachment in the vault.
    package let id: ItemID
    /// The item that has it.
    package let item: ItemID
    /// The kind of the item.
    package let kind: ItemKind
    /// The title of the item.
    package let title: String
    /// The name of the file, which no other file of the item has.
    package let name: String
    /// How many bytes it has.
    package let size: Int
    /// When it was attached.
    package let added: Timestamp
    /// Whether its content is on other machines, and not all of it on this one.
    package let isAwaited: Bool

    init(_ attachment: Attachment, named name: String, of item: Item, isAwaited: Bool) {
        id = attachment.id
        self.item = item.id
        kind = item.kind
        title = item.title
        self.name = name
        size = attachment.size
        added = attachment.added
        self.isAwaited = isAwaited
    }
}
