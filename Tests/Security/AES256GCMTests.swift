import TenonCore
import TenonSecurity
import Testing

@Suite struct AES256GCMTests {
    /// A published vector, all in hexadecimal.
    struct Vector: Sendable, CustomTestStringConvertible {
        var name: String
        var key: String
        var nonce: String
        var plain = ""
        var authenticated = ""
        var cipher = ""
        var tag: String

        var testDescription: String { name }
    }

    /// Test cases 13 to 16 of McGrew and Viega, "The Galois/Counter Mode of Operation", and one
    /// of the validation suite of NIST (gcmEncryptExtIV256, 128-bit texts and associated data).
    private static let vectors: [Vector] = [
        Vector(
            name: "McGrew and Viega 13",
            key: String(repeating: "00", count: 32), nonce: String(repeating: "00", count: 12),
            tag: "530f8afbc74536b9a963b4f1c4cb738b"),
        Vector(
            name: "McGrew and Viega 14",
            key: String(repeating: "00", count: 32), nonce: String(repeating: "00", count: 12),
            plain: String(repeating: "00", count: 16), cipher: "cea7403d4d606b6e074ec5d3baf39d18",
            tag: "d0d1c8a799996bf0265b98b5d48ab919"),
        Vector(
            name: "McGrew and Viega 15",
            key: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
            nonce: "cafebabefacedbaddecaf888",
            plain: """
                d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72
                1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255
                """,
            cipher: """
                522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa
                8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad
                """,
            tag: "b094dac5d93471bdec1a502270e3cc6c"),
        Vector(
            name: "McGrew and Viega 16",
            key: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
            nonce: "cafebabefacedbaddecaf888",
            plain: """
                d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72
                1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39
                """,
            authenticated: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
            cipher: """
                522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa
                8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662
                """,
            tag: "76fc6ece0f4e1768cddf8853bb2d551b"),
        Vector(
            name: "NIST gcmEncryptExtIV256",
            key: "92e11dcdaa866f5ce790fd24501f92509aacf4cb8b1339d50c9c1240935dd08b",
            nonce: "ac93a1a6145299bde902f21a", plain: "2d71bcfa914e4ac045b2aa60955fad24",
            authenticated: "1e0889016f67601c8ebea4943bc23ad6",
            cipher: "8995ae2e6df3dbf96fac7b7137bae67f", tag: "eca5aa77d51d4a0a14d9c51e1da474ab"),
    ]

    private let key = SecretBytes.random(count: 32)

    private func seal(_ plain: [UInt8], _ authenticated: [UInt8], by key: SecretBytes) throws
        -> [UInt8]
    {
        try plain.withUnsafeBytes { plain in
            try authenticated.withUnsafeBytes { authenticated in
                try AES256GCM(key: key).seal(plain, authenticating: authenticated)
            }
        }
    }

    private func open(_ sealed: [UInt8], _ authenticated: [UInt8], by key: SecretBytes) throws
        -> [UInt8]
    {
        try sealed.withUnsafeBytes { sealed in
            try authenticated.withUnsafeBytes { authenticated in
                try AES256GCM(key: key).open(sealed, authenticating: authenticated) { Array($0) }
            }
        }
    }

