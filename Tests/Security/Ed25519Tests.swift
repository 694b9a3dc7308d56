import TenonCore
import TenonSecurity
import Testing

@Suite struct Ed25519Tests {
    /// RFC 8032, section 7.1, TEST 1 and TEST 2: secret key, public key, message, signature.
    private static let vectors = [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            """
            e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701c
            f9b46bd25bf5f0595bbe24655141438e7a100b
            """
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            """
            92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0
            f11d8c387b2eaeb4302aeeb00d291612bb0c00
            """
        ),
    ]

    private func isValid(_ signature: [UInt8], _ message: [UInt8], _ key: [UInt8]) -> Bool {
        signature.withUnsafeBytes { signature in
            message.withUnsafeBytes {
                Ed25519.isValid(signature: signature, for: $0, publicKey: key)
            }
        }
    }

    @Test("The signatures of RFC 8032 are valid, and for nothing else")
    func published() throws {
        for (secret, publicKey, message, signature) in Self.vectors {
            let keys = try Ed25519.KeyPair(secretKey: SecretBytes(bytes(secret)))
            #expect(keys.publicKey == bytes(publicKey))
            #expect(isValid(bytes(signature), bytes(message), keys.publicKey))
            #expect(!isValid(bytes(signature), bytes(message) + [0], keys.publicKey))
            var other = bytes(signature)
            other[10] ^= 1
            #expect(!isValid(other, bytes(message), keys.publicKey))
        }
    }

    @Test("What one key has signed is valid for this key alone")
    func ownKeys() throws {
        let (own, other) = (try Ed25519.KeyPair.make(), try Ed25519.KeyPair.make())
        let message = Array("a commit".utf8)
        let signature = try message.withUnsafeBytes { try own.signature(for: $0) }
        #expect(signature.count == Ed25519.signatureCount)
        #expect(isValid(signature, message, own.publicKey))
        #expect(!isValid(signature, message, other.publicKey))
        #expect(!isValid(signature, message, []))
        #expect(!isValid([], message, own.publicKey))
    }

    @Test("A key of another length is refused")
    func keyLength() {
        let error = #expect(throws: SecurityError.self) {
            try Ed25519.KeyPair(secretKey: .random(count: 31))
        }
        #expect(error?.code == .securityKeyLength)
    }
}
