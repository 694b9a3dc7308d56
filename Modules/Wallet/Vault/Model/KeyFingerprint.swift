import Foundation
package import TenonCore
import TenonSecurity

/// The fingerprint of a public key of OpenSSH, as `ssh-keygen -l` shows it.
package enum KeyFingerprint {
    /// `SHA256:` and the hash in base64; `nil` when the text is no public key.
    ///
    /// - Parameter key: A line such as `ssh-ed25519 AAAA… name`.
    package static func text(of key: SecretText) -> String? {
        let words = key.reveal().split(whereSeparator: \.isWhitespace)
        // Every key begins with the length of the name of its kind, which is below 2¹⁶.
        guard let encoded = words.first(where: { $0.hasPrefix("AAAA") }),
            let bytes = Data(base64Encoded: String(encoded))
        else { return nil }
        let hash = bytes.withUnsafeBytes { SecretHash.sha256(of: $0) }
        return "SHA256:" + Data(hash).base64EncodedString().prefix { $0 != "=" }
    }
}
