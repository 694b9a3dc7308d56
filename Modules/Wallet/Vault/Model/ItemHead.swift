package import TenonCore

/// What items of all kinds have in common.
///
/// Dates that are 0 are filled in by the vault when the item is added.
package struct ItemHead: Sendable, Equatable {
    /// The name of the item.
    package let id: ItemID
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
package protocol ItemHeaded: Sendable, Equatable, Identifiable where ID == ItemID {
    /// What items of all kinds have in common.
    var head: ItemHead { get set }
}

extension ItemHeaded {
    /// The name of the item.
    package var id: ItemID { head.id }

    /// The title.
    package var title: String {
        get { head.title }
        set { head.title = newValue }
    }

    /// Tags.
    package var tags: [String] {
        get { head.tags }
        set { head.tags = newValue }
    }

    /// Whether the person marked it as a favourite.
    package var isFavorite: Bool {
        get { head.isFavorite }
        set { head.isFavorite = newValue }
    }

    /// Free text.
    package var notes: SecretText {
        get { head.notes }
        set { head.notes = newValue }
    }

    /// Further fields, in their order.
    package var customFields: [CustomField] {
        get { head.customFields }
        set { head.customFields = newValue }
    }

    /// When the item was made.
    package var created: Timestamp {
        get { head.created }
        set { head.created = newValue }
    }

    /// When something other than its use changed last.
    package var changed: Timestamp {
        get { head.changed }
        set { head.changed = newValue }
    }

    /// When the item was used last, if ever.
    package var used: Timestamp? {
        get { head.used }
        set { head.used = newValue }
    }

    /// How often the item was used.
    package var timesUsed: Int {
        get { head.timesUsed }
        set { head.timesUsed = newValue }
    }

    /// When it went to the trash, if it is there.
    package var trashed: Timestamp? { head.trashed }

    /// Whether it is in the trash.
    package var isTrashed: Bool { trashed != nil }
}
