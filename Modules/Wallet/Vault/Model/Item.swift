import TenonCore

/// An item of the vault, with its secrets.
///
/// A value: a change makes a new one, and nothing is stored before it is handed to the vault.
package enum Item: ItemHeaded {
    /// An account somewhere.
    case login(Login)
    /// A payment card.
    case card(Card)
    /// A text.
    case note(Note)
    /// Anything whose parts are in the table.
    case record(Record)

    /// What items of all kinds have in common.
    package var head: ItemHead {
        get {
            switch self {
            case .login(let login): login.head
            case .card(let card): card.head
            case .note(let note): note.head
            case .record(let record): record.head
            }
        }
        set {
            switch self {
            case .login(var login):
                login.head = newValue
                self = .login(login)
            case .card(var card):
                card.head = newValue
                self = .card(card)
            case .note(var note):
                note.head = newValue
                self = .note(note)
            case .record(var record):
                record.head = newValue
                self = .record(record)
            }
        }
    }

    /// What it is.
    package var kind: ItemKind {
        switch self {
        case .login: .login
        case .card: .card
        case .note: .note
        case .record(let record): record.kind
        }
    }

    /// The login, if it is one.
    package var login: Login? {
        guard case .login(let login) = self else { return nil }
        return login
    }

    /// The card, if it is one.
    package var card: Card? {
        guard case .card(let card) = self else { return nil }
        return card
    }

    /// The note, if it is one.
    package var note: Note? {
        guard case .note(let note) = self else { return nil }
        return note
    }

    /// The record, if it is one.
    package var record: Record? {
        guard case .record(let record) = self else { return nil }
        return record
    }

    /// The item with another name; meant for one that is not stored yet.
    package func named(_ id: ItemID) -> Item {
        var item = self
        item.head.id = id
        return item
    }
}
