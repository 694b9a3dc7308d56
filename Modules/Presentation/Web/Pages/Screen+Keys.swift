import TenonUI

extension Screen {
    /// The screen whose shortcuts are the letters that ``ScreenKeys`` gives, where it gives any.
    ///
    /// No fact has the focus, so that a letter is for the first fact that has it; rows share theirs, since a
    /// key is for one row at a time.
    var withOneMeaningForEachKey: Screen {
        let keys = ScreenKeys(self)
        let letters = keys.shortcuts
        var screen = self
        screen.actions = actions.lettered(letters)
        for index in destinations.indices {
            screen.destinations[index].shortcut = letters[destinations[index].id]
        }
        screen.changeForms { $0.actions = $0.actions.lettered(letters) }
        var ofFacts: Set<String> = []
        screen.changeFacts { fact in
            let letters = keys.shortcuts(of: fact.actions)
                .filter { ofFacts.insert($0.value).inserted }
            fact.actions = fact.actions.lettered(letters)
        }
        screen.changeLists { list in
            for index in list.rows.indices {
                let actions = list.rows[index].actions
                list.rows[index].actions = actions.lettered(keys.shortcuts(of: actions))
            }
        }
        return screen
    }

    /// The actions of rows and facts that a key does, each letter once.
    var keyedParts: [(key: String, title: String)] {
        var keys: Set<String> = []
        return allBlocks.flatMap { block -> [(key: String, title: String)] in
            var parts: [(Action, String)] = []
            if case .list(let list) = block { parts = list.rowKeys.map { ($0, "") } }
            if case .facts(let block) = block {
                parts = block.facts.flatMap { fact in fact.actions.map { ($0, " \(fact.label)") } }
            }
            return parts.compactMap { action, name in
                guard let key = action.shortcut, keys.insert(key).inserted else { return nil }
                return (key, action.title + name)
            }
        }
    }
}

extension ListBlock {
    /// The actions that a key does to one row, each once; where rows differ, a letter has several.
    var rowKeys: [Action] {
        var known: Set<[String]> = []
        return rows.lazy.flatMap(\.actions).filter { action in
            action.shortcut.map { known.insert([$0, action.id]).inserted } ?? false
        }
    }
}

extension [Action] {
    /// The actions with letters by their ids as their shortcuts, and no others.
    fileprivate func lettered(_ letters: [String: String]) -> [Action] {
        map { action in
            var action = action
            action.shortcut = letters[action.id]
            return action
        }
    }
}
