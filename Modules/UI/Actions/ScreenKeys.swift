/// How a person gives a letter, which decides what letters have to tell apart.
///
/// This is all in which front ends differ. A reserved letter means something to the front end itself, and
/// nothing on a screen gets it.
package enum LetterEntry: Sendable {
    /// A key is pressed, so that the letter alone says what is meant: something of the screen, one of its
    /// places, or something of the row or fact that has the focus.
    ///
    /// The terminal reserves the letters that move the focus, and those that the person has given to
    /// commands. The page and the window reserve none.
    case pressed(reserved: Set<String> = [])
    /// A line is written, and what stands before the letter says what it is for: the number of a row or a
    /// fact, or `s` for the rows that are chosen. So each of these has all letters. Places have numbers.
    ///
    /// The line reserves the letters of its own commands.
    case written(reserved: Set<String>)
}

/// The letters for all that can be done on a screen; no front end decides any.
///
/// Those for what a field offers are ``Field/actionKeys``, as the text of the field decides what is left.
///
/// A front end asks for them and shows those that it has room for: the terminal and the line all of them, the
/// page and the window those of what has a shortcut. Where letters are pressed, what is wished for goes first:
/// a shortcut of the screen, then one of a row or a fact, which is left free for it. The window gives rows
/// and facts no letters, but leaves theirs free as well, so that its letters are those of the page.
package struct ScreenKeys: Sendable {
    /// The letters for the rows that are chosen, which come before all others.
    package let chosen: [ActionKey]
    /// The letters for the actions of the screen and of the application, and for its places.
    package let shared: [ActionKey]
    /// Letters that no row and no fact gets.
    private let taken: Set<String>

    /// Gives letters.
    ///
    /// - Parameter chosen: What can be done with the rows that are chosen, while that has letters.
    package init(_ screen: Screen, by entry: LetterEntry = .pressed(), chosen: [Action] = []) {
        switch entry {
        case .written(let reserved):
            self.chosen = ActionKeys.assign(chosen)
            shared = ActionKeys.assign(screen.screenActions, reserved: reserved)
            taken = []
        case .pressed(let reserved):
            let actions = screen.keyedActions
            let wished = Set(screen.partActions.compactMap(\.shortcut))
            // What is for chosen rows never has a letter that does something to one row.
            let ofOneRow = wished.subtracting(chosen.compactMap(\.shortcut))
            let ofChosen = ActionKeys.assign(chosen, reserved: reserved.union(ofOneRow))
            let left = wished.subtracting(actions.compactMap(\.shortcut))
                .union(ofChosen.map(\.letter))
            let ofScreen = ActionKeys.assign(actions, reserved: reserved.union(left))
            self.chosen = ofChosen
            shared = ofScreen
            taken = reserved.union((ofChosen + ofScreen).map(\.letter))
        }
    }

    /// The letters for the actions of a row or a fact.
    package func keys(of actions: [Action]) -> [ActionKey] {
        ActionKeys.assign(actions, reserved: taken)
    }

    /// The letters of what has a shortcut on the screen or in the application, by its id.
    ///
    /// What is left without a letter of its own is not among them: a key is pressed once.
    package var shortcuts: [String: String] {
        Self.letters(shared) { $0.action.shortcut != nil && $0.letter.count == 1 }
    }

    /// The letters of those actions of a row or a fact that have got their shortcut, by their ids.
    package func shortcuts(of actions: [Action]) -> [String: String] {
        let wishing = actions.filter { $0.shortcut != nil }
        return Self.letters(keys(of: wishing)) { $0.letter == $0.action.shortcut }
    }

    private static func letters(
        _ keys: [ActionKey], where isWanted: (ActionKey) -> Bool
    ) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: keys.filter(isWanted).map { ($0.action.id, $0.letter) })
    }
}

extension Screen {
    /// What has keys, in the order in which they are given: the actions of the screen, going to its places,
    /// and the actions of the application, which fewer people use by their keys.
    package var keyedActions: [Action] {
        let actions = screenActions
        return actions.filter { $0.scope != .application } + destinations.map(\.action)
            + actions.filter { $0.scope == .application }
    }

    /// The actions of facts and rows.
    fileprivate var partActions: [Action] {
        facts.flatMap(\.actions) + lists.flatMap(\.rows).flatMap(\.actions)
    }
}
