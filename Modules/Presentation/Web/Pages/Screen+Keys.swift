import TenonUI

extension Screen {
    /// The screen with other letters for actions and places whose shortcut another one has, as in
    /// the terminal.
    ///
    /// What has no shortcut stays without one. What belongs to a fact or a row has its letter only where
    /// nothing else has it; rows share theirs, since a key is for one row at a time.
    var withOneMeaningForEachKey: Screen {
        let letters = shortcuts
        var screen = self
        screen.actions = Self.keyed(actions, letters)
        for index in destinations.indices where destinations[index].shortcut != nil {
            screen.destinations[index].shortcut = letters[destinations[index].id]
        }
        let shared = screenActions.compactMap { $0.shortcut == nil ? nil : letters[$0.id] }
        var taken = Set(shared + screen.destinations.compactMap(\.shortcut))
        let ofScreen = taken
        screen.changeForms { $0.actions = Self.keyed($0.actions, letters) }
        screen.changeFacts { fact in
            fact.actions = fact.actions.map { action in
                action.keeping { taken.insert($0).inserted }
            }
        }
        screen.changeLists { list in
            for index in list.rows.indices {
                list.rows[index].actions = list.rows[index].actions.map { action in
                    action.keeping { !ofScreen.contains($0) }
                }
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

    private static func keyed(_ actions: [Action], _ letters: [String: String]) -> [Action] {
        actions.map { action in
            var action = action
            if action.shortcut != nil { action.shortcut = letters[action.id] }
            return action
        }
    }
}

extension ListBlock {
    /// The actions that a key does to one row, each letter once.
    var rowKeys: [Action] {
        var keys: Set<String> = []
        return rows.lazy.flatMap(\.actions).filter { action in
            action.shortcut.map { keys.insert($0).inserted } ?? false
        }
    }
}

extension Action {
    /// The action, with its shortcut only where that is wanted.
    fileprivate func keeping(_ isWanted: (String) -> Bool) -> Action {
        guard let letter = shortcut, !isWanted(letter) else { return self }
        var action = self
        action.shortcut = nil
        return action
    }
}
