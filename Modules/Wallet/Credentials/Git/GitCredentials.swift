import Glibc
import TenonCore
import WalletVault

/// The protocol of git's credential helpers: `git-credential-wallet get|store|erase|capability`.
///
/// Other verbs are silently ignored, as git requires. After a failure git goes on: the message is
/// for the person, and `get` exits with 0 and no output.
struct GitCredentials {
    /// The tag of the logins that git stored.
    static let tag = "git"

    /// The tag of the logins that a person keeps from git.
    static let tagAgainst = "no-git"

    private let vault: CredentialVault
    private let now: Timestamp

    init(_ vault: CredentialVault, now: Timestamp = GitCredentials.currentTime()) {
        self.vault = vault
        self.now = now
    }

    func answer(_ verb: String, _ input: SecretText) async -> CredentialAnswer {
        do {
            switch verb {
            case "capability": return CredentialAnswer(SecretText(Self.capabilities))
            case "get": return CredentialAnswer(try await get(GitMessage(input)))
            case "store":
                let message = try GitMessage(input)
                try await vault.change { try await keep(message) }
            case "erase":
                let message = try GitMessage(input)
                try await vault.change { try await erase(message) }
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
        var valid: GitStatement?
        var expired: GitStatement?
        var unspeakable: Login?
        for overview in try await overviews(for: message, at: place) {
            let login = try await vault.existing.login(overview.id)
            guard login.isOpenToGit, login.isCredential, !login.hasExpired(at: now),
                isAllowed(login, at: place), !place.isDenied(to: login),
                canTakeTokens || !login.isGitToken,
                !GitRefusals(of: login).contains(login, at: place)
            else { continue }
            let statement = GitStatement(login)
            if !statement.isSpeakable {
                unspeakable = unspeakable ?? login
            } else if login.isExpired(at: now) {
                // It comes last: with its token another helper may renew it.
                expired = expired ?? statement
            } else if login.isMadeByGit {
                // It has worked for git, while a person's own may be meant for something else.
                return statement.text(for: message)
            } else {
                valid = valid ?? statement
            }
        }
        if let found = valid ?? expired { return found.text(for: message) }
        if let unspeakable { throw CredentialError.unspeakable(unspeakable.title) }
        return SecretText(utf8: [])
    }

    private func keep(_ message: GitMessage) async throws {
        guard let place = GitPlace(message), !message.isEphemeral else { return }
        let isToken = message.authenticationType != nil && message.credential != nil
        guard isToken || message.userName != nil && message.password != nil else { return }
        guard place.isReachable else { throw CredentialError.unreachable(place.title) }
        let userName = message.userName ?? ""
        // The one with this very secret, or else one that git itself has stored: what a person entered
        // may be in use elsewhere, and is never replaced.
        var same: Login?
        var own: Login?
        for overview in try await overviews(for: message, at: place)
        where overview.userName == userName {
            let login = try await vault.existing.login(overview.id)
            // A copy would belong to git, from which the person keeps this login.
            if login.isKeptFromGit, isMeant(login, by: message) { return }
            guard login.isGitToken == isToken, login.isOpenToGit else { continue }
            if login == updated(login, by: message, at: place) { return }
            if isMeant(login, by: message) { same = same ?? login }
            if login.isMadeByGit { own = own ?? login }
        }
        if let known = same ?? own {
            try await vault.existing.save(updated(known, by: message, at: place))
        } else {
            let login = Login(
                title: place.title, sites: [place.site], userName: userName, tags: [Self.tag],
                customFields: [
                    CustomField(
                        label: HiddenLabel.gitMade, value: .mark, isConcealed: false)
                ])
            try await vault.existing.add(updated(login, by: message, at: place))
        }
    }

    private func erase(_ message: GitMessage) async throws {
        guard let place = GitPlace(message) else { return }
        for overview in try await overviews(for: message, at: place) {
            var login = try await vault.existing.login(overview.id)
            guard login.isOpenToGit, login.isCredential, isMeant(login, by: message) else {
                continue
            }
            if login.isMadeByGit {
                try await vault.existing.moveToTrash(login.id)
            } else {
                // It may be in use elsewhere, so it stays; git does not get it again as it is now.
                var refusals = GitRefusals(of: login)
                guard !refusals.contains(login, at: place) else { continue }
                refusals.insert(login, at: place)
                login.setAttribute(HiddenLabel.gitRefused, to: refusals.value)
                try await vault.existing.save(login)
            }
        }
    }

    // MARK: - Parts

    /// The logins for a place and user name, the preferred ones first; only the one that our own words
    /// name, if they do.
    private func overviews(
        for message: GitMessage, at place: GitPlace
    ) async throws -> [ItemOverview] {
        let found = try await vault.logins(at: place.site, isExact: true).filter { overview in
            guard message.userName.map({ $0 == overview.userName }) ?? true else { return false }
            return place.takesAny(of: overview.sites)
        }
        let named = message.states.compactMap { state in
            state.hasPrefix(GitStatement.statePrefix)
                ? ItemID(String(state.dropFirst(GitStatement.statePrefix.count))) : nil
        }
        let meant = found.filter { named.contains($0.id) }
        return meant.isEmpty ? found : meant
    }

    /// Whether the rules for the sites of a login let git have it: where one is for a page or what begins
    /// with an address, git has to give the path.
    private func isAllowed(_ login: Login, at place: GitPlace) -> Bool {
        [place.site, "\(place.site)/"].contains { address in
            place.takesAny(of: login.sites(comparedWith: address))
        }
    }

    /// Whether git means this login: a given password or credential must be the stored one.
    private func isMeant(_ login: Login, by message: GitMessage) -> Bool {
        if let credential = message.credential {
            return login.attribute(HiddenLabel.gitCredential) == credential
        }
        return message.password.map { !login.isGitToken && login.password == $0 } ?? true
    }

    /// A login with what git says about it.
    private func updated(
        _ former: Login, by message: GitMessage, at place: GitPlace
    ) -> Login {
        var login = former
        if let type = message.authenticationType, let credential = message.credential {
            login.setAttribute(HiddenLabel.gitAuthentication, to: SecretText(type))
            login.setAttribute(HiddenLabel.gitCredential, to: credential)
        } else if let password = message.password {
            login.password = password
        }
        // A token that git does not repeat is still good for the password that it came with.
        let token = isMeant(former, by: message) ? former.saidByGit(HiddenLabel.gitRenewal) : nil
        login.setAttribute(HiddenLabel.gitRenewal, to: message.refreshToken ?? token)
        login.setAttribute(HiddenLabel.gitExpiry, to: message.passwordExpiry)
        let isBound = message.refreshToken ?? token ?? message.passwordExpiry != nil
        login.setAttribute(HiddenLabel.gitBinding, to: isBound ? GitBinding(to: login).value : nil)
        var refusals = GitRefusals(of: login)
        if refusals.contains(login, at: place) {
            refusals.remove(login, at: place)
            login.setAttribute(HiddenLabel.gitRefused, to: refusals.value)
        }
        return login
    }

    private func failed(_ error: any Error, isQuestion: Bool) -> CredentialAnswer {
        let explanation = Explanation(error)
        guard explanation.code == .vaultLocked else {
            return CredentialAnswer(message: explanation.sentence)
        }
        // Storing and erasing do not ask the person, who may have refused before.
        return isQuestion
            ? .locked() : CredentialAnswer(message: CredentialError.locked().sentence)
    }

    private static let capabilities =
        "version 0\n"
        + GitMessage.Capability.allCases.map { "capability \($0.rawValue)\n" }.joined()

    static func currentTime() -> Timestamp { Timestamp(seconds: Int64(time(nil))) }
}
