import TenonCore
import WalletVault

/// The protocol of Docker's credential helpers: `docker-credential-wallet get|store|erase|list`.
///
/// Only logins with the tag `docker` take part, each for exactly the address that Docker gave. The
/// texts of errors go to standard output, and Docker knows some of them by heart.
struct DockerCredentials {
    /// The tag of the logins that Docker sees.
    static let tag = "docker"

    /// The hidden field that says that the login was made here, and by nobody else.
    static let made = ".docker.made"

    /// Texts that Docker compares.
    private enum Text {
        static let notFound = "credentials not found in native keychain"
        static let noServer = "no credentials server URL"
        static let noUserName = "no credentials username"
    }

    /// An answer that is an error for Docker.
    private struct Refusal: Error {
        let text: String
    }

    private let store: any CredentialStore

    init(_ store: any CredentialStore) { self.store = store }

    func answer(_ verb: String, _ input: SecretText) async -> CredentialAnswer {
        do {
            switch verb {
            case "get": return CredentialAnswer(try await get(server(input)))
            case "store": try await keep(input)
            case "erase": try await erase(server(input))
            case "list": return CredentialAnswer(try await list())
            default:
                throw Refusal(text: "docker-credential-wallet: unknown action: \(verb)")
            }
            return CredentialAnswer()
        } catch let refusal as Refusal {
            return CredentialAnswer(SecretText("\(refusal.text)\n"), status: 1)
        } catch {
            let explanation = Explanation(error)
            guard explanation.code != .vaultLocked else {
                return CredentialAnswer(
                    status: CredentialAnswer.lockedStatus, message: explanation.sentence)
            }
            return CredentialAnswer(SecretText("\(explanation)\n"), status: 1)
        }
    }

    // MARK: - Verbs

    private func get(_ server: String) async throws -> SecretText {
        guard let overview = try await overviews(for: server).first else {
            throw Refusal(text: Text.notFound)
        }
        let login = try await store.login(overview.id)
        return line(
            .object([
                ("ServerURL", .string(server)), ("Username", .string(login.userName)),
                ("Secret", .text(login.password)),
            ]))
    }

    private func keep(_ input: SecretText) async throws {
        guard let message = input.withBytes({ SecretJSONParser.parse($0) }),
            case .object = message
        else { throw CredentialError.notJSON }
        guard let server = message["ServerURL"]?.string, !server.isEmpty else {
            throw Refusal(text: Text.noServer)
        }
        guard let userName = message["Username"]?.string, !userName.isEmpty else {
            throw Refusal(text: Text.noUserName)
        }
        let password = message["Secret"]?.secret ?? SecretText("")
        // Docker has one account at each server: a new one takes the place of the former.
        var entered: Login?
        if let overview = try await overviews(for: server).first {
            var login = try await store.login(overview.id)
            guard login.userName != userName || login.password != password else { return }
            if login.isMadeByDocker {
                login.userName = userName
                login.password = password
                return try await store.save(login)
            }
            entered = login
        }
        try await store.add(
            Login(
                title: SiteText.host(of: server), sites: [server], userName: userName,
                password: password, tags: [Self.tag],
                customFields: [
                    CustomField(label: Self.made, value: .mark, isConcealed: false)
                ]))
        if let entered { try await release(entered) }
    }

    private func erase(_ server: String) async throws {
        for overview in try await overviews(for: server) {
            let login = try await store.login(overview.id)
            if login.isMadeByDocker {
                try await store.moveToTrash(login.id)
            } else {
                try await release(login)
            }
        }
    }

    private func list() async throws -> SecretText {
        var members: [(key: String, value: SecretJSON)] = []
        for overview in try await store.logins(tagged: Self.tag) {
            for site in overview.sites where !members.contains(where: { $0.key == site }) {
                members.append((site, .string(overview.userName)))
            }
        }
        return line(.object(members))
    }

    // MARK: - Parts

    /// Hides a login that a person entered: it may be in use elsewhere.
    private func release(_ login: Login) async throws {
        var login = login
        login.tags.removeAll { $0 == Self.tag }
        try await store.save(login)
    }

    private func overviews(for server: String) async throws -> [CredentialOverview] {
        try await store.logins(at: server, isExact: true)
            .filter { $0.tags.contains(Self.tag) && $0.sites.contains(server) }
    }

    /// The address that Docker wrote, without spaces around it.
    private func server(_ input: SecretText) throws -> String {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
        let server = input.withBytes { bytes in
            let text = bytes.drop(while: isSpace)
            let end = text.lastIndex { !isSpace($0) }
            return end.map { String(decoding: text[...$0], as: UTF8.self) } ?? ""
        }
        guard !server.isEmpty else { throw Refusal(text: Text.noServer) }
        return server
    }

    private func line(_ value: SecretJSON) -> SecretText {
        let output = SecretOutput()
        value.write(to: output)
        output.append("\n")
        return output.text
    }
}

extension Login {
    /// Whether Docker stored the login, and nobody else.
    var isMadeByDocker: Bool { attribute(DockerCredentials.made) != nil }
}
