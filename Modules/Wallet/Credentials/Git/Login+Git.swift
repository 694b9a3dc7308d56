import TenonCore
import WalletVault

extension Login {
    /// Whether git stored the login.
    var isMadeByGit: Bool { attribute(HiddenLabel.gitMade) != nil }

    /// Whether the login holds a credential that is not a password; one that a person enters later
    /// takes its place.
    var isGitToken: Bool {
        attribute(HiddenLabel.gitAuthentication) != nil && password.isEmpty
    }

    /// What git has said of the password, or of the credential, that the login has now.
    func saidByGit(_ label: String) -> SecretText? {
        GitBinding.holds(for: self) ? attribute(label) : nil
    }

    /// Whether the person wants git, or all programs, to leave this login alone.
    var isKeptFromGit: Bool {
        head.isWithheld || head.tags.contains { $0.lowercased() == GitCredentials.tagAgainst }
    }

    /// Whether git may know of this login: it is for authentication by HTTP, not another program's own, nor
    /// kept from git.
    var isOpenToGit: Bool {
        isForHTTP(true) && !isMadeByDocker && !isMadeByApplication && !isKeyOfBrowser
            && !isKeptFromGit
    }

    /// Whether the login has a secret that git could log in with.
    ///
    /// A login that a person entered without a password is not a credential; one that git stored
    /// is.
    var isCredential: Bool { isGitToken || !password.isEmpty || isMadeByGit }

    /// Whether its password was good until a time that has passed.
    func isExpired(at now: Timestamp) -> Bool {
        guard let text = saidByGit(HiddenLabel.gitExpiry),
            let seconds = Int64(text.reveal())
        else { return false }
        return seconds <= now.milliseconds / 1000
    }
}
