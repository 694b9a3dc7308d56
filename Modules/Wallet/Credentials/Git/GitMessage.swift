import TenonCore

/// What git says about a credential: lines `key=value`, as in git-credential(1).
///
/// Unknown keys are dropped. What depends on a capability counts only after the line that names it. git
/// hands on bytes, and a vault has texts in UTF-8: what is none would be another value, and is refused.
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
                try set(key, UnsafeRawBufferPointer(rebasing: line[(equals + 1)...]))
            }
        }
    }

    private mutating func set(_ key: String, _ value: UnsafeRawBufferPointer) throws {
        func secret() throws -> SecretText {
            guard value.isUTF8 else { throw CredentialError.notText(key) }
            return SecretText(utf8: value)
        }
        func text() throws -> String { try secret().reveal() }
        switch key {
        case "protocol": scheme = try text()
        case "host": host = try text()
        case "path": path = try text()
        case "username": userName = try text()
        case "password": password = try secret()
        case "password_expiry_utc": passwordExpiry = try secret()
        case "oauth_refresh_token": refreshToken = try secret()
        case "url":
            guard GitAddress.isText(value) else { throw CredentialError.notText(key) }
            setAddress(GitAddress(value))
        case "capability[]" where value.isEmpty: capabilities = []
        case "capability[]":
            if let capability = Capability(rawValue: try text()) { capabilities.insert(capability) }
        case "authtype" where capabilities.contains(.authtype): authenticationType = try text()
        case "credential" where capabilities.contains(.authtype): credential = try secret()
        case "ephemeral" where capabilities.contains(.authtype):
            isEphemeral = !["", "0", "false"].contains(try text())
        case "state[]" where value.isEmpty: states = []
        case "state[]" where capabilities.contains(.state): states.append(try text())
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
