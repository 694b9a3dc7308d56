package import TenonCore
package import TenonSecurity

/// A part of an item that is shown beside a label.
package struct ItemFact: Sendable {
    /// How it is shown.
    package enum Content: Sendable {
        /// As it is.
        case text(SecretText)
        /// Only when the person asks for it.
        ///
        /// - Parameter shown: What is shown then, when it is not what is copied.
        case concealed(SecretText, shown: SecretText? = nil)
        /// As a link, if it is the address of a web site.
        case site(String)
        /// As a code that changes with time, or with every use.
        case code(OneTimePassword)
    }

    /// Names the fact within the screen.
    let id: String
    /// What it is.
    let label: String
    /// What it says.
    let content: Content
    /// A letter that front ends may use as the key for copying it.
    let shortcut: String?

    /// Makes a fact.
    package init(id: String, label: String, content: Content, shortcut: String? = nil) {
        self.id = id
        self.label = label
        self.content = content
        self.shortcut = shortcut
    }

    /// What is copied at a time.
    func text(at time: Timestamp) -> SecretText {
        switch content {
        case .text(let text), .concealed(let text, _): text
        case .site(let site): SecretText(site)
        case .code(let password): password.code(at: time).text
        }
    }

    /// What makes the codes that it shows, if it shows any.
    var oneTimePassword: OneTimePassword? {
        guard case .code(let password) = content else { return nil }
        return password
    }
}
