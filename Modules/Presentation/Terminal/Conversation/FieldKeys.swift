import TenonUI

/// The keys for what a field offers, such as to generate its secret, while letters go into it.
///
/// They have Control, and are those that the editing of texts leaves free. An action keeps its key
/// whatever was typed.
struct FieldKeys {
    private static let letters = Array("gnotyv")

    private var strokes: [String: KeyStroke] = [:]

    /// Gives each action a key, as long as there are any.
    ///
    /// - Parameter isFree: Whether a key does nothing else.
    init(of actions: [Action], where isFree: (KeyStroke) -> Bool) {
        // What the session adds comes and goes.
        let makers = actions.filter { SecretAction(rawValue: $0.id) == nil }
        let others = actions.filter { SecretAction(rawValue: $0.id) != nil }
        var taken: Set<KeyStroke> = []
        for action in makers + others {
            let stroke = (Self.wished(for: action) + Self.letters)
                .map { KeyStroke(.character($0), isControl: true) }
                .first { isFree($0) && !taken.contains($0) }
            guard let stroke else { continue }
            taken.insert(stroke)
            strokes[action.id] = stroke
        }
    }

    /// The key of an action.
    func stroke(for action: Action) -> KeyStroke? { strokes[action.id] }

    private static func wished(for action: Action) -> [Character] {
        switch SecretAction(rawValue: action.id) {
        case .reveal, .conceal: ["r"]
        case .clear: ["x"]
        case nil: action.title.lowercased().filter(letters.contains).map(\.self)
        }
    }
}
