import TenonCore
import WalletVault

extension ItemField {
    /// What people call the part.
    var name: Sentence {
        switch self {
        case .title: "Title"
        case .userName: "User name"
        case .password: "Password"
        case .oneTimePassword: "One-time password"
        case .notes: "Notes"
        case .holder: "Name on the card"
        case .cardNumber: "Number"
        case .expiry: "Expiry"
        case .securityCode: "Security code"
        case .pin: "PIN"
        case .issuer: "Issuer"
        default: customLabel.map { "Field \"\($0)\"" } ?? "Further content"
        }
    }

    /// Whether its values are shown only on request.
    var isConcealed: Bool {
        ![.title, .userName, .holder, .expiry, .issuer].contains(self)
    }
}
