import TenonCore
import TenonSecurity
import WalletVault

extension SecretText {
    /// What the fields that only mark a login are set to.
    static let mark = SecretText("1")
}

extension ItemOverview {
    /// Whether the login is the key of a browser that the person has allowed.
    var isKeyOfBrowser: Bool { BrowserAssociations.isKey(for: sites) }
}

extension Login {
    /// Whether a program stored the login for itself: no page of the web gets it.
    var isMadeByProgram: Bool { isMadeByGit || isMadeByDocker || isMadeByApplication }

    /// Whether the login is the key of a browser that the person has allowed.
    var isKeyOfBrowser: Bool { BrowserAssociations.isKey(for: sites) }

    /// The one-time code at this moment.
    ///
    /// `nil` when there is none, and when the codes go by a counter: each is good for one use, which
    /// only the person can decide on.
    var timedCode: SecretText? {
        // An invalid secret for codes is treated here as missing.
        guard let secret = oneTimePassword, let generator = try? OneTimePassword(reading: secret),
            case .time = generator.factor
        else { return nil }
        return generator.code(at: GitCredentials.currentTime()).text
    }

    /// Sets the value of such a field, or removes the field.
    mutating func setAttribute(_ label: String, to value: SecretText?) {
        guard let value else {
            head.customFields.removeAll { $0.label == label }
            return
        }
        if let index = head.customFields.firstIndex(where: { $0.label == label }) {
            head.customFields[index].value = value
        } else {
            head.customFields.append(CustomField(label: label, value: value, isConcealed: true))
        }
    }
}
