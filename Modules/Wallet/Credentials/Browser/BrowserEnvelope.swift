import FoundationEssentials
import TenonCore
import TenonSecurity

/// A message of the extension, and how its answer is put together.
struct BrowserEnvelope {
    /// Parts of a message or an answer.
    typealias Members = [JSONValue.Member]

    /// The version of KeePassXC whose protocol this is; the extension asks for a minimum.
    static let version = "2.7.4"

    /// What is to be done.
    let action: String
    /// The message itself, of which only the outer part is unencrypted.
    let message: JSONValue

    /// Reads a message; `nil` when it is not one.
    init?(_ text: SecretText) {
        guard let message = try? JSONReader.read(text),
            let action = message["action"]?.string
        else { return nil }
        self.action = action
        self.message = message
    }

    /// The bytes of a member in base 64.
    func bytes(_ key: String) -> [UInt8]? {
        message[key]?.string.flatMap { Data(base64Encoded: $0) }.map { Array($0) }
    }

    /// The nonce of the message.
    var nonce: [UInt8]? {
        bytes("nonce").flatMap { $0.count == CryptoBox.nonceCount ? $0 : nil }
    }

    /// Whether the person is to be asked for the passphrase when the vault is locked.
    var isUnlockWanted: Bool { message["triggerUnlock"]?.string == "true" }

    /// Opens the inner part, which must be about the same action.
    func open(with box: CryptoBox) throws -> JSONValue {
        guard let sealed = bytes("message"), !sealed.isEmpty else {
            throw BrowserProblem.emptyMessage
        }
        guard let nonce, let plain = try? box.open(sealed, nonce: nonce),
            let inner = plain.withBytes({ try? JSONReader.read($0) })
        else { throw BrowserProblem.cannotDecrypt }
        guard inner["action"]?.string == action else { throw BrowserProblem.incorrectAction }
        return inner
    }

    /// The answer of success, sealed under the next nonce.
    func reply(_ members: Members, with box: CryptoBox) throws -> SecretText {
        let next = CryptoBox.incremented(nonce ?? [])
        let inner = JSONValue.object(
            members + [
                .init("version", .string(Self.version)), .init("nonce", Self.text(next)),
                .init("success", .string("true")),
            ]
        )
        let sealed = try inner.written.withBytes { try box.seal($0, nonce: next) }
        return outer([.init("message", Self.text(sealed)), .init("nonce", Self.text(next))])
    }

    /// The answer to the exchange of keys, unencrypted.
    func reply(publicKey: [UInt8]) -> SecretText {
        outer([
            .init("version", .string(Self.version)), .init("publicKey", Self.text(publicKey)),
            .init("nonce", Self.text(CryptoBox.incremented(nonce ?? []))),
            .init("success", .string("true")),
        ])
    }

    /// The answer of an error, unencrypted.
    ///
    /// - Parameter words: What the extension shows.
    func reply(_ problem: BrowserProblem, _ words: String) -> SecretText {
        outer(Self.error(problem, words))
    }

    /// The answer to an invalid message.
    static func replyToGarbage(_ words: String) -> SecretText {
        JSONValue.object([.init("action", .string(""))] + error(.emptyMessage, words)).written
    }

    private static func error(_ problem: BrowserProblem, _ words: String) -> Members {
        [.init("errorCode", .string("\(problem.rawValue)")), .init("error", .string(words))]
    }

    private func outer(_ members: Members) -> SecretText {
        let request = message["requestID"].map { [JSONValue.Member("requestID", $0)] } ?? []
        return JSONValue.object([.init("action", .string(action))] + members + request).written
    }

    static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    private static func text(_ bytes: [UInt8]) -> JSONValue { .string(base64(bytes)) }
}
