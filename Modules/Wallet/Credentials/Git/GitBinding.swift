import TenonCore
import WalletVault

/// Ties what git says of a password to that password: when it expires, and what renews it.
///
/// A hidden field of the login keeps a key and the code of the user name and the password under it, one
/// on each line. When git or the person has put another password in its place, what was said of the
/// former one counts no more: git would throw away a new password that is said to have expired, or ask
/// for another one with a token that does not belong to it.
struct GitBinding {
    private let digest: GitDigest
    private let code: String

    /// Ties to the password that a login has now.
    init(to login: Login) {
        digest = Self(storedIn: login)?.digest ?? GitDigest()
        code = digest.code(of: [login.userName], login.password)
    }

    private init?(storedIn login: Login) {
        let lines = login.attribute(HiddenLabel.gitBinding)?.reveal().split(separator: "\n") ?? []
        guard lines.count == 2, let digest = GitDigest(hexadecimalKey: lines[0]) else { return nil }
        (self.digest, code) = (digest, String(lines[1]))
    }

    /// What the login keeps.
    var value: SecretText { SecretText("\(digest.hexadecimalKey)\n\(code)") }

    /// Whether a login still has the password that git has spoken of.
    static func holds(for login: Login) -> Bool {
        Self(storedIn: login).map { $0.code == Self(to: login).code } ?? false
    }
}
