import TenonUI

/// The keys of actions and places, in GTK's notation, such as `<Control>n`.
///
/// What means the same everywhere has the key that desktops use for it. The letter of any other action, which
/// is the same in all front ends, is pressed together with Control, so that it can be pressed while one
/// writes; where that means something else, Shift is added. Places have Alt and their number.
struct Accelerators: Equatable {
    /// Letters that mean something else when pressed with Control: in every text field, in every window,
    /// or as an accelerator.
    private static let taken: Set<Character> = Set("acvxzfqwnelds")
    private static let mostNumbered = 9

    /// Keys that the person has chosen, by the ids of actions or accelerators.
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

    /// The keys of the actions and places of a screen by their ids; of two with one key the first has it.
    func assign(_ screen: Screen) -> [String: String] {
        let letters = ScreenKeys(screen).shortcuts
        let places = screen.destinations.map(\.action)
        var taken: Set<String> = []
        var keys: [String: String] = [:]
        func give(_ key: String?, to action: Action) {
            guard let key, keys[action.id] == nil, taken.insert(key).inserted else { return }
            keys[action.id] = key
        }
        for action in screen.keyedActions { give(ownKey(of: action), to: action) }
        for action in screen.screenActions where !isGiven(action) {
            give(letters[action.id].flatMap(Self.key), to: action)
        }
        for (index, place) in places.prefix(Self.mostNumbered).enumerated() where !isGiven(place) {
            give("<Alt>\(index + 1)", to: place)
        }
        return keys
    }

    private func isGiven(_ action: Action) -> Bool {
        chosenKey(of: action) != nil || action.accelerator != nil
    }

    private func chosenKey(of action: Action) -> String? {
        chosen[action.id] ?? action.accelerator.flatMap { chosen[$0.rawValue] }
    }

    /// The key that the person has chosen, else that of what means the same everywhere.
    private func ownKey(of action: Action) -> String? {
        if let key = chosenKey(of: action) { return key.isEmpty ? nil : key }
        return switch action.accelerator {
        case .new: "<Control>n"
        case .edit: "<Control>e"
        case .copy: "<Control><Shift>c"
        case .copyOther: "<Control><Shift>b"
        case .delete: "<Control>d"
        case .save: "<Control>s"
        case .lock: "<Control>l"
        case .settings: "<Control>comma"
        case nil: nil
        }
    }

    private static func key(_ letter: String) -> String? {
        guard letter.count == 1, let character = letter.first else { return nil }
        return (taken.contains(character) ? "<Control><Shift>" : "<Control>") + letter
    }
}

extension [Screen] {
    /// One screen with all actions of screens that are in sight together, those of the first one first.
    var merged: Screen? {
        guard var screen = first else { return nil }
        var ids: Set<String> = []
        screen.actions = flatMap(\.screenActions).filter { ids.insert($0.id).inserted }
        screen.blocks = []
        return screen
    }
}
