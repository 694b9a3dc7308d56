import TenonCore
import TenonMemory
import WalletVault

/// The protocol of Docker's credential helpers: `docker-credential-wallet get|store|erase|list`.
///
/// Only logins with the tag `docker` take part, each for exactly the address that Docker gave. The
/// texts of errors go to standard output, where Docker compares some of them.
struct DockerCredentials {
    /// The tag of the logins that Docker sees.
    static let tag = "docker"

    /// The hidden field that marks a login as made here.
    static let made = HiddenLabel.dockerMade

    private let vault: CredentialVault

    init(_ vault: CredentialVault) { self.vault = vault }

    func answer(_ verb: String, _ input: SecretText) async -> CredentialAnswer {
        do {
            switch verb {
            case "get": return CredentialAnswer(try await get(server(input)))
            case "store":
                let account = try DockerAccount(input)
                try await vault.change { try await keep(account) }
            case "erase":
                let server = try server(input)
                try await vault.change { try await erase(server) }
            case "list": return CredentialAnswer(try await list())
            default:
                throw DockerRefusal(text: "docker-credential-wallet: unknown action: \(verb)")
            }
            return CredentialAnswer()
        } catch let refusal as DockerRefusal {
            return CredentialAnswer(SecretText("\(refusal.text)\n"), status: 1)
        } catch {
            let explanation = Explanation(error)
            guard explanation.code != .vaultLocked else { return .locked() }
            return CredentialAnswer(SecretText("\(explanation)\n"), status: 1)
        }
    }

    // MARK: - Verbs

    private func get(_ server: String) async throws -> SecretText {
        let now = GitCredentials.currentTime()
        for overview in try await overviews(for: server) {
            let login = try await vault.existing.login(overview.id)
            guard !login.hasExpired(at: now), login.isForHTTP(true),
                SiteAddress(server).map({ !login.isDenied(to: $0.host) }) ?? true
            else { continue }
            return line(
                .object([
                    .init("ServerURL", .string(server)),
                    .init("Username", .string(login.userName)),
                    .init("Secret", .string(login.password)),
                ]))
        }
        throw DockerRefusal.notFound
    }

    /// Docker has one account at each server: a new one takes the place of the former.
    private func keep(_ account: DockerAccount) async throws {
        func isStored(_ login: Login) -> Bool {
            login.userName == account.userName && login.password == account.secret
        }
        var known: [Login] = []
        for overview in try await overviews(for: account.server) {
            known.append(try await vault.existing.login(overview.id))
        }
        let isGiven = known.first.map { isStored($0) } ?? false
        if !isGiven, var own = known.first(where: \.isMadeByDocker) {
            if !isStored(own) {
                own.userName = account.userName
                own.password = account.secret
                try await vault.existing.save(own)
            }
        } else if !isGiven {
            try await vault.existing.add(
                Login(
                    title: SiteText.host(of: account.server), sites: [account.server],
                    userName: account.userName, password: account.secret, tags: [Self.tag],
                    customFields: [
                        CustomField(label: Self.made, value: .mark, isConcealed: false)
                    ]))
        }
        for login in known.dropFirst(isGiven ? 1 : 0) where !login.isMadeByDocker {
            try await release(login)
        }
    }

    private func erase(_ server: String) async throws {
        for overview in try await overviews(for: server) {
            let login = try await vault.existing.login(overview.id)
            if login.isMadeByDocker {
                try await vault.existing.moveToTrash(login.id)
            } else {
                try await release(login)
            }
        }
    }

    private func list() async throws -> SecretText {
        let sites = Set(try await vault.logins(tagged: Self.tag).flatMap(\.sites))
        var members: [JSONValue.Member] = []
        for site in sites.sorted() {
            guard let overview = try await overviews(for: site).first else { continue }
            members.append(.init(site, .string(overview.userName)))
        }
        return line(.object(members))
    }

    // MARK: - Parts

    /// Hides a login that a person entered: it may be in use elsewhere.
    private func release(_ login: Login) async throws {
        var login = login
        login.tags.removeAll { $0 == Self.tag }
        try await vault.existing.save(login)
    }

    /// The logins for an address, the preferred one first.
    private func overviews(for server: String) async throws -> [ItemOverview] {
        try await vault.logins(at: server, isExact: true).filter {
            $0.tags.contains(Self.tag) && $0.sites.contains(server) && !$0.isKeyOfBrowser
                && !$0.isWithheld
        }
    }

    /// The address that Docker wrote, without spaces around it.
    private func server(_ input: SecretText) throws -> String {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
        let server = try input.withBytes { bytes in
            guard bytes.isUTF8 else { throw DockerRefusal.notText }
            let text = bytes.drop(while: isSpace)
            let end = text.lastIndex { !isSpace($0) }
            return end.map { String(decoding: text[...$0], as: UTF8.self) } ?? ""
        }
        guard !server.isEmpty else { throw DockerRefusal.noServer }
        return server
    }

    private func line(_ value: JSONValue) -> SecretText {
        let output = SecretBuffer()
        output.append(value.written)
        output.append("\n")
        return output.text
    }
}

extension Login {
    /// Whether Docker stored the login.
    var isMadeByDocker: Bool { attribute(DockerCredentials.made) != nil }
}
