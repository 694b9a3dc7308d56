import TenonUI

extension Screen {
    /// The screen with other letters for actions whose shortcut another one has, as in the terminal.
    ///
    /// An action without a shortcut stays without one.
    var withOneActionForEachKey: Screen {
        let letters = Dictionary(
            ActionKeys.assign(screenActions).map { ($0.action.id, $0.letter) },
            uniquingKeysWith: { first, _ in first })
        var screen = self
        screen.actions = Self.keyed(actions, letters)
        screen.blocks = Self.keyed(blocks, letters)
        return screen
    }

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
