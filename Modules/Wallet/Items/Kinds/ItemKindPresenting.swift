package import TenonCore
package import TenonUI
package import WalletVault

/// What a kind of item looks like to people; list, detail and form are made of it.
///
/// A feature contributes one to ``AnyPort/itemKinds``, and has screens for its kind.
package protocol ItemKindPresenting: Sendable {
    /// The kind.
    var kind: ItemKind { get }

    /// The words for it.
    func names(_ localizer: Localizer) -> ItemKindNames

    // MARK: Lists

    /// What stands below the title of a row; may be empty. By default the tags.
    func subtitle(of item: ItemOverview, _ localizer: Localizer) -> String

    /// What stands at the end of a row; may be empty. By default the day of the last change.
    func value(of item: ItemOverview, _ localizer: Localizer) -> String

    /// A word that sets a row apart.
    ///
    /// - Parameter month: The present month.
    func badge(of item: ItemOverview, in month: YearMonth, _ localizer: Localizer) -> Badge?

    /// What can be copied from a row.
    func copies(_ localizer: Localizer) -> [ItemCopy]

    // MARK: One item

    /// The parts that are shown and asked for, in their order.
    var parts: [PresentedPart] { get }

    /// The facts of an item, apart from those that all kinds have.
    func facts(of item: Item, _ localizer: Localizer) -> [ItemFact]

    /// What the person should know of an item, such as that it has expired.
    ///
    /// - Parameter month: The present month.
    func warnings(of item: Item, in month: YearMonth, _ localizer: Localizer) -> [String]

    /// The heading of the notes.
    func notesLabel(_ localizer: Localizer) -> String

    // MARK: The form

    /// The values of a form for an item, apart from those that all kinds have; `nil` for a new one.
    func values(of item: Item?) -> [ItemFieldName: FieldValue]

    /// The fields with these values, apart from those that all kinds have.
    ///
    /// - Parameter stored: What is in the vault; `nil` for a new item.
    func fields(_ form: ItemForm, stored: Item?, _ localizer: Localizer) -> [Field]

    /// What keeps a form from being saved, by field.
    func problems(in form: ItemForm, _ localizer: Localizer) -> [ItemFieldName: String]

    /// What is said of a secret while it is typed into a live field, which keeps nothing from being saved; by
    /// default nothing.
    func remark(
        on secret: SecretText, in field: ItemFieldName, _ localizer: Localizer
    ) -> SecretRemark?

    /// Makes the secret that an action of a field puts into it; by default none.
    func makeSecret(_ action: String, for field: ItemFieldName) throws -> SecretText?

    /// The item that a form describes; by default with its ``parts``.
    ///
    /// - Parameters:
    ///   - head: What all kinds have, as the form says; an empty title may be replaced.
    ///   - stored: What is in the vault; `nil` for a new item.
    func item(_ form: ItemForm, head: ItemHead, stored: Item?) -> Item
}

extension ItemKindPresenting {
    package func subtitle(of item: ItemOverview, _ localizer: Localizer) -> String {
        item.tags.joined(separator: ", ")
    }

    package func value(of item: ItemOverview, _ localizer: Localizer) -> String {
        localizer.date(item.changed)
    }

    package func badge(
        of item: ItemOverview, in month: YearMonth, _ localizer: Localizer
    ) -> Badge? { nil }

    package var parts: [PresentedPart] { [] }

    package func facts(of item: Item, _ localizer: Localizer) -> [ItemFact] {
        parts.compactMap { $0.fact(of: item, localizer) }
    }

    package func warnings(
        of item: Item, in month: YearMonth, _ localizer: Localizer
    ) -> [String] { [] }

    package func notesLabel(_ localizer: Localizer) -> String { localizer(ItemsText.notes) }

    package func values(of item: Item?) -> [ItemFieldName: FieldValue] { parts.values(of: item) }

    package func fields(_ form: ItemForm, stored: Item?, _ localizer: Localizer) -> [Field] {
        parts.fields(form, stored: stored, localizer)
    }

    package func remark(
        on secret: SecretText, in field: ItemFieldName, _ localizer: Localizer
    ) -> SecretRemark? { nil }

    package func makeSecret(
        _ action: String, for field: ItemFieldName
    ) throws -> SecretText? { nil }

    package func item(_ form: ItemForm, head: ItemHead, stored: Item?) -> Item {
        var item = stored ?? Item(kind, head: head) ?? .note(Note(head: head))
        item.head = head
        item = parts.item(form, over: item)
        item.fillTitle()
        return item
    }
}

/// The words for a kind of item.
package struct ItemKindNames: Sendable {
    /// One of them, such as "Login".
    package let one: String
    /// Several, such as "Logins".
    package let many: String
    /// What makes one, such as "Add login".
    package let add: String
    /// The title of the form for one, such as "New login".
    package let new: String
    /// The message when there is none yet.
    package let empty: String
    /// A letter that front ends may use as the key of the list of them.
    package let shortcut: String?

    /// Makes the words.
    package init(
        one: String, many: String, add: String, new: String, empty: String, shortcut: String?
    ) {
        self.one = one
        self.many = many
        self.add = add
        self.new = new
        self.empty = empty
        self.shortcut = shortcut
    }
}

/// Something of an item that can be copied without opening it.
package struct ItemCopy: Sendable {
    /// The action, such as `copy-password`.
    package let action: Action
    /// What is copied, such as "Password".
    package let label: String
    /// The message when the item has none.
    package let missing: String
    /// Whether an item may have it, as far as its overview tells.
    package let isOffered: @Sendable (ItemOverview) -> Bool
    /// Takes it from an opened item.
    package let text: @Sendable (Item) -> SecretText?

    /// Makes a copy.
    package init(
        id: String, title: String, accelerator: Accelerator?, label: String,
        missing: String, icon: Icon = .copy,
        isOffered: @escaping @Sendable (ItemOverview) -> Bool = { _ in true },
        text: @escaping @Sendable (Item) -> SecretText?
    ) {
        self.isOffered = isOffered
        action = Action(id: id, title: title, scope: .row, accelerator: accelerator, icon: icon)
        self.label = label
        self.missing = missing
        self.text = text
    }
}

extension AnyPort {
    /// What the kinds of items look like.
    package static let itemKinds = CollectionPort<any ItemKindPresenting>("itemKinds")
}
