/// An action with the letter that a person types for it.
package struct ActionKey: Equatable, Sendable {
    /// One letter, or more when the letters do not suffice.
    package let letter: String
    /// The action.
    package let action: Action
}

/// Gives each action of a group a letter.
///
/// The same actions always get the same letters: first each action that has a free shortcut, then,
/// in their order, the first letter of the title that is free, then any free letter. The letters of
/// accelerators are given to these only.
package enum ActionKeys {
    private static let alphabet = "abcdefghijklmnopqrstuvwxyz".map(String.init)
    private static let accelerators = Set(Accelerator.allCases.compactMap(\.letter))
    private static let usual = alphabet.filter { !accelerators.contains($0) }
    private static let all = usual + alphabet.flatMap { first in alphabet.map { first + $0 } }

    /// The letters of some actions; each action id counts once.
    ///
    /// - Parameter reserved: Letters that mean something else and are given to none.
    package static func assign(_ actions: [Action], reserved: Set<String> = []) -> [ActionKey] {
        var actions = actions
        var ids: Set<String> = []
        actions.removeAll { !ids.insert($0.id).inserted }
        var taken = reserved
        var letters: [String: String] = [:]
        for action in actions {
            let known = action.accelerator == nil ? usual : alphabet
            guard let letter = action.shortcut, known.contains(letter),
                taken.insert(letter).inserted
            else { continue }
            letters[action.id] = letter
        }
        for action in actions where letters[action.id] == nil {
            let own = action.title.lowercased().map(String.init).filter(usual.contains)
            let letter = (own + all).first { !taken.contains($0) } ?? action.id
            taken.insert(letter)
            letters[action.id] = letter
        }
        return actions.compactMap { action in
            letters[action.id].map { ActionKey(letter: $0, action: action) }
        }
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

    /// The letters of those that have a shortcut, by their ids; no letter means two things.
    package var shortcuts: [String: String] {
        let actions = keyedActions
        let known = Set(actions.filter { $0.shortcut != nil }.map(\.id))
        let keys = ActionKeys.assign(actions).filter { known.contains($0.action.id) }
        return Dictionary(uniqueKeysWithValues: keys.map { ($0.action.id, $0.letter) })
    }
}

extension Field {
    /// Its actions with their letters.
    ///
    /// What makes a secret has the same letter whatever was typed, and what shows the secret has that of what
    /// conceals it, so that a key that is pressed twice never does something else.
    package var actionKeys: [ActionKey] {
        guard isSecret else { return ActionKeys.assign(actions) }
        let own = ActionKeys.assign(makers, reserved: SecretAction.letters)
        return actions.compactMap { action in
            SecretAction(rawValue: action.id).map { ActionKey(letter: $0.letter, action: action) }
                ?? own.first { $0.action.id == action.id }
        }
    }
}
