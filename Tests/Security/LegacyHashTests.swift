import TenonCore
import TenonSecurity
import Testing

@Suite struct LegacyHashTests {
    @Test(
        "FIPS 180-2, appendix A, and the empty text",
        arguments: [
            ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
            ),
            ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ])
    func vectors(text: String, hash: String) {
        #expect(LegacyHash.sha1(of: SecretText(text)).exposed == bytes(hash))
    }
}
