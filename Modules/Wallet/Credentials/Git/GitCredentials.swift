import Glibc
import TenonCore
import WalletVault

/// The protocol of git's credential helpers: `git-credential-wallet get|store|erase|capability`.
///
/// Other verbs are ignored in silence, as git wants it. Whatever fails, git goes on: the message is
/// for the person, the status of `get` is 0 with no output.
struct GitCredentials {
    /// The tag of the logins that git stored.
    static let tag = "git"

    /// What our own words in `state[]` begin with.
    private static let statePrefix = "wallet:"

    private let store: any CredentialStore
    private let now: Timestamp

    init(_ store: any CredentialStore, now: Timestamp = GitCredentials.currentTime()) {
        self.store = store
        self.now = now
    }

    func answer(_ verb: String, _ input: SecretText) async -> CredentialAnswer {
        do {
            switch verb {
            case "capability": return CredentialAnswer(SecretText(Self.capabilities))
            case "get": return CredentialAnswer(try await get(GitMessage(input)))
            case "store":
                try await keep(GitMessage(input))
            case "erase":
                try await erase(GitMessage(input))
            default: break
            }
            return CredentialAnswer()
        } catch {
            return failed(error, isQuestion: verb == "get")
        }
    }

    // MARK: - Verbs

    private func get(_ message: GitMessage) async throws -> SecretText {
        guard let place = GitPlace(message) else { return SecretText(utf8: []) }
        let canTakeTokens = message.capabilities.contains(.authtype)
        var valid: Login?
        var expired: Login?
        for overview in try await overviews(for: message, at: place) {
            let login = try await store.login(overview.id)
            guard login.isForGit, canTakeTokens || !login.isGitToken else { continue }
            if login.isExpired(at: now) {
                // It comes last: with its token another helper may renew it.
                expired = expired ?? login
            } else if login.isMadeByGit {
                // It has worked for git, while a person may have meant theirs for something else.
                return try said(login, to: message)
            } else {
                valid = valid ?? login
            }
        }
        return try (valid ?? expired).map { try said($0, to: message) } ?? SecretText(utf8: [])
    }

    private func keep(_ message: GitMessage) async throws {
        guard let place = GitPlace(message), !message.isEphemeral else { return }
        let isToken = message.authenticationType != nil && message.credential != nil
        guard isToken || message.userName != nil && message.password != nil else { return }
        let userName = message.userName ?? ""
        // The one with this very secret, or else one that git itself has stored: what a person entered
        // may be in use elsewhere, and is never replaced.
        var same: Login?
        var own: Login?
        for overview in try await overviews(for: message, at: place)
        where overview.userName == userName {
            let login = try await store.login(overview.id)
            guard login.isGitToken == isToken, !login.isMadeByDocker else { continue }
            if login == updated(login, by: message) { return }
            if isMeant(login, by: message) { same = same ?? login }
            if login.isMadeByGit { own = own ?? login }
        }
        if let known = same ?? own {
            try await store.save(updated(known, by: message))
        } else {
            let login = Login(
                title: place.title, sites: [place.site], userName: userName, tags: [Self.tag],
                customFields: [
                    CustomField(
                        label: GitAttribute.made, value: .mark, isConcealed: false)
                ])
            try await store.add(updated(login, by: message))
        }
    }

    private func erase(_ message: GitMessage) async throws {
        guard let place = GitPlace(message) else { return }
        for overview in try await overviews(for: message, at: place) {
            var login = try await store.login(overview.id)
            guard login.isForGit, isMeant(login, by: message) else { continue }
            if login.isMadeByGit {
                try await store.moveToTrash(login.id)
            } else {
                // It may be in use elsewhere: git only is not given it any more.
                login.setAttribute(GitAttribute.refused, to: .mark)
                try await store.save(login)
            }
        }
    }

    // MARK: - Parts

    /// The logins for a place and user name; only the one that our own words name, if they do.
    private func overviews(
        for message: GitMessage, at place: GitPlace
    ) async throws -> [CredentialOverview] {
        let found = try await store.logins(at: place.site, isExact: true).filter { overview in
            guard message.userName.map({ $0 == overview.userName }) ?? true else { return false }
            return overview.sites.contains { site in
                GitPlace(site: site).map { place.takes($0) } ?? false
            }
        }
        let named = message.states.compactMap { state in
            state.hasPrefix(Self.statePrefix)
                ? ItemID(String(state.dropFirst(Self.statePrefix.count))) : nil
        }
        let meant = found.filter { named.contains($0.id) }
        return meant.isEmpty ? found : meant
    }

    /// Whether git means this login: a given password or credential must be the stored one.
    private func isMeant(_ login: Login, by message: GitMessage) -> Bool {
        if let credential = message.credential {
            return login.attribute(GitAttribute.credential) == credential
        }
        return message.password.map { !login.isGitToken && login.password == $0 } ?? true
    }

    /// A login with what git says about it.
    private func updated(_ login: Login, by message: GitMessage) -> Login {
        var login = login
        if let type = message.authenticationType, let credential = message.credential {
            login.setAttribute(GitAttribute.authenticationType, to: SecretText(type))
            login.setAttribute(GitAttribute.credential, to: credential)
        } else if let password = message.password {
            login.password = password
        }
        login.setAttribute(GitAttribute.passwordExpiry, to: message.passwordExpiry)
        if let token = message.refreshToken {
            login.setAttribute(GitAttribute.refreshToken, to: token)
        }
        login.setAttribute(GitAttribute.refused, to: nil)
        return login
    }

    /// What git is told of a login.
    private func said(_ login: Login, to message: GitMessage) throws -> SecretText {
        let output = SecretOutput()
        func append(_ key: String, _ value: SecretText) throws {
            // A second line would be read as another attribute, of another host perhaps.
            let isOneLine = value.withBytes { !$0.contains(0) && !$0.contains(0x0A) }
            guard isOneLine else { throw CredentialError.unspeakable(login.title) }
            output.append(key)
            output.append("=")
            output.append(value)
            output.append("\n")
        }
        for capability in GitMessage.Capability.allCases
        where message.capabilities.contains(capability) {
            try append("capability[]", SecretText(capability.rawValue))
        }
        if let type = login.attribute(GitAttribute.authenticationType) {
            try append("authtype", type)
            try append("credential", login.attribute(GitAttribute.credential) ?? SecretText(""))
            if !login.userName.isEmpty { try append("username", SecretText(login.userName)) }
        } else {
            try append("username", SecretText(login.userName))
            try append("password", login.password)
        }
        if let expiry = login.attribute(GitAttribute.passwordExpiry) {
            try append("password_expiry_utc", expiry)
        }
        if let token = login.attribute(GitAttribute.refreshToken) {
            try append("oauth_refresh_token", token)
        }
        if message.capabilities.contains(.state) {
            try append("state[]", SecretText("\(Self.statePrefix)\(login.id)"))
        }
        return output.text
    }

    private func failed(_ error: any Error, isQuestion: Bool) -> CredentialAnswer {
        let explanation = Explanation(error)
        // Storing and erasing ask nobody: who was asked before and said nothing is left in peace.
        let isLocked = explanation.code == .vaultLocked && isQuestion
        return CredentialAnswer(
            status: isLocked ? CredentialAnswer.lockedStatus : 0, message: explanation.sentence)
    }

    private static let capabilities =
        "version 0\n"
        + GitMessage.Capability.allCases.map { "capability \($0.rawValue)\n" }.joined()

    static func currentTime() -> Timestamp { Timestamp(seconds: Int64(time(nil))) }
}
