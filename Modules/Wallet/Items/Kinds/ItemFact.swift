package import TenonCore
package import TenonSecurity
package import TenonUI

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

    /// Something for the camera of another device, shown only when the person asks for it.
    package struct QRCode: Sendable {
        /// What it says.
        let content: SecretText
        /// What stands for it where it cannot be seen.
        let alternative: String

        /// Makes a code.
        package init(_ content: SecretText, alternative: String) {
            self.content = content
            self.alternative = alternative
        }
    }

    /// Names the fact within the screen.
    let id: String
    /// What it is.
    let label: String
    /// What it says.
    let content: Content
    /// A letter that front ends may use as the key for copying it.
    let shortcut: String?
    /// What copying it means on all screens.
    let accelerator: Accelerator?
    /// The QR code that it offers beside its text.
    let qrCode: QRCode?

    /// Makes a fact.
    package init(
        id: String, label: String, content: Content, shortcut: String? = nil,
        accelerator: Accelerator? = nil, qrCode: QRCode? = nil
    ) {
        self.id = id
        self.label = label
        self.content = content
        self.shortcut = shortcut
        self.accelerator = accelerator
        self.qrCode = qrCode
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
