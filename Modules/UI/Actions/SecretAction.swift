/// What can be done on every screen with a secret that was typed; the session does it.
package enum SecretAction: String {
    case reveal, conceal, clear

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
    /// The actions that make the secret; the others are the session's.
    package var makers: [Action] { actions.filter { SecretAction(rawValue: $0.id) == nil } }
}
