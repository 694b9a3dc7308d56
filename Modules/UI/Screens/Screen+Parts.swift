// What only looks for one kind of block, or changes it, goes through here: so a new kind of block is to be known
// where blocks are shown, written and read, and nowhere else.

extension Screen {
    /// All blocks, those inside groups included, in reading order.
    public var allBlocks: [Block] { blocks.flatMap(\.all) }

    /// All lists, in reading order.
    package var lists: [ListBlock] {
        allBlocks.compactMap { if case .list(let list) = $0 { list } else { nil } }
    }

    /// All forms, in reading order.
    package var forms: [FormBlock] {
        allBlocks.compactMap { if case .form(let form) = $0 { form } else { nil } }
    }

    /// All facts, in reading order.
    package var facts: [Fact] {
        allBlocks.flatMap { if case .facts(let block) = $0 { block.facts } else { [Fact]() } }
    }

    /// Changes all blocks, those inside groups before their group.
    package mutating func changeBlocks(_ change: (inout Block) -> Void) {
        for index in blocks.indices { blocks[index].changeAll(change) }
    }

    /// Changes all lists.
    package mutating func changeLists(_ change: (inout ListBlock) -> Void) {
        changeBlocks { block in
            guard case .list(var list) = block else { return }
            change(&list)
            block = .list(list)
        }
    }

    /// Changes all forms.
    package mutating func changeForms(_ change: (inout FormBlock) -> Void) {
        changeBlocks { block in
            guard case .form(var form) = block else { return }
            change(&form)
            block = .form(form)
        }
    }

    /// Changes all facts.
    package mutating func changeFacts(_ change: (inout Fact) -> Void) {
        changeBlocks { block in
            guard case .facts(var facts) = block else { return }
            for index in facts.facts.indices { change(&facts.facts[index]) }
            block = .facts(facts)
        }
    }
}

extension Block {
    /// The block, and those inside it.
    fileprivate var all: [Block] {
        guard case .group(let group) = self else { return [self] }
        return [self] + group.blocks.flatMap(\.all)
    }

    fileprivate mutating func changeAll(_ change: (inout Block) -> Void) {
        if case .group(var group) = self {
            for index in group.blocks.indices { group.blocks[index].changeAll(change) }
            self = .group(group)
        }
        change(&self)
    }
}
