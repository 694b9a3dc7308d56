import TenonSecurity
import Testing

@Suite struct HKDFTests {
    @Test("RFC 5869 A.1: basic test case")
    func basic() {
        let key = HKDF.deriveKey(
            from: SecretBytes([UInt8](repeating: 0x0B, count: 22)), salt: [UInt8](0...12),
            info: [UInt8](0xF0...0xF9), count: 42)
        #expect(
            key.exposed
                == bytes(
                    """
                    3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b8
                    87185865
                    """))
    }

    @Test("RFC 5869 A.2: longer inputs and outputs")
    func long() {
        let key = HKDF.deriveKey(
            from: SecretBytes([UInt8](0x00...0x4F)), salt: [UInt8](0x60...0xAF),
            info: [UInt8](0xB0...0xFF), count: 82)
        #expect(
            key.exposed
                == bytes(
                    """
                    b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7
                    827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5
                    c1f3434f1d87
                    """))
    }

    @Test("RFC 5869 A.3: neither salt nor info")
    func bare() {
        let key = HKDF.deriveKey(
            from: SecretBytes([UInt8](repeating: 0x0B, count: 22)), salt: [], info: [], count: 42)
        #expect(
            key.exposed
                == bytes(
                    """
                    8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4
                    b61a96c8
                    """))
    }

    @Test("Keys for different purposes differ")
    func purposes() {
        let key = SecretBytes.random(count: 32)
        let overview = HKDF.deriveKey(from: key, salt: [], info: Array("a".utf8), count: 32)
        let detail = HKDF.deriveKey(from: key, salt: [], info: Array("b".utf8), count: 32)
        #expect(overview != detail)
    }
}
