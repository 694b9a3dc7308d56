import TenonUI

extension Screen {
    /// The screen with other letters for actions and places whose shortcut another one has, as in
    /// the terminal.
    ///
    /// What has no shortcut stays without one. Places come before commands, which fewer people use
    /// by their letters.
    var withOneMeaningForEachKey: Screen {
        let places = destinations.filter { $0.shortcut != nil }.map { destination in
            Action(
                id: Self.key(of: destination), title: destination.title,
                shortcut: destination.shortcut)
        }
        let letters = Dictionary(
            ActionKeys.assign(
                screenActions.filter { $0.scope != .application } + places
                    + screenActions.filter { $0.scope == .application }
            ).map { ($0.action.id, $0.letter) },
            uniquingKeysWith: { first, _ in first })
        var screen = self
        screen.actions = Self.keyed(actions, letters)
        screen.blocks = Self.keyed(blocks, letters)
        for index in destinations.indices where destinations[index].shortcut != nil {
            screen.destinations[index].shortcut = letters[Self.key(of: destinations[index])]
        }
        return screen
    }

    /// The name of a place among the actions; none of those has a space in its own.
    private static func key(of destination: Destination) -> String { "go \(destination.id)" }

    private static func keyed(_ actions: [Action], _ letters: [String: String]) -> [Action] {
        actions.map { action in
            var action = action
            if action.shortcut != nil { action.shortcut = letters[action.id] }
            return action
        }
    }

    private static func keyed(_ blocks: [Block], _ letters: [String: String]) -> [Block] {
        blocks.map { block in
            switch block {
            case .form(var form):
                form.actions = keyed(form.actions, letters)
                return .form(form)
            case .group(var group):
                group.blocks = keyed(group.blocks, letters)
                return .group(group)
            case .text, .facts, .list, .table, .chart, .qrCode, .progress: return block
            }
        }
    }
}
