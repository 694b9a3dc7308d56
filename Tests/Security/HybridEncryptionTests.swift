import TenonCore
import TenonSecurity
import Testing

@Suite("Hybrid public key encryption")
struct HybridEncryptionTests {
    private let info = Array("wallet test".utf8)

    private func pair(_ first: UInt8 = 0) throws -> HybridEncryption.KeyPair {
        try HybridEncryption.KeyPair(
            secretKey: SecretBytes((0..<32).map { $0 &+ first }))
    }

    private func code(_ body: () throws -> Void) -> ErrorCode? {
        do {
            try body()
            return nil
        } catch {
            return (error as? SecurityError)?.code
        }
    }

    @Test("What another implementation sealed opens")
    func interoperability() throws {
        // Made by pyhpke 0.6.5 with the same suite, for the secret key 00 01 … 1f.
        let sealed = bytes(
            """
            96d5f432177e26862e23a8f856769eecf65ce78511534ebe9741d56055f38a30\
            91f19209bf2e463fc1124fd38214995699109883eec9809e8fc2fe3e0e881930\
            2c9fdb9fa99a7ca1b8a49a2c8defbaa385
            """)
        let key = try pair()
        #expect(
            key.publicKey
                == bytes(
                    "8f40c5adb68f25624ae5b214ea767a6ec94d829d3d7b5e1ad1ba6f3e2138285f"))
        let plain = try key.open(sealed, for: info)
        #expect(plain.exposed == Array("a key of the vault, 32 bytes long".utf8))
    }

    @Test("Only the holder of the key opens it, for the same purpose, and unchanged")
    func opening() throws {
        let secret = SecretBytes.random(count: 32)
        let (key, other) = (try pair(), try pair(1))
        let sealed = try HybridEncryption.seal(secret, for: key.publicKey, info: info)
        #expect(sealed.count == 32 + HybridEncryption.overhead)
        #expect(try key.open(sealed, for: info) == secret)
        #expect(code { _ = try other.open(sealed, for: info) } == .securityBrokenSeal)
        #expect(code { _ = try key.open(sealed, for: []) } == .securityBrokenSeal)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(code { _ = try key.open(changed, for: info) } == .securityBrokenSeal)
        }
        for count in [0, 31, 32, 47, sealed.count - 1] {
            let cut = Array(sealed.prefix(count))
            #expect(code { _ = try key.open(cut, for: info) } == .securityBrokenSeal)
        }
        let again = try HybridEncryption.seal(secret, for: key.publicKey, info: info)
        #expect(again != sealed)
    }

    @Test("What is no key is refused")
    func keys() {
        let secret = SecretBytes.random(count: 32)
        for count in [0, 31, 33] {
            let key = [UInt8](repeating: 9, count: count)
            #expect(
                code { _ = try HybridEncryption.seal(secret, for: key, info: info) }
                    == .securityKeyLength)
        }
        #expect(
            code { _ = try HybridEncryption.KeyPair(secretKey: .random(count: 31)) }
                == .securityKeyLength)
        // The key of all zeros agrees on a secret that everybody knows.
        #expect(
            code {
                _ = try HybridEncryption.seal(
                    secret, for: [UInt8](repeating: 0, count: 32), info: info)
            } == .securityKeyLength)
    }
}
