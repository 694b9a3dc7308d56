package import TenonCore
import WalletVault

extension ErrorCode {
    /// A program's input does not follow its protocol.
    package static let credentialInput = ErrorCode("credential.input", .badData)
    /// No program could connect to the host that a login is for.
    package static let credentialHost = ErrorCode("credential.host", .badData)
    /// A stored value cannot be expressed in the protocol.
    static let credentialUnspeakable = ErrorCode("credential.unspeakable", .badData)
}

/// An error of the credential protocols; its texts never hold a secret.
package typealias CredentialError = ModuleError<CredentialErrors>

/// Tells ``CredentialError`` apart from the errors of other modules.
package enum CredentialErrors {}

extension CredentialError {
    static var notGit: CredentialError {
        CredentialError(.credentialInput, "git did not write lines of the form KEY=VALUE.")
    }

    static func notText(_ key: String) -> CredentialError {
        CredentialError(
            .credentialInput,
            "What git wrote as \"\(key)\" is not text in UTF-8; nothing was looked up or stored.",
            remedy: "Write the address and the user name in UTF-8.")
    }

    static var notJSON: CredentialError {
        CredentialError(.credentialInput, "The input is not a JSON object.")
    }

    static var notAnApplication: CredentialError {
        CredentialError(
            .credentialInput, "The application did not say which secret it asks for, or gave none.")
    }

    static func unspeakable(_ title: String) -> CredentialError {
        CredentialError(
            .credentialUnspeakable,
            """
            The user name or password of “\(title)” contains a line break or a null character, \
            which git cannot read.
            """,
            remedy: "Remove it from the login.")
    }

    static func unreachable(_ host: String) -> CredentialError {
        // A terminal would obey control characters.
        let shown = String(
            host.unicodeScalars.prefix(80).map { scalar in
                let isShown =
                    !scalar.properties.isNoncharacterCodePoint
                    && ![.control, .format, .lineSeparator, .paragraphSeparator, .unassigned]
                        .contains(scalar.properties.generalCategory)
                return isShown ? Character(scalar) : "?"
            })
        return CredentialError(
            .credentialHost, "The login was not stored: “\(shown)” is not a host name or address.",
            remedy: "Correct the address; its port, if any, is a number from 1 to 65535.")
    }

    /// - Parameter takesOption: Whether the program takes `--vault`, as the one of git does.
    static func noVault(at path: String, takesOption: Bool) -> CredentialError {
        guard takesOption else {
            return CredentialError(
                .vaultMissing, "There is no vault at \(path).",
                remedy: "Make one with \"wallet init\", or name another one with WALLET_VAULT.")
        }
        return CredentialError(
            .vaultMissing, "There is no vault at \(path).",
            remedy:
                "Make one with \"wallet init\", or name another one with WALLET_VAULT or --vault.")
    }

    /// The person was asked for the passphrase and gave none.
    static var declined: CredentialError {
        locked("You were asked for its passphrase and did not give it.")
    }

    /// The vault is locked, and stays so for a reason if there is one.
    static func locked(_ reason: Sentence = "") -> CredentialError {
        CredentialError(
            .vaultLocked, Sentence(joining: ["The vault is locked.", reason]),
            remedy: "Unlock it with \"wallet unlock\" in a terminal.")
    }
}
