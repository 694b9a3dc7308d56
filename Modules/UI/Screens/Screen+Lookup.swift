extension Screen {
    /// All blocks, those inside groups included, in reading order.
    public var allBlocks: [Block] { Self.flatten(blocks) }

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
        for case .list(let list) in allBlocks where list.id == id { return list }
        return nil
    }

    /// Whether there is a list, so that it can stand beside what was chosen in it.
    public var hasList: Bool {
        allBlocks.contains { if case .list = $0 { true } else { false } }
    }

    /// All forms, in reading order.
    package var forms: [FormBlock] {
        allBlocks.compactMap { block in
            guard case .form(let form) = block else { return nil }
            return form
        }
    }

    /// The action with an id, on a row, fact or field when a target is given; without one, also an action of
    /// what is chosen.
    public func action(_ id: String, target: String? = nil) -> Action? {
        guard let target else {
            return screenActions.first { $0.id == id }
                ?? selectableLists.lazy.compactMap(\.selection).flatMap(\.actions)
                .first { $0.id == id }
        }
        for block in allBlocks {
            switch block {
            case .facts(let facts):
                if let fact = facts.facts.first(where: { $0.id == target }),
                    let action = fact.actions.first(where: { $0.id == id })
                {
                    return action
                }
            case .list(let list):
                if let row = list.rows.first(where: { $0.id == target }),
                    let action = row.actions.first(where: { $0.id == id })
                {
                    return action
                }
            case .form(let form):
                if let field = form.fields.first(where: { $0.id == target }),
                    let action = field.actions.first(where: { $0.id == id })
                {
                    return action
                }
            case .text, .richText, .table, .chart, .qrCode, .image, .progress, .group:
                continue
            }
        }
        return nil
    }

    /// Changes all lists, those inside groups included.
    mutating func changeLists(_ change: (inout ListBlock) -> Void) {
        for index in blocks.indices { blocks[index].changeLists(change) }
    }

    private static func flatten(_ blocks: [Block]) -> [Block] {
        blocks.flatMap { block in
            guard case .group(let group) = block else { return [block] }
            return [block] + flatten(group.blocks)
        }
    }
}

extension Block {
    fileprivate mutating func changeLists(_ change: (inout ListBlock) -> Void) {
        switch self {
        case .list(var list):
            change(&list)
            self = .list(list)
        case .group(var group):
            for index in group.blocks.indices { group.blocks[index].changeLists(change) }
            self = .group(group)
        case .text, .richText, .facts, .table, .chart, .qrCode, .image, .form, .progress: break
        }
    }
}
