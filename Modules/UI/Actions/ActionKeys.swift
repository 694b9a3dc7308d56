/// An action with the letter that a person types for it.
package struct ActionKey: Equatable, Sendable {
    /// One letter, or more when the letters do not suffice.
    package let letter: String
    /// The action.
    package let action: Action
}

/// Gives each action of a group a letter; ``ScreenKeys`` knows the groups, and what each leaves free.
///
/// The same actions always get the same letters: first each action that has a free shortcut, then,
/// in their order, the first letter of the title that is free, then any free letter. The letters of
/// accelerators are given to these only.
enum ActionKeys {
    private static let alphabet = "abcdefghijklmnopqrstuvwxyz".map(String.init)
    private static let accelerators = Set(Accelerator.allCases.compactMap(\.letter))
    private static let usual = alphabet.filter { !accelerators.contains($0) }
    private static let all = usual + alphabet.flatMap { first in alphabet.map { first + $0 } }

    /// The letters of some actions; each action id counts once.
    ///
    /// - Parameter reserved: Letters that mean something else and are given to none.
    static func assign(_ actions: [Action], reserved: Set<String> = []) -> [ActionKey] {
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
            let isFree: (String) -> Bool = { !taken.contains($0) }
            let letter = own.first(where: isFree) ?? all.first(where: isFree) ?? action.id
            taken.insert(letter)
            letters[action.id] = letter
        }
        return actions.compactMap { action in
            letters[action.id].map { ActionKey(letter: $0, action: action) }
        }
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
