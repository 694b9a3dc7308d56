import Foundation
import TenonCore
import TenonSecurity
import Testing

@Suite struct CryptoBoxTests {
    /// Alice and Bob of "Cryptography in NaCl" (Bernstein, 2009), sections 3 to 10.
    private enum Paper {
        static let alice = "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"
        static let alicePublic = "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"
        static let bob = "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"
        static let bobPublic = "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"
        static let nonce = "69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37"
        static let plain = """
            be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffc
            e5ecbaaf33bd751a1ac728d45e6c61296cdc3c01233561f41db66cce314adb31
            0e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a024a838f21af1fde
            048977eb48f59ffd4924ca1c60902e52f0a089bc76897040e082f93776384864
            5e0705
            """
        static let sealed = """
            f3ffc7703f9400e52a7dfb4b3d3305d98e993b9f48681273c29650ba32fc76ce
            48332ea7164d96a4476fb8c531a1186ac0dfc17c98dce87b4da7f011ec48c972
            71d2c20f9b928fe2270d6fb863d51738b48eeee314a7cc8ab932164548e526ae
            90224368517acfeabd6bb3732bc0e9da99832b61ca01b6de56244a9e88d5f9b3
            7973f622a43d14a6599b1f654cb45a74e355a5
            """
    }

    private let alice: CryptoBox.KeyPair
    private let bob: CryptoBox.KeyPair
    private let nonce = CryptoBox.makeNonce()

    init() throws {
        alice = try .make()
        bob = try .make()
    }

    private func seal(_ plain: [UInt8], _ box: CryptoBox, _ nonce: [UInt8]) throws -> [UInt8] {
        try plain.withUnsafeBytes { try box.seal($0, nonce: nonce) }
    }

    private func expectError(
        _ code: ErrorCode, _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () throws -> Void
    ) {
        let error = #expect(
            throws: SecurityError.self, what, sourceLocation: sourceLocation, performing: body)
        #expect(error?.code == code, what, sourceLocation: sourceLocation)
    }

    @Test("The box of the paper on NaCl is made and opens")
    func paper() throws {
        let alice = try CryptoBox.KeyPair(secretKey: SecretBytes(bytes(Paper.alice)))
        let bob = try CryptoBox.KeyPair(secretKey: SecretBytes(bytes(Paper.bob)))
        #expect(alice.publicKey == bytes(Paper.alicePublic))
        #expect(bob.publicKey == bytes(Paper.bobPublic))
        let nonce = bytes(Paper.nonce)
        let sealed = try seal(
            bytes(Paper.plain), CryptoBox(alice, with: bob.publicKey), nonce)
        #expect(sealed == bytes(Paper.sealed))
        let opened = try CryptoBox(bob, with: alice.publicKey).open(sealed, nonce: nonce)
        #expect(opened.exposed == bytes(Paper.plain))
    }

    /// The values with which KeePassXC tests its side of the protocol.
    @Test("A message of the browser's extension is sealed as KeePassXC seals it")
    func keepass() throws {
        let secret = try #require(
            Data(base64Encoded: "tbPQcghxfOgbmsnEqG2qMIj1W2+nh+lOJcNsHncaz1Q="))
        let publicKey = try #require(
            Data(base64Encoded: "UIIPObeoya1G8g1M5omgyoPR/j1mR1HlYHu0wHCgMhA="))
        let nonce = Array(try #require(Data(base64Encoded: "zBKdvTjL5bgWaKMCTut/8soM/uoMrFoZ")))
        let box = try CryptoBox(
            CryptoBox.KeyPair(secretKey: SecretBytes(Array(secret))), with: Array(publicKey))
        // Written as Qt writes JSON for people.
        let message = "{\n    \"action\": \"test-action\"\n}\n"
        let sealed = try seal(Array(message.utf8), box, nonce)
        #expect(
            Data(sealed).base64EncodedString()
                == "+zjtntnk4rGWSl/Ph7Vqip/swvgeupk4lNgHEm2OO3ujNr0OMz6eQtGwjtsj+/rP")
        #expect(
            Data(CryptoBox.incremented(nonce)).base64EncodedString()
                == "zRKdvTjL5bgWaKMCTut/8soM/uoMrFoZ")
    }

    @Test("What one side seals the other opens", arguments: [0, 1, 15, 16, 64, 1_000_003])
    func roundTrip(count: Int) throws {
        let plain = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let sealed = try seal(plain, CryptoBox(alice, with: bob.publicKey), nonce)
        #expect(sealed.count == count + CryptoBox.overhead)
        let opened = try CryptoBox(bob, with: alice.publicKey).open(sealed, nonce: nonce)
        #expect(opened.exposed == plain)
    }

    @Test("A change of any bit, another nonce and other keys are noticed")
    func tampering() throws {
        let box = try CryptoBox(alice, with: bob.publicKey)
        let sealed = try seal(Array("a secret".utf8), box, nonce)
        for index in sealed.indices {
            for bit in 0..<8 {
                var changed = sealed
                changed[index] ^= 1 << bit
                expectError(.securityBrokenSeal, "bit \(bit) of byte \(index)") {
                    _ = try box.open(changed, nonce: nonce)
                }
            }
        }
        for count in sealed.indices {
            expectError(.securityBrokenSeal, "first \(count) bytes") {
                _ = try box.open(Array(sealed.prefix(count)), nonce: nonce)
            }
        }
        expectError(.securityBrokenSeal, "next nonce") {
            _ = try box.open(sealed, nonce: CryptoBox.incremented(nonce))
        }
        expectError(.securityBrokenSeal, "another pair") {
            _ = try CryptoBox(.make(), with: bob.publicKey).open(sealed, nonce: nonce)
        }
    }

    @Test("Keys and nonces of another length are refused", arguments: [0, 16, 23, 25, 31, 33])
    func lengths(count: Int) throws {
        let box = try CryptoBox(alice, with: bob.publicKey)
        let wrong = [UInt8](repeating: 7, count: count)
        expectError(.securityKeyLength, "secret key") {
            _ = try CryptoBox.KeyPair(secretKey: .random(count: count))
        }
        expectError(.securityKeyLength, "public key") { _ = try CryptoBox(alice, with: wrong) }
        expectError(.securityKeyLength, "nonce of seal") { _ = try seal([1], box, wrong) }
        expectError(.securityKeyLength, "nonce of open") {
            _ = try box.open([UInt8](repeating: 0, count: 20), nonce: wrong)
        }
    }

    @Test("A public key with which everybody would know the shared key is refused")
    func lowOrder() throws {
        expectError(.securityBrokenSeal, "zero") {
            _ = try CryptoBox(alice, with: [UInt8](repeating: 0, count: 32))
        }
        expectError(.securityBrokenSeal, "one") {
            _ = try CryptoBox(alice, with: [1] + [UInt8](repeating: 0, count: 31))
        }
    }

    @Test("A nonce is counted up as a little-endian number")
    func increment() {
        let zeros = [UInt8](repeating: 0, count: 24)
        let full = [UInt8](repeating: 255, count: 24)
        #expect(CryptoBox.incremented(zeros) == [1] + zeros.dropLast())
        #expect(
            CryptoBox.incremented([255, 255] + zeros.dropLast(2)) == [0, 0, 1] + zeros.dropLast(3))
        #expect(CryptoBox.incremented(full) == zeros)
        #expect(Set((0..<1_000).map { _ in CryptoBox.makeNonce() }).count == 1_000)
    }
}
