import TenonCore
import TenonSecurity
import Testing

@Suite("Key derivations of other programs' files")
struct ForeignKeyDerivationTests {
    private func text(_ text: String) -> SecretBytes { SecretBytes(Array(text.utf8)) }

    @Test("PBKDF2 gives the vectors of RFC 7914 section 11")
    func pbkdf2() throws {
        #expect(
            try PBKDF2.deriveKey(
                from: text("passwd"), salt: Array("salt".utf8), iterations: 1, count: 64
            ).exposed
                == bytes(
                    """
                    55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc
                    49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783
                    """))
        #expect(
            try PBKDF2.deriveKey(
                from: text("Password"), salt: Array("NaCl".utf8), iterations: 80_000, count: 64
            ).exposed
                == bytes(
                    """
                    4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56
                    a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d
                    """))
    }

    @Test("PBKDF2 with SHA-512 gives what OpenSSL gives")
    func pbkdf2WithSHA512() throws {
        // RFC 6070 has vectors for SHA-1 only; these are its inputs, computed by OpenSSL.
        #expect(
            try PBKDF2.deriveKey(
                from: text("password"), salt: Array("salt".utf8), iterations: 1, hash: .sha512,
                count: 64
            ).exposed
                == bytes(
                    """
                    867f70cf1ade02cff3752599a3a53dc4af34c7a669815ae5d513554e1c8cf252
                    c02d470a285a0501bad999bfe943c08f050235d7d68b1da55e63f73b60a57fce
                    """))
        #expect(
            try PBKDF2.deriveKey(
                from: text("passwordPASSWORDpassword"),
                salt: Array("saltSALTsaltSALTsaltSALTsaltSALTsalt".utf8), iterations: 4_096,
                hash: .sha512, count: 64
            ).exposed
                == bytes(
                    """
                    8c0511f4c6e597c6ac6315d8f0362e225f3c501495ba23b868c005174dc4ee71
                    115b59f9e60cd9532fa33e0f75aefe30225c583a186cd82bd4daea9724a3d3b8
                    """))
    }

    @Test("Argon2d and Argon2id give what the reference program gives")
    func argon2() throws {
        // Computed by the program `argon2` of Debian's package argon2.
        let d = try ForeignArgon2(variant: .d, memory: 1_024, iterations: 2, parallelism: 2)
        let id = try ForeignArgon2(variant: .id, memory: 1_024, iterations: 2, parallelism: 2)
        let old = try ForeignArgon2(
            variant: .d, version: .v10, memory: 1_024, iterations: 2, parallelism: 2)
        let salt = Array("saltsalt".utf8)
        #expect(
            try d.deriveKey(from: text("password"), salt: salt).exposed
                == bytes("6b4d33fdd7908f21fbbc65ec9c28fd65e6c0fc2e707e5d1246c05815aa0d9b22"))
        #expect(
            try id.deriveKey(from: text("password"), salt: salt).exposed
                == bytes("e99559955fe01458d3526e2a118227ff273f51b180c32740f18bcb8c9328c8eb"))
        #expect(
            try old.deriveKey(from: text("password"), salt: salt).exposed
                == bytes("28caa6f68e0a3de0d26d6297b6c9e057d030eeb7f53f1d4755dff3c1c91ca394"))
        let ours = Argon2id(memory: 1_024, iterations: 2, parallelism: 2)
        #expect(
            try ours.deriveKey(from: text("password"), salt: salt)
                == (try id.deriveKey(from: text("password"), salt: salt)))
    }

    @Test(
        "absurd parameters are refused before memory is spent",
        arguments: [
            (7, 1, 1), (1 << 22, 1, 1), (1 << 20, 33, 1), (1_024, 0, 1), (1_024, 1, 0),
            (1_024, 1, 65), (.max, .max, 1), (-1, 1, 1), (8, .max, 1),
        ])
    func absurd(memory: Int, iterations: Int, lanes: Int) {
        let error = #expect(throws: SecurityError.self) {
            try ForeignArgon2(
                variant: .d, memory: memory, iterations: iterations, parallelism: lanes)
        }
        #expect(error?.code == .securityParameters)
    }

    @Test("the derivation with AES is the encryption of both halves, over and over, then SHA-256")
    func aes() throws {
        let key = SecretBytes((0..<32).map { UInt8($0) })
        let seed = (0..<32).map { UInt8(100 + $0) }
        for rounds in [1, 2, 65_536, 65_537, 100_000] {
            #expect(
                try AESKeyDerivation.deriveKey(from: key, seed: seed, rounds: UInt64(rounds))
                    == (try oneByOne(key, seed, rounds)), "\(rounds) rounds")
        }
        for rounds in [0, UInt64.max] {
            #expect(throws: SecurityError.self) {
                try AESKeyDerivation.deriveKey(from: key, seed: seed, rounds: rounds)
            }
        }
    }

    /// The same with one call of the cipher for a round: with a vector of zeros, the first block of
    /// CBC is the plain cipher.
    private func oneByOne(
        _ key: SecretBytes, _ seed: [UInt8], _ rounds: Int
    ) throws -> SecretBytes {
        var halves: [[UInt8]] = [Array(key.exposed[..<16]), Array(key.exposed[16...])]
        let zeros = [UInt8](repeating: 0, count: 16)
        let aes = SecretBytes(seed)
        for half in halves.indices {
            for _ in 0..<rounds {
                var work = halves[half] + zeros
                try work.withUnsafeMutableBytes {
                    try BlockCipher.aes256.encrypt($0, count: 16, key: aes, iv: zeros)
                }
                halves[half] = Array(work[..<16])
            }
        }
        return SecretHash.sha256(SecretBytes(halves[0] + halves[1]))
    }

    @Test("SHA-2 gives the vectors of FIPS 180 for the text abc, in one part or several")
    func hashes() {
        let abc = bytes("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(SecretHash.sha256(text("abc")).exposed == abc)
        #expect(SecretHash.sha256(text("a"), text(""), text("bc")).exposed == abc)
        #expect(Array("abc".utf8).withUnsafeBytes { SecretHash.sha256(of: $0) } == abc)
        #expect(
            SecretHash.sha512(text("ab"), text("c")).exposed
                == bytes(
                    """
                    ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a
                    2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
                    """))
    }

    @Test("SHA-2 gives the vectors of FIPS 180 for texts of two blocks")
    func longHashes() {
        let letters = Array("abcdefghijklmnopqrstu".utf8)
        func windows(of width: Int, _ count: Int) -> SecretBytes {
            SecretBytes((0..<count).flatMap { letters[$0..<($0 + width)] })
        }
        #expect(
            SecretHash.sha256(windows(of: 4, 14)).exposed
                == bytes("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"))
        #expect(
            SecretHash.sha512(windows(of: 8, 14)).exposed
                == bytes(
                    """
                    8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018
                    501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909
                    """))
    }
}
