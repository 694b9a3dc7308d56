import TenonCore
import WalletVault

/// The secrets that applications on this machine keep in the vault, such as the sign-in of one.
///
/// Each is a login with the tag `application` that was made here. An application finds it by its own name
/// and that of the secret. A person who takes the tag away, or deletes the login, takes the secret from it.
struct ApplicationSecrets {
    /// The tag of the logins that applications see.
    static let tag = "application"
    /// The hidden field with the name of the application.
    static let application = HiddenLabel.applicationName
    /// The hidden field with the name of the secret.
    static let secret = HiddenLabel.applicationSecret

    private let vault: CredentialVault

    init(_ vault: CredentialVault) { self.vault = vault }

    /// Answers `get` with the secret, and with nothing when there is none; `store` and `erase` with nothing.
    func answer(_ verb: String, _ input: SecretText) async -> CredentialAnswer {
        do {
            let request = try ApplicationRequest(input)
            switch verb {
            case "get":
                return try await login(for: request).map { CredentialAnswer($0.password) }
                    ?? CredentialAnswer()
            case "store":
                let (label, secret) = try request.content
                try await vault.change { try await keep(secret, label: label, for: request) }
            case "erase": try await vault.change { try await erase(request) }
            default: throw CredentialError.notAnApplication
            }
            return CredentialAnswer()
        } catch {
            let explanation = Explanation(error)
            guard explanation.code != .vaultLocked else { return .locked() }
            return CredentialAnswer(status: 1, message: explanation.sentence)
        }
    }

    private func keep(
        _ secret: SecretText, label: String, for request: ApplicationRequest
    ) async throws {
        guard var login = try await login(for: request) else {
            try await vault.existing.add(
                Login(
                    title: label, password: secret, tags: [Self.tag],
                    customFields: [
                        CustomField(
                            label: Self.application, value: SecretText(request.application),
                            isConcealed: false),
                        CustomField(
                            label: Self.secret, value: SecretText(request.name), isConcealed: false),
                    ]))
            return
        }
        guard login.password != secret else { return }
        login.password = secret
        try await vault.existing.save(login)
    }

    /// A machine that was away may have brought a second one.
    private func erase(_ request: ApplicationRequest) async throws {
        while let login = try await login(for: request) {
            try await vault.existing.moveToTrash(login.id)
        }
    }

    /// The login with a secret; `nil` when there is none.
    private func login(for request: ApplicationRequest) async throws -> Login? {
        for overview in try await vault.logins(tagged: Self.tag) {
            let login = try await vault.existing.login(overview.id)
            guard login.attribute(Self.application) == SecretText(request.application),
                login.attribute(Self.secret) == SecretText(request.name)
            else { continue }
            return login
        }
        return nil
    }
}

extension Login {
    /// Whether an application keeps the login for itself.
    var isMadeByApplication: Bool { attribute(ApplicationSecrets.application) != nil }
}
