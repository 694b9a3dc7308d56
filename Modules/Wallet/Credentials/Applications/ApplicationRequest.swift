import TenonCore
import WalletVault

/// What an application asks about one of its secrets: an object of JSON.
///
/// `application` and `name` say which secret it is; `store` has `label`, by which people find it, and
/// `secret` as well.
struct ApplicationRequest {
    /// The longest name of an application or a secret, in bytes.
    private static let longestName = 4096

    /// The name of the application.
    let application: String
    /// The name of the secret, as the application calls it.
    let name: String
    private let label: String?
    private let secret: SecretText?

    /// Reads a request.
    ///
    /// - Throws: ``CredentialError`` for what is not JSON, and for a secret without a name.
    init(_ input: SecretText) throws {
        guard let message = try? JSONReader.read(input), case .object = message else {
            throw CredentialError.notJSON
        }
        func name(_ key: String) throws -> String {
            guard let text = message[key]?.string, !text.isEmpty,
                text.utf8.count <= Self.longestName
            else { throw CredentialError.notAnApplication }
            return text
        }
        application = try name("application")
        self.name = try name("name")
        label = try message["label"] == nil ? nil : name("label")
        secret = message["secret"]?.secretString
    }

    /// What people find the secret by, and the secret.
    ///
    /// - Throws: ``CredentialError`` when there is none.
    var content: (label: String, secret: SecretText) {
        get throws {
            guard let secret, !secret.isEmpty else { throw CredentialError.notAnApplication }
            return (label ?? application, secret)
        }
    }
}
