extension Screen {
    /// All fields of all forms, in reading order.
    public var fields: [Field] {
        forms.flatMap(\.fields)
    }

    /// The field with an id.
    package func field(_ id: String) -> Field? { fields.first { $0.id == id } }

    /// The actions of the screen and of its forms, without those of rows and facts.
    public var screenActions: [Action] {
        forms.flatMap(\.actions) + actions
    }

    /// The list with an id.
    public func list(_ id: String) -> ListBlock? {
        lists.first { $0.id == id }
    }

    /// Whether there is a list, so that it can stand beside what was chosen in it.
    public var hasList: Bool {
        !lists.isEmpty
    }

    /// The action with an id, on a row, fact or field when a target is given; without one, also an action of
    /// what is chosen.
    public func action(_ id: String, target: String? = nil) -> Action? {
        guard let target else {
            return screenActions.first { $0.id == id }
                ?? selectableLists.lazy.compactMap(\.selection).flatMap(\.actions)
                .first { $0.id == id }
        }
        var actions = facts.filter { $0.id == target }.flatMap(\.actions)
        actions += lists.flatMap(\.rows).filter { $0.id == target }.flatMap(\.actions)
        actions += fields.filter { $0.id == target }.flatMap(\.actions)
        return actions.first { $0.id == id }
    }
}
