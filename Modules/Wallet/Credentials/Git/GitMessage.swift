import TenonCore

/// What git says about a credential: lines `key=value`, as in git-credential(1).
///
/// Unknown keys are dropped. What depends on a capability counts only after the line that names it.
struct GitMessage {
    /// git's capabilities beyond user names and passwords.
    enum Capability: String, CaseIterable {
        /// Credentials that are not passwords.
        case authtype
        /// Words of a helper that come back to it.
        case state
    }

    var scheme: String?
    var host: String?
    var path: String?
    var userName: String?
    var password: SecretText?
    var passwordExpiry: SecretText?
    var refreshToken: SecretText?
    var authenticationType: String?
    var credential: SecretText?
    var isEphemeral = false
    var states: [String] = []
    var capabilities: Set<Capability> = []

    init() {}

    /// Reads a message, up to its end or its first empty line.
    ///
    /// - Throws: ``CredentialError`` (`credentialInput`).
    init(_ text: SecretText) throws {
        try text.withBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let line = rest.prefix { $0 != UInt8(ascii: "\n") }
                rest = rest[line.endIndex...].dropFirst()
                if line.isEmpty { break }
                guard let equals = line.firstIndex(of: UInt8(ascii: "=")),
                    !line.contains(0)
                else { throw CredentialError.notGit }
                let key = String(decoding: line[..<equals], as: UTF8.self)
                set(key, UnsafeRawBufferPointer(rebasing: line[(equals + 1)...]))
            }
        }
    }

    private mutating func set(_ key: String, _ value: UnsafeRawBufferPointer) {
        var text: String { String(decoding: value, as: UTF8.self) }
        switch key {
        case "protocol": scheme = text
        case "host": host = text
        case "path": path = text
        case "username": userName = text
        case "password": password = SecretText(utf8: value)
        case "password_expiry_utc": passwordExpiry = SecretText(utf8: value)
        case "oauth_refresh_token": refreshToken = SecretText(utf8: value)
        case "url": setAddress(GitAddress(value))
        case "capability[]" where value.isEmpty: capabilities = []
        case "capability[]":
            if let capability = Capability(rawValue: text) { capabilities.insert(capability) }
        case "authtype" where capabilities.contains(.authtype): authenticationType = text
        case "credential" where capabilities.contains(.authtype):
            credential = SecretText(utf8: value)
        case "ephemeral" where capabilities.contains(.authtype):
            isEphemeral = !["", "0", "false"].contains(text)
        case "state[]" where value.isEmpty: states = []
        case "state[]" where capabilities.contains(.state): states.append(text)
        default: break
        }
    }

    /// An address replaces all its parts, even missing ones; git trims its path.
    private mutating func setAddress(_ address: GitAddress?) {
        guard let address else { return }
        scheme = address.scheme
        host = address.host
        let trimmed = (address.path ?? "").drop { $0 == "/" }.reversed().drop { $0 == "/" }
        path = trimmed.isEmpty ? nil : String(trimmed.reversed())
        userName = address.userName
        password = address.password
    }
}
