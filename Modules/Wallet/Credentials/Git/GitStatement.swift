import TenonCore
import TenonMemory
import WalletVault

/// The parts of a login that git gets.
struct GitStatement {
    /// What our own words in `state[]` begin with.
    static let statePrefix = "wallet:"

    private let id: ItemID
    private var attributes: [(key: String, value: SecretText)] = []

    init(_ login: Login) {
        id = login.id
        func add(_ key: String, _ value: SecretText?) {
            if let value { attributes.append((key, value)) }
        }
        if login.isGitToken, let type = login.attribute(HiddenLabel.gitAuthentication) {
            add("authtype", type)
            add("credential", login.attribute(HiddenLabel.gitCredential) ?? SecretText(""))
            if !login.userName.isEmpty { add("username", SecretText(login.userName)) }
        } else {
            add("username", SecretText(login.userName))
            add("password", login.password)
        }
        add("password_expiry_utc", login.saidByGit(HiddenLabel.gitExpiry))
        add("oauth_refresh_token", login.saidByGit(HiddenLabel.gitRenewal))
    }

    /// Whether each value is a single line, as git reads them.
    ///
    /// What comes after a line break would be read as another attribute, of another host perhaps; git
    /// reads neither a null byte nor a carriage return.
    var isSpeakable: Bool {
        attributes.allSatisfy { attribute in
            attribute.value.withBytes { bytes in
                !bytes.contains { $0 == 0 || $0 == 0x0A || $0 == 0x0D }
            }
        }
    }

    /// The lines for git, with the capabilities that it has.
    func text(for message: GitMessage) -> SecretText {
        let output = SecretBuffer()
        func append(_ key: String, _ value: SecretText) {
            output.append("\(key)=")
            output.append(value)
            output.append("\n")
        }
        for capability in GitMessage.Capability.allCases
        where message.capabilities.contains(capability) {
            append("capability[]", SecretText(capability.rawValue))
        }
        for (key, value) in attributes { append(key, value) }
        if message.capabilities.contains(.state) {
            append("state[]", SecretText("\(Self.statePrefix)\(id)"))
        }
        return output.text
    }
}
