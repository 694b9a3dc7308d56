import TenonCore
import WalletVault

/// Finds the passwords that an entry once had, in the hidden fields where its program's history is kept.
struct FormerPasswords {
    let xml: any XMLReading

    /// The former passwords of an item, each once, without the present one.
    func all(of item: Item) -> [ItemVersion] {
        guard let login = item.login else { return [] }
        var versions: [ItemVersion] = []
        for field in login.customFields where field.isHidden {
            switch field.label {
            case ".bitwarden.passwordHistory":
                versions += list(field.value, "password") { value in
                    value["lastUsedDate"].flatMap { InternetTime.read($0.text) }
                }
            case ".1password.details.passwordHistory":
                versions += list(field.value, "value") { value in
                    value["time"]?.integer.flatMap { InternetTime.read(seconds: $0) }
                }
            case let label where label.hasPrefix(".keepass.history."):
                versions += entry(field.value)
            default: continue
            }
        }
        var known = [login.password]
        return versions.filter { version in
            guard let password = version.password, !password.isEmpty, !known.contains(password)
            else { return false }
            known.append(password)
            return true
        }
    }

    /// Passwords in a list, with the time when each was replaced.
    private func list(
        _ text: SecretText, _ name: String, replaced: (JSONValue) -> Timestamp?
    ) -> [ItemVersion] {
        let values = (try? JSONReader.read(text))?.elements ?? []
        return values.compactMap { value in
            value[name].map { ItemVersion(password: $0.secret, replaced: replaced(value)) }
        }
    }

    /// The password of a former state of a KeePass entry.
    private func entry(_ text: SecretText) -> [ItemVersion] {
        guard let past = KeePassItem(xml: xml).past(text), let password = past["Password"] else {
            return []
        }
        return [
            ItemVersion(
                password: password, userName: past["UserName"]?.reveal(), changed: past.changed)
        ]
    }
}
