package import TenonCore

/// An item that is nothing but the parts that the table names for its kind.
///
/// Identities, bank accounts, Wi-Fi networks, software licences and SSH keys are records: see
/// ``ItemKind/parts`` for what each has, and ``ItemPart/row`` for what is known of a part.
package struct Record: ItemHeaded {
    /// What it has in common with items of other kinds.
    package var head: ItemHead
    /// What it is.
    package let kind: ItemKind
    private var texts: [ItemPart: SecretText] = [:]

    /// Makes a record; `nil` for a kind whose items are no records.
    ///
    /// - Parameters:
    ///   - kind: What it is.
    ///   - head: What it has in common with items of other kinds.
    ///   - texts: Its parts; those that the kind does not have are left out.
    package init?(_ kind: ItemKind, head: ItemHead, _ texts: [ItemPart: SecretText] = [:]) {
        guard kind.isRecord else { return nil }
        self.head = head
        self.kind = kind
        for (part, text) in texts { self[part] = text }
    }

    /// The text that lists show and search, in the place of a user name; empty when there is none.
    package var listedText: String {
        kind.record?.listed.flatMap { texts[$0] }?.reveal() ?? ""
    }

    /// The text of a part; empty when there is none, `nil` when its kind does not have the part.
    package subscript(part: ItemPart) -> SecretText? {
        get {
            guard kind.parts.contains(part) else { return nil }
            return texts[part] ?? SecretText(utf8: [])
        }
        set {
            guard kind.parts.contains(part) else { return }
            texts[part] = newValue?.isEmpty == false ? newValue : nil
        }
    }
}