    private func expectBroken(
        _ sealed: [UInt8], _ authenticated: [UInt8], by key: SecretBytes, _ what: Comment,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: SecurityError.self, what, sourceLocation: sourceLocation) {
            try open(sealed, authenticated, by: key)
        }
        #expect(error?.code == .securityBrokenSeal, what, sourceLocation: sourceLocation)
    }

    @Test("Published vectors open", arguments: vectors)
    func published(vector: Vector) throws {
        let sealed = bytes(vector.nonce) + bytes(vector.cipher) + bytes(vector.tag)
        let plain = try open(
            sealed, bytes(vector.authenticated), by: SecretBytes(bytes(vector.key)))
        #expect(plain == bytes(vector.plain))
    }

    @Test("What is sealed opens again", arguments: [0, 1, 15, 16, 17, 200, 4_096, 1_000_003])
    func roundTrip(count: Int) throws {
        let plain = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for authenticated in [[], Array("vault, item, part".utf8)] {
            let sealed = try seal(plain, authenticated, by: key)
            #expect(sealed.count == count + AES256GCM.overhead)
            #expect(try open(sealed, authenticated, by: key) == plain)
        }
    }

    @Test("Every nonce is new and the sealed form shows nothing of the plain one")
    func nonces() throws {
        let plain = [UInt8](repeating: 0x41, count: 64)
        var nonces: Set<[UInt8]> = []
        for _ in 0..<1_000 {
            let sealed = try seal(plain, [], by: key)
            #expect(!sealed.contains(Array(plain.prefix(8))))
            nonces.insert(Array(sealed.prefix(12)))
        }
        #expect(nonces.count == 1_000)
    }

    @Test("A change of any bit of the sealed bytes is noticed")
    func tampering() throws {
        let authenticated = Array("context".utf8)
        let sealed = try seal(Array("a short secret".utf8), authenticated, by: key)
        for index in sealed.indices {
            for bit in 0..<8 {
                var changed = sealed
                changed[index] ^= 1 << bit
                expectBroken(changed, authenticated, by: key, "bit \(bit) of byte \(index)")
            }
        }
    }

    @Test("A change of the authenticated bytes is noticed")
    func tamperedContext() throws {
        let authenticated = Array("vault 1, item 2, revision 3".utf8)
        let sealed = try seal(Array("secret".utf8), authenticated, by: key)
        for index in authenticated.indices {
            var changed = authenticated
            changed[index] ^= 1
            expectBroken(sealed, changed, by: key, "byte \(index)")
        }
        expectBroken(sealed, Array(authenticated.dropLast()), by: key, "one byte less")
        expectBroken(sealed, authenticated + [0], by: key, "one byte more")
        expectBroken(sealed, [], by: key, "none")
    }

    @Test("Cut, extended and empty sealed bytes are noticed")
    func lengths() throws {
        let sealed = try seal([1, 2, 3], [], by: key)
        for count in sealed.indices {
            expectBroken(Array(sealed.prefix(count)), [], by: key, "first \(count) bytes")
        }
        expectBroken(sealed + [0], [], by: key, "one byte more")
    }

    @Test("Another key does not open")
    func otherKey() throws {
        let sealed = try seal([1, 2, 3], [], by: key)
        expectBroken(sealed, [], by: .random(count: 32), "another key")
    }

    @Test("A key of another length is refused", arguments: [0, 16, 24, 31, 33, 64])
    func keyLength(count: Int) {
        let error = #expect(throws: SecurityError.self) {
            try AES256GCM(key: .random(count: count))
        }
        #expect(error?.code == .securityKeyLength)
    }

    @Test("An error of the closure passes through unchanged")
    func closureError() throws {
        struct Stop: Error {}
        let sealed = try seal([1], [], by: key)
        #expect(throws: Stop.self) {
            try sealed.withUnsafeBytes { sealed in
                try AES256GCM(key: key).open(
                    sealed, authenticating: UnsafeRawBufferPointer(start: nil, count: 0)
                ) { _ in throw Stop() }
            }
        }
    }

    @Test(
        "Plain bytes that were lent are nowhere in memory afterwards",
        arguments: [64, 1_000, 100_000])
    func wiping(count: Int) async {
        await #expect(processExitsWith: .success) { [count] in
            let scan = MemoryScan()
            let aead = try AES256GCM(key: .random(count: 32))
            let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
            // At the end, because released memory is reused from its beginning.
            let sealed = try SecretBytes(count: count) {
                scan.write(to: UnsafeMutableRawBufferPointer(rebasing: $0[(count - 32)...]))
            }.withBytes { try aead.seal($0, authenticating: nothing) }
            #expect(try scan.count() == 0)
            try sealed.withUnsafeBytes { sealed in
                try aead.open(sealed, authenticating: nothing) { plain in
                    let found = try scan.count()
                    #expect(plain.count == count && found == 1)
                }
                #expect(try scan.count() == 0)
                struct Stop: Error {}
                try? aead.open(sealed, authenticating: nothing) { _ in throw Stop() }
                #expect(try scan.count() == 0)
            }
        }
    }
}
