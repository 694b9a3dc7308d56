import TenonCore
import TenonUI
import WalletVault

/// What the form for a login holds.
struct LoginDraft: Sendable, Equatable {
    var title = ""
    var userName = ""
    /// A new password; empty when the present one stays.
    var password = SecretText("")
    /// One site a line.
    var sites = ""
    var notes = ""
    /// Separated by commas.
    var tags = ""
    var isFavorite = false

    /// An empty form.
    init() {}

    /// The form for a login.
    init(_ login: Login) {
        title = login.title
        userName = login.userName
        sites = login.sites.joined(separator: "\n")
        notes = login.notes.reveal()
        tags = login.tags.joined(separator: ", ")
        isFavorite = login.isFavorite
    }

    /// Takes the values that a person entered; others stay.
    mutating func take(_ fields: [String: FieldValue]) {
        for (id, value) in fields {
            switch (id, value) {
            case ("title", .text(let text)): title = text
            case ("user-name", .text(let text)): userName = text
            case ("password", .secret(let secret)): password = secret
            case ("sites", .text(let text)): sites = text
            case ("notes", .text(let text)): notes = text
            case ("tags", .text(let text)): tags = text
            case ("favorite", .toggle(let isOn)): isFavorite = isOn
            default: continue
            }
        }
    }

    /// The login with the values of the form; a missing title becomes the first site's host.
    func apply(to login: Login) -> Login {
        var changed = login
        changed.sites = lines(sites, separator: "\n")
        changed.title = Self.trim(title)
        changed.fillTitle()
        changed.userName = Self.trim(userName)
        if !password.isEmpty { changed.password = password }
        changed.notes = SecretText(notes.replacing("\r\n", with: "\n"))
        changed.tags = lines(tags, separator: ",")
        changed.isFavorite = isFavorite
        return changed
    }

    /// Whether there is enough to save.
    var isComplete: Bool { !Self.trim(title).isEmpty || !lines(sites, separator: "\n").isEmpty }

    private func lines(_ text: String, separator: Character) -> [String] {
        text.replacing("\r\n", with: "\n").split(separator: separator)
            .map { Self.trim(String($0)) }.filter { !$0.isEmpty }
    }

    private static func trim(_ text: String) -> String {
        let start = text.drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}
