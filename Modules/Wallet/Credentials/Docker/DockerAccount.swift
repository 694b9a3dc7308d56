import TenonCore
import WalletVault

/// What Docker wants to be stored.
struct DockerAccount {
    let server: String
    let userName: String
    let secret: SecretText

    /// Reads the message of `store`.
    ///
    /// - Throws: ``DockerRefusal``, also for what is not UTF-8; ``CredentialError`` for what is not JSON,
    ///   and for a server that nothing can be stored for.
    init(_ input: SecretText) throws {
        guard input.withBytes(\.isUTF8) else { throw DockerRefusal.inputNotText }
        guard let message = try? JSONReader.read(input),
            case .object = message
        else { throw CredentialError.notJSON }
        guard let server = message["ServerURL"]?.string, !server.isEmpty else {
            throw DockerRefusal.noServer
        }
        guard let userName = message["Username"]?.string, !userName.isEmpty else {
            throw DockerRefusal.noUserName
        }
        guard SiteAddress(server)?.namesHost == true else {
            throw CredentialError.unreachable(server)
        }
        self.server = server
        self.userName = userName
        secret = message["Secret"]?.secretString ?? SecretText("")
    }
}
