import TenonCore
import WalletVault

extension SecretText {
    /// What the fields that only mark a login are set to.
    static let mark = SecretText("1")
}

extension Login {
    /// Whether a program stored the login for itself: no page of the web gets it.
    var isMadeByProgram: Bool { isMadeByGit || isMadeByDocker }

    /// Whether the login is the key of a browser that the person has allowed.
    var isKeyOfBrowser: Bool { BrowserAssociations.isKey(for: sites) }

    /// The value of a field that is kept for a program and not shown to people.
    func attribute(_ label: String) -> SecretText? {
        customFields.first { $0.label == label }?.value
    }

    /// Sets the value of such a field, or removes the field.
    mutating func setAttribute(_ label: String, to value: SecretText?) {
        guard let value else {
            customFields.removeAll { $0.label == label }
            return
        }
        if let index = customFields.firstIndex(where: { $0.label == label }) {
            customFields[index].value = value
        } else {
            customFields.append(CustomField(label: label, value: value, isConcealed: true))
        }
    }
}
