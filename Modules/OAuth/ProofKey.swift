import Crypto
import FoundationEssentials
public import TenonCore
import TenonMemory

/// What binds a code to whoever asked for it (RFC 7636): who has the code alone gets no token.
public struct ProofKey: Sendable {
    /// What proves it; sent with the code.
    public let verifier: SecretText

    /// Makes a random verifier of 43 characters, with 258 bits.
    public init() { verifier = RandomText.secret() }

    /// Takes one over.
    ///
    /// - Parameter verifier: From 43 to 128 unreserved characters of RFC 3986.
    public init(verifier: SecretText) { self.verifier = verifier }

    /// What is told before (section 4.2, `S256`).
    public var challenge: String {
        let hash = verifier.withBytes { bytes in
            var hash = SHA256()
            hash.update(bufferPointer: bytes)
            return Data(hash.finalize())
        }
        return hash.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }
}

/// Text that nobody can guess.
enum RandomText {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let length = 43

    /// Text that is a secret.
    static func secret() -> SecretText {
        var random = SystemRandomNumberGenerator()
        var bytes = (0..<length).map { _ in alphabet[Int.random(in: 0..<64, using: &random)] }
        defer { bytes.wipe() }
        return SecretText(utf8: bytes)
    }
}
