import TenonCore
import TenonSecurity
import TestSupport
import Testing

@Suite struct Base32Tests {
    private func decode(_ text: String) throws -> [UInt8] {
        try Base32.decode(SecretText(text)).exposed
    }

    @Test(
        "RFC 4648, section 10",
        arguments: [
            ("f", "MY======"), ("fo", "MZXQ===="), ("foo", "MZXW6==="), ("foob", "MZXW6YQ="),
            ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI======"),
        ])
    func vectors(text: String, encoded: String) throws {
        #expect(try decode(encoded) == Array(text.utf8))
        let written = Base32.encode(SecretBytes(Array(text.utf8))).reveal()
        #expect(written == encoded.filter { $0 != "=" })
    }

    @Test("What is written is read again, for all lengths")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 4)
        for count in 1...200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(try Base32.decode(Base32.encode(SecretBytes(bytes))).exposed == bytes)
        }
        #expect(Base32.encode(SecretBytes([])).isEmpty)
    }

    @Test(
        "Case, spaces, hyphens, line breaks and missing or superfluous padding do not matter",
        arguments: [
            "MZXW6YTBOI", "mzxw6ytboi", "mzxw 6ytb oi", " MZXW-6YTB-OI\r\n", "MZXW6YTBOI=",
            "MZXW6YTBOI========", "MZXW6YTBOI = = =", "\tmZxW6yTbOi\n",
        ])
    func tolerance(text: String) throws {
        #expect(try decode(text) == Array("foobar".utf8))
    }

    @Test("Bits that do not fill a byte are dropped")
    func leftOver() throws {
        #expect(try decode("MZXW6YTBO") == Array("fooba".utf8))
        #expect(try decode("MZXW6YTB777") == Array("fooba".utf8) + [0xFF])
    }

    @Test(
        "Another character is refused by its place",
        arguments: [
            ("0", 1), ("MZX1", 4), ("MZXW 8", 6), ("MZ=XW", 4), ("MZXWé", 5), ("MZXW_", 5),
            ("MZ\u{0}", 3),
        ])
    func wrongCharacter(text: String, place: Int) {
        let error = #expect(throws: SecurityError.self) { try decode(text) }
        #expect(error?.code == .securityOneTimePassword)
        #expect(error?.description.contains("Character \(place) ") == true)
    }

    @Test("Nothing to read is refused", arguments: ["", " ", "==", "M", "-=-"])
    func empty(text: String) {
        let error = #expect(throws: SecurityError.self) { try decode(text) }
        #expect(error?.message == "The one-time-password secret is empty.")
    }
}
