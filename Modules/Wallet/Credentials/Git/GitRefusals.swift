import TenonCore
import WalletVault

/// Where a server refused a login that a person entered, and with which user name and password.
///
/// A hidden field of the login keeps a key and, for each refusal, the code of its place, user name
/// and password under that key, one on each line. A refusal lasts until the
/// person corrects the password, the user name or the address; then git gets the login again.
struct GitRefusals {
    /// How many refusals a login keeps; the oldest is forgotten first.
    private static let limit = 16

    private var digest = GitDigest()
    private var codes: [String] = []

    /// Reads the refusals of a login; what cannot be read does not count.
    init(of login: Login) {
        let lines = login.attribute(HiddenLabel.gitRefused)?.reveal().split(separator: "\n") ?? []
        guard let digest = lines.first.flatMap({ GitDigest(hexadecimalKey: $0) }) else { return }
        self.digest = digest
        codes = lines.dropFirst().map { String($0) }
    }

    /// What the login keeps; `nil` when nothing is refused.
    var value: SecretText? {
        codes.isEmpty
            ? nil : SecretText(([digest.hexadecimalKey] + codes).joined(separator: "\n"))
    }

    /// Whether a login was refused at a place as it is now.
    func contains(_ login: Login, at place: GitPlace) -> Bool {
        !codes.isEmpty && codes.contains(code(of: login, at: place))
    }

    /// Remembers that a login was refused as it is now.
    mutating func insert(_ login: Login, at place: GitPlace) {
        remove(login, at: place)
        codes = (codes + [code(of: login, at: place)]).suffix(Self.limit)
    }

    /// Forgets that a login was refused as it is now.
    mutating func remove(_ login: Login, at place: GitPlace) {
        let code = code(of: login, at: place)
        codes.removeAll { $0 == code }
    }

    private func code(of login: Login, at place: GitPlace) -> String {
        digest.code(of: ["\(place.scheme)://\(place.host)", login.userName], login.password)
    }
}
