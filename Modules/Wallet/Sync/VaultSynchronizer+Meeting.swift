import TenonCore
import WalletVault

/// What comes of an item that was in the vault when the vault and what other devices know meet: for the
/// first time, or after an older copy took the place of the vault.
///
/// Nothing is deleted, and nothing later is replaced. A value that is surely later counts, one that is
/// surely earlier goes to the former ones; where nobody can tell, both are there until a person has
/// looked.
struct Meeting {
    /// Values that nobody knew.
    private(set) var unrelated: [DatedChange] = []
    /// Values that are later than all that is known.
    private(set) var compared: [DatedChange] = []

    /// Whether nothing comes of it.
    var isNothing: Bool { unrelated.isEmpty && compared.isEmpty }

    private enum Outcome {
        case known
        case later
        case earlier
        case unclear
    }

    /// Compares an item with what is known of it.
    ///
    /// - Parameter withheld: Fields that stay on this machine.
    init(_ found: ItemWithHistory, _ state: ItemState?, without withheld: Set<ItemField>) {
        let item = found.item
        let values = item.fields
        guard let state, !state.fields.isEmpty else {
            unrelated += Self.changes(of: item, values.filter { !withheld.contains($0.key) })
            if item.isTrashed {
                unrelated.append(DatedChange(change: .removal(item.id, .trashed)))
            }
            return
        }
        // It was deleted here, too.
        guard state.removal != .purged || !item.isTrashed else { return }
        var later: [ItemField: SecretText] = [:]
        var unclear: [ItemField: SecretText] = [:]
        var past: [PastValue] = []
        for (field, value) in values where !withheld.contains(field) {
            switch Self.outcome(field, value, found, state) {
            case .known: break
            case .later: later[field] = value
            case .unclear: unclear[field] = value
            case .earlier: past.append(PastValue(field, value, Self.date(of: field, item)))
            }
        }
        // When a password was changed goes with it.
        if later[.password] != nil { later[.passwordChanged] = values[.passwordChanged] }
        if unclear[.password] != nil { unclear[.passwordChanged] = values[.passwordChanged] }
        compared += Self.changes(of: item, later)
        unrelated += Self.changes(of: item, unclear)
        if !past.isEmpty { compared.append(DatedChange(change: .former(item.id, past))) }
        place(item, values, state)
    }

    /// Gives an item values: the password since it is the one, all else since the item was changed.
    private static func changes(
        of item: Item, _ fields: [ItemField: SecretText]
    ) -> [DatedChange] {
        let since = date(of: .password, item)
        let passwords =
            since == item.changed
            ? [:] : fields.filter { [.password, .passwordChanged].contains($0.key) }
        let others = fields.filter { passwords[$0.key] == nil }
        return [(others, item.changed), (passwords, since)].filter { !$0.0.isEmpty }.map {
            DatedChange(
                change: .fields(item.id, $0.0.mapValues { .some($0) }), date: $0.1)
        }
    }

    /// Since when the field has its value, or at the latest.
    private static func date(of field: ItemField, _ item: Item) -> Timestamp {
        guard field == .password, let login = item.login, login.isPasswordDated else {
            return item.changed
        }
        return login.passwordChanged
    }

    /// How a value of the vault relates to the known values of its field.
    private static func outcome(
        _ field: ItemField, _ value: SecretText, _ found: ItemWithHistory, _ state: ItemState
    ) -> Outcome {
        guard let versions = state.fields[field], let latest = versions.first else {
            return .unclear
        }
        guard field.isMeant, !versions.contains(where: { $0.value == value }) else {
            return .known
        }
        let isFormer = state.isFormer(value, of: field)
        let isLater = date(of: field, found.item) > latest.stamp.time.timestamp
        if field == .password, found.item.login?.isPasswordDated == true {
            return isLater ? .later : isFormer ? .known : .earlier
        }
        // Of a set, what was taken out can only be put in again.
        if field.isMember { return isFormer && !isLater ? .known : .unclear }
        if isFormer { return .known }
        guard field.isVersioned else { return .unclear }
        guard isLater else { return .earlier }
        // It is later for certain when it has replaced the other one here.
        return found.history.contains { $0.values[field] == latest.value } ? .later : .unclear
    }

    /// Takes care of where the item is: it is deleted nowhere.
    private mutating func place(
        _ item: Item, _ values: [ItemField: SecretText], _ state: ItemState
    ) {
        switch state.removal {
        case .purged:
            guard !item.isTrashed else { return }
            // Somebody has to look, so its presence itself is not said again.
            compared.append(
                DatedChange(change: .fields(item.id, [.created: values[.created]])))
        case .none:
            let latest = state.fields.values.joined().map(\.stamp.time.timestamp).max()
            guard let trashed = item.trashed, let latest, trashed > latest else { return }
            compared.append(DatedChange(change: .removal(item.id, .trashed)))
        case .trashed: break
        }
    }
}

extension ItemField {
    /// Whether it is there or not, and is never given another value.
    fileprivate var isMember: Bool {
        isAttachment || [ItemField.tag(""), .site("")].contains { $0.number == number }
    }
}
