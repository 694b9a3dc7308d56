package import TenonCore

/// What items of all kinds have in common.
///
/// Dates that are 0 are filled in by the vault when the item is added.
package struct ItemHead: Sendable, Equatable {
    /// The name of the item.
    package internal(set) var id: ItemID
    /// The title.
    package var title: String
    /// Tags.
    package var tags: [String]
    /// Whether the person marked it as a favourite.
    package var isFavorite: Bool
    /// Free text.
    package var notes: SecretText
    /// Further fields, in their order.
    package var customFields: [CustomField]
    /// Files; the content of a new one has to be kept by the vault before the item is saved.
    package var attachments: [Attachment] = []
    /// When the item was made.
    package var created: Timestamp
    /// When something other than its use changed last; saving sets it.
    package var changed: Timestamp
    /// When the item was used last, if ever; saving keeps what the vault knows.
    package var used: Timestamp?
    /// How often the item was used; saving keeps what the vault knows.
    package var timesUsed: Int
    /// When it went to the trash, if it is there; saving does not move it.
    package internal(set) var trashed: Timestamp?

    /// Fields of a newer version in the overview.
    var unknownOverview = UnknownFields()
    /// Fields of a newer version in the details.
    var unknownDetails = UnknownFields()
    /// The change of the vault that wrote this content, by which saving notices a lost race.
    var revision: Int64 = 0

    /// Makes the head of an item that is not stored yet.
    package init(
        id: ItemID = ItemID(), title: String, tags: [String] = [], isFavorite: Bool = false,
        notes: SecretText = SecretText(utf8: []), customFields: [CustomField] = [],
        created: Timestamp = Timestamp(milliseconds: 0),
        changed: Timestamp = Timestamp(milliseconds: 0), used: Timestamp? = nil,
        timesUsed: Int = 0
    ) {
        self.id = id
        self.title = title
        self.tags = tags
        self.isFavorite = isFavorite
        self.notes = notes
        self.customFields = customFields
        self.created = created
        self.changed = changed
        self.used = used
        self.timesUsed = timesUsed
    }
}

/// A value with the head of an item, whose parts it offers as its own.
@dynamicMemberLookup
package protocol ItemHeaded: Sendable, Equatable, Identifiable where ID == ItemID {
    /// What items of all kinds have in common.
    var head: ItemHead { get set }
}

extension ItemHeaded {
    /// The name of the item.
    package var id: ItemID { head.id }

    /// Whether it is in the trash.
    package var isTrashed: Bool { head.trashed != nil }

    /// A part of the head.
    package subscript<Value>(dynamicMember part: KeyPath<ItemHead, Value>) -> Value {
        head[keyPath: part]
    }

    /// A part of the head that can be changed.
    package subscript<Value>(dynamicMember part: WritableKeyPath<ItemHead, Value>) -> Value {
        get { head[keyPath: part] }
        set { head[keyPath: part] = newValue }
    }
}
