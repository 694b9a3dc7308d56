import TenonCore
import TenonSecurity
import Testing

@Suite struct RecoveryCodeTests {
    private func key(_ typed: String) throws -> [UInt8] {
        try RecoveryCode.key(SecretText(typed)).exposed
    }

    private func expectMistyped(
        _ typed: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: SecurityError.self, sourceLocation: sourceLocation) {
            try key(typed)
        }
        #expect(error?.code == .securityRecoveryCode, sourceLocation: sourceLocation)
    }

    @Test("A code has 33 symbols in groups of four, the last one of five")
    func form() {
        for _ in 0..<200 {
            let code = RecoveryCode.make().reveal()
            #expect(code.split(separator: "-").map(\.count) == [4, 4, 4, 4, 4, 4, 4, 5])
            #expect(
                code.allSatisfy { "0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U-".contains($0) })
        }
    }

    @Test("Codes hold 160 bits that differ each time")
    func randomness() throws {
        var all: Set<[UInt8]> = []
        var ones = [Int](repeating: 0, count: 160)
        for _ in 0..<1_000 {
            let key = try RecoveryCode.key(RecoveryCode.make()).exposed
            #expect(key.count == 20)
            all.insert(key)
            for bit in ones.indices where key[bit / 8] >> (7 - bit % 8) & 1 == 1 { ones[bit] += 1 }
        }
        #expect(all.count == 1_000)
        // A fair bit is outside of these bounds with a probability below 10 to the −35.
        #expect(ones.allSatisfy { (300...700).contains($0) })
    }

    @Test(
        "Known numbers are read as Crockford defines them",
        arguments: [
            ("0000-0000-0000-0000-0000-0000-0000-00000", "00"),
            ("0000-0000-0000-0000-0000-0000-0000-016JD", "04d2"),
            ("0000-0000-0000-0000-0000-0000-0000-00011", "01"),
            ("0000-0000-0000-0000-0000-0000-0000-0014U", "24"),
            ("0000-0000-0000-0000-0000-0000-0000-0010*", "20"),
            ("ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ8", String(repeating: "ff", count: 20)),
        ])
    func known(code: String, number: String) throws {
        let low = bytes(number)
        #expect(try key(code) == [UInt8](repeating: 0, count: 20 - low.count) + low)
    }

    @Test("Case, spaces, hyphens of any kind and look-alike letters do not matter")
    func tolerance() throws {
        let code = RecoveryCode.make().reveal()
        let expected = try key(code)
        #expect(try key(code.lowercased()) == expected)
        #expect(try key(code.replacing("-", with: "")) == expected)
        #expect(try key(code.replacing("-", with: " ")) == expected)
        #expect(try key(code.replacing("-", with: "\u{2013}")) == expected)
        #expect(try key("\n  " + code.replacing("-", with: "\u{A0}\t--") + "\r\n") == expected)
        #expect(try key(code.replacing("0", with: "O")) == expected)
        #expect(try key(code.replacing("0", with: "o")) == expected)
        #expect(try key(code.replacing("1", with: "I")) == expected)
        #expect(try key(code.replacing("1", with: "l")) == expected)
        let ones = "0000-0000-0000-0000-0000-0000-0000-00011"
        #expect(try key("oOoO-0000-0000-0000-0000-0000-0000-000Il") == key(ones))
    }

    @Test("Every single wrong symbol is noticed")
    func wrongSymbol() {
        let code = Array(RecoveryCode.make().reveal().filter { $0 != "-" })
        let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        for index in code.indices {
            for digit in digits where digit != code[index] {
                var wrong = code
                wrong[index] = digit
                expectMistyped(String(wrong))
            }
        }
    }

    @Test("Every swap of neighbours is noticed")
    func swaps() {
        for _ in 0..<20 {
            let code = Array(RecoveryCode.make().reveal().filter { $0 != "-" })
            for index in code.indices.dropLast() where code[index] != code[index + 1] {
                var wrong = code
                wrong.swapAt(index, index + 1)
                expectMistyped(String(wrong))
            }
        }
    }

    @Test(
        "Missing, additional and unknown symbols are noticed",
        arguments: [
            "", "-", "0000", "0000-0000-0000-0000-0000-0000-0000-0000",
            "0000-0000-0000-0000-0000-0000-0000-000000", "0000-0000-0000-0000-0000-0000-0000-0000é",
            "!000-0000-0000-0000-0000-0000-0000-00000", "U000-0000-0000-0000-0000-0000-0000-00000",
            "*000-0000-0000-0000-0000-0000-0000-00000",
        ])
    func malformed(typed: String) {
        expectMistyped(typed)
    }

    @Test("Text that breaks off as invalid UTF-8 is not taken for a whole code")
    func invalidText() {
        let code = Array("0000-0000-0000-0000-0000-0000-0000-00000".utf8)
        for tail in [[0xFF], [0xFF, 0x30], [0xC3]] as [[UInt8]] {
            let typed = SecretText(utf8: code + tail)
            #expect(throws: SecurityError.self) { try RecoveryCode.key(typed) }
        }
    }

    @Test("No message repeats what was typed")
    func messages() {
        let typed = "ABCD-EFGH-JKMN-PQRS-TVWX-YZ01-2345-67899"
        let error = #expect(throws: SecurityError.self) { try key(typed) }
        for group in typed.split(separator: "-") {
            #expect(error?.description.contains(group) == false)
        }
    }
}
