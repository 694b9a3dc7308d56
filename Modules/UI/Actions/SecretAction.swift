/// What can be done on every screen with a secret that was typed; the session does it.
package enum SecretAction: String, CaseIterable {
    case reveal, conceal, clear

    /// The letters of all of them.
    static let letters = Set(allCases.map(\.letter))

    /// The letter that a person types for it.
    var letter: String {
        switch self {
        case .reveal, .conceal: "r"
        case .clear: "c"
        }
    }

    /// It as an action of the field.
    func action(_ localizer: Localizer) -> Action {
        switch self {
        case .reveal: Action(self, title: localizer(UIText.reveal), scope: .row, icon: .reveal)
        case .conceal: Action(self, title: localizer(UIText.conceal), scope: .row, icon: .conceal)
        case .clear: Action(self, title: localizer(UIText.clear), scope: .row)
        }
    }
}

extension Field {
    /// Whether something was typed that the session keeps.
    package var isKept: Bool { actions.contains { $0.id == SecretAction.clear.rawValue } }

    /// The actions that make the secret; the others are the session's.
    package var makers: [Action] { actions.filter { SecretAction(rawValue: $0.id) == nil } }
}
