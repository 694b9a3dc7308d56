import TenonCore
import TenonMemory
import TenonSecurity
import WalletVault

/// Where a server refused a login that a person entered, and with which user name and password.
///
/// A hidden field of the login keeps a key and, for each refusal, the HMAC of its place, user name
/// and password under that key, all in hexadecimal and one on each line. A refusal lasts until the
/// person corrects the password, the user name or the address; then git gets the login again.
struct GitRefusals {
    /// How many refusals a login keeps; the oldest is forgotten first.
    private static let limit = 16
    private static let keyCount = 16

    private var key: [UInt8] = []
    private var codes: [String] = []

    /// Reads the refusals of a login; what cannot be read does not count.
    init(of login: Login) {
        let lines = login.attribute(GitAttribute.refused)?.reveal().split(separator: "\n") ?? []
        guard let first = lines.first, let key = Self.bytes(first), key.count == Self.keyCount
        else { return }
        self.key = key
        codes = lines.dropFirst().map { String($0) }
    }

    /// What the login keeps; `nil` when nothing is refused.
    var value: SecretText? {
        codes.isEmpty
            ? nil : SecretText(([key.hexadecimal()] + codes).joined(separator: "\n"))
    }

    /// Whether a login was refused at a place as it is now.
    func contains(_ login: Login, at place: GitPlace) -> Bool {
        !codes.isEmpty && codes.contains(code(of: login, at: place))
    }

    /// Remembers that a login was refused as it is now.
    mutating func insert(_ login: Login, at place: GitPlace) {
        if key.isEmpty { key = SecretBytes.random(count: Self.keyCount).withBytes { Array($0) } }
        remove(login, at: place)
        codes = (codes + [code(of: login, at: place)]).suffix(Self.limit)
    }

    /// Forgets that a login was refused as it is now.
    mutating func remove(_ login: Login, at place: GitPlace) {
        let code = code(of: login, at: place)
        codes.removeAll { $0 == code }
    }

    private func code(of login: Login, at place: GitPlace) -> String {
        let said = SecretBuffer()
        for text in ["\(place.scheme)://\(place.host)", login.userName] {
            said.append(text)
            said.append(0)
        }
        said.append(login.password)
        let hash = HMACSHA256(key: key.withUnsafeBytes { SecretBytes(copying: $0) })
        return said.withBytes { hash.authenticationCode(for: $0) }.hexadecimal()
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }
}
