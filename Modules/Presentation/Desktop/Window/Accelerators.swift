import TenonUI

/// The keys of actions, in GTK's notation, such as `<Control>n`.
///
/// The letter of an action is pressed together with Control, so that it can be pressed while one
/// writes; where that means something in every text field, or in every window, Shift is added.
struct Accelerators: Equatable {
    /// Letters that mean something everywhere when pressed with Control.
    private static let taken: Set<Character> = Set("acvxzfqw")

    /// Keys that the person has chosen, by the ids of actions.
    private let chosen: [String: String]

    /// Without anything chosen.
    init() { chosen = [:] }

    /// Reads `ID=KEY,ID=KEY`, where an empty key takes the key away.
    ///
    /// It is `nil` when the text is not of that form.
    init?(parsing text: String) {
        var chosen: [String: String] = [:]
        for part in text.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, !pair[0].isEmpty else { return nil }
            chosen[String(pair[0])] = String(pair[1])
        }
        self.chosen = chosen
    }

    /// The keys of some actions by their ids; of two actions with one key the first has it.
    func assign(_ actions: [Action]) -> [String: String] {
        var taken: Set<String> = []
        var keys: [String: String] = [:]
        for action in actions where keys[action.id] == nil {
            guard let key = key(of: action), taken.insert(key).inserted else { continue }
            keys[action.id] = key
        }
        return keys
    }

    private func key(of action: Action) -> String? {
        if let key = chosen[action.id] { return key.isEmpty ? nil : key }
        guard let letter = action.shortcut?.first, letter.isASCII, letter.isLetter else {
            return nil
        }
        return (Self.taken.contains(letter) ? "<Control><Shift>" : "<Control>") + String(letter)
    }
}
