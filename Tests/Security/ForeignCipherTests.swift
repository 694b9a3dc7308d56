import TenonCore
import TenonSecurity
import Testing

@Suite("Ciphers of other programs' files")
struct ForeignCipherTests {
    private func stream(
        _ algorithm: StreamCipher.Algorithm, key: String, nonce: String, count: Int
    ) throws -> [UInt8] {
        let cipher = try StreamCipher(algorithm, key: SecretBytes(bytes(key)), nonce: bytes(nonce))
        var result = [UInt8](repeating: 0, count: count)
        try result.withUnsafeMutableBytes { try cipher.apply(to: $0) }
        return result
    }

    @Test("AES-256 in CBC mode gives the vector of NIST SP 800-38A F.2.5")
    func aes() throws {
        let key = SecretBytes(
            bytes("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4"))
        let iv = bytes("000102030405060708090a0b0c0d0e0f")
        let plain = bytes("6bc1bee22e409f96e93d7e117393172a")
        var work = plain + [UInt8](repeating: 0, count: 16)
        try work.withUnsafeMutableBytes {
            try BlockCipher.aes256.encrypt($0, count: 16, key: key, iv: iv)
        }
        #expect(Array(work.prefix(16)) == bytes("f58c4c04d6e5f1ba779eabfb5f7bfbd6"))
        let count = try work.withUnsafeMutableBytes {
            try BlockCipher.aes256.decrypt($0, key: key, iv: iv)
        }
        #expect(count == 16 && Array(work.prefix(16)) == plain)
        // Whole blocks, as in F.2.6, whatever the last bytes are.
        var blocks = bytes("f58c4c04d6e5f1ba779eabfb5f7bfbd6")
        try blocks.withUnsafeMutableBytes {
            try BlockCipher.aes256.decryptBlocks($0, key: key, iv: iv)
        }
        #expect(blocks == plain)
        for count in [0, 15, 17] {
            var part = [UInt8](repeating: 0, count: count)
            #expect(throws: SecurityError.self) {
                try part.withUnsafeMutableBytes {
                    try BlockCipher.aes256.decryptBlocks($0, key: key, iv: iv)
                }
            }
        }
    }

    @Test("Twofish with a key of 256 bits gives the vector of its paper")
    func twofish() throws {
        let key = SecretBytes([UInt8](repeating: 0, count: 32))
        var work = [UInt8](repeating: 0, count: 32)
        try work.withUnsafeMutableBytes {
            try BlockCipher.twofish.encrypt(
                $0, count: 16, key: key, iv: [UInt8](repeating: 0, count: 16))
        }
        #expect(Array(work.prefix(16)) == bytes("57ff739d4dc92c1bd7fc01700cc8216f"))
    }

    @Test("any length comes back, and another key or a changed end is noticed")
    func padding() throws {
        let key = SecretBytes.random(count: 32)
        let iv = [UInt8](repeating: 5, count: 16)
        for cipher in BlockCipher.allCases {
            for count in 0...40 {
                let plain = (0..<count).map { UInt8($0) }
                var work =
                    plain
                    + [UInt8](
                        repeating: 0, count: BlockCipher.encryptedCount(count) - count)
                try work.withUnsafeMutableBytes {
                    try cipher.encrypt($0, count: count, key: key, iv: iv)
                }
                let found = try work.withUnsafeMutableBytes {
                    try cipher.decrypt($0, key: key, iv: iv)
                }
                #expect(found == count && Array(work.prefix(count)) == plain)
            }
        }
        for size in [0, 15, 17] {
            var odd = [UInt8](repeating: 1, count: size)
            let error = #expect(throws: SecurityError.self) {
                try odd.withUnsafeMutableBytes {
                    try BlockCipher.aes256.decrypt($0, key: key, iv: iv)
                }
            }
            #expect(error?.code == .securityBrokenSeal)
        }
    }

    @Test("ChaCha20 gives the key stream of RFC 8439 A.1, test vector 1")
    func chaCha20() throws {
        let zeros = String(repeating: "00", count: 32)
        #expect(
            try stream(.chaCha20, key: zeros, nonce: String(zeros.prefix(24)), count: 64)
                == bytes(
                    """
                    76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7
                    da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586
                    """))
    }

    @Test("Salsa20 gives the first stream of ECRYPT's set 1, vector 0 for 256 bits")
    func salsa20() throws {
        #expect(
            try stream(
                .salsa20, key: "80" + String(repeating: "00", count: 31),
                nonce: String(repeating: "00", count: 8), count: 32)
                == bytes("e3be8fdd8beca2e3ea8ef9475b29a6e7003951e1097a5c38d23b7a5fad9f6844"))
    }

    @Test("a stream goes on where it was, whatever the pieces")
    func pieces() throws {
        for algorithm in StreamCipher.Algorithm.allCases {
            let key = String(repeating: "ab", count: 32)
            let nonce = String(repeating: "01", count: algorithm.nonceCount)
            let whole = try stream(algorithm, key: key, nonce: nonce, count: 300)
            let cipher = try StreamCipher(
                algorithm, key: SecretBytes(bytes(key)), nonce: bytes(nonce))
            var result: [UInt8] = []
            for count in [0, 1, 63, 64, 65, 107] {
                var piece = [UInt8](repeating: 0, count: count)
                try piece.withUnsafeMutableBytes { try cipher.apply(to: $0) }
                result += piece
            }
            #expect(result == whole)
        }
    }

    @Test("keys and nonces of a wrong length are refused")
    func lengths() {
        let short = SecretBytes([1, 2, 3])
        let right = SecretBytes.random(count: 32)
        #expect(throws: SecurityError.self) {
            try StreamCipher(.chaCha20, key: short, nonce: [UInt8](repeating: 0, count: 12))
        }
        #expect(throws: SecurityError.self) {
            try StreamCipher(.chaCha20, key: right, nonce: [UInt8](repeating: 0, count: 8))
        }
        var block = [UInt8](repeating: 0, count: 16)
        #expect(throws: SecurityError.self) {
            try block.withUnsafeMutableBytes {
                try BlockCipher.aes256.decrypt($0, key: right, iv: [1])
            }
        }
    }
}
