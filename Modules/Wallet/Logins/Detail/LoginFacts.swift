import TenonCore
import TenonUI
import WalletVault

/// The names of the facts of a login, and what stands behind them.
enum LoginFacts {
    static let userName = "user-name"
    static let password = "password"
    static let notes = "notes"

    static func site(at index: Int) -> String { "site-\(index)" }

    static func custom(at index: Int) -> String { "field-\(index)" }

    static func earlier(at index: Int) -> String { "earlier-\(index)" }

    /// The text of a fact, for the clipboard.
    static func text(of fact: String, in login: Login, history: [ItemVersion]) -> SecretText? {
        switch fact {
        case userName: SecretText(login.userName)
        case password: login.password
        case notes: login.notes
        default:
            if let site = site(of: fact, in: login) {
                SecretText(site)
            } else if let index = index(of: fact, "field-", in: login.customFields) {
                login.customFields[index].value
            } else if let index = index(of: fact, "earlier-", in: history) {
                history[index].password
            } else {
                nil
            }
        }
    }

    /// The words for a fact, as they are shown beside it.
    static func label(of fact: String, in login: Login, _ localizer: Localizer) -> String {
        switch fact {
        case userName: localizer(LoginsText.userName)
        case password: localizer(LoginsText.password)
        case notes: localizer(LoginsText.notes)
        default:
            if let index = index(of: fact, "field-", in: login.customFields) {
                login.customFields[index].label
            } else if fact.hasPrefix("earlier-") {
                localizer(LoginsText.earlierPassword)
            } else {
                localizer(LoginsText.site)
            }
        }
    }

    /// The site that a fact stands for.
    static func site(of fact: String, in login: Login) -> String? {
        index(of: fact, "site-", in: login.sites).map { login.sites[$0] }
    }

    private static func index(
        of fact: String, _ prefix: String, in list: some Collection
    ) -> Int? {
        guard fact.hasPrefix(prefix), let index = Int(fact.dropFirst(prefix.count)),
            (0..<list.count).contains(index)
        else { return nil }
        return index
    }
}
