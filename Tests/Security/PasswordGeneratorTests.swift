import Glibc
import TenonCore
import TenonSecurity
import Testing

@Suite struct PasswordGeneratorTests {
    private let classes: [(PasswordGenerator.Classes, String)] = [
        (.lowercase, "abcdefghijklmnopqrstuvwxyz"), (.uppercase, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        (.digits, "0123456789"), (.symbols, "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"),
    ]

    @Test("Passwords have the chosen length", arguments: [4, 5, 20, 255, 256])
    func length(length: Int) throws {
        #expect(try PasswordGenerator(length: length).make().count == length)
    }

    @Test("Only chosen classes occur, each of them at least once", arguments: 1...15)
    func classes(bits: Int) throws {
        let chosen = PasswordGenerator.Classes(rawValue: bits)
        let generator = PasswordGenerator(length: 4, classes: chosen)
        for _ in 0..<50 {
            let password = try generator.make().reveal()
            for (one, characters) in classes {
                #expect(password.contains { characters.contains($0) } == chosen.contains(one))
            }
        }
    }

    @Test("Without the demand for every class, a class may be absent")
    func absentClasses() throws {
        let generator = PasswordGenerator(length: 4, usesEveryClass: false)
        let passwords = try (0..<500).map { _ in try generator.make().reveal() }
        // Nine of ten four-character passwords lack a digit or another class.
        #expect(passwords.contains { !$0.contains(where: \.isNumber) })
    }

    @Test("Look-alikes are left out on demand, and every class keeps members")
    func lookAlikes() throws {
        let generator = PasswordGenerator(length: 256, avoidsLookAlikes: true)
        for _ in 0..<50 {
            let password = try generator.make().reveal()
            #expect(!password.contains { "O0oIl1|'`".contains($0) })
            for (_, characters) in classes {
                #expect(password.contains { characters.contains($0) })
            }
        }
        #expect(generator.bits < PasswordGenerator(length: 256).bits)
    }

    @Test("All characters are equally likely")
    func distribution() throws {
        let generator = PasswordGenerator(length: 256, usesEveryClass: false)
        var counts: [UInt8: Int] = [:]
        for _ in 0..<400 {
            try generator.make().withBytes { for byte in $0 { counts[byte, default: 0] += 1 } }
        }
        #expect(counts.count == 94)
        let expected = Double(256 * 400) / 94
        let chiSquare = counts.values.reduce(0.0) { $0 + pow(Double($1) - expected, 2) / expected }
        // 93 degrees of freedom: mean 93, standard deviation 13.6. The remainder of a random byte
        // by 94, the usual mistake, gives about 3,600.
        #expect(chiSquare < 300)
    }

    @Test("The demand for every class does not favour a position or a class")
    func constrainedDistribution() throws {
        let generator = PasswordGenerator(length: 4, classes: [.lowercase, .digits])
        var digitsAt = [0, 0, 0, 0]
        let rounds = 20_000
        for _ in 0..<rounds {
            try generator.make().withBytes { bytes in
                for index in bytes.indices where bytes[index] < 0x3A { digitsAt[index] += 1 }
            }
        }
        // Of the passwords with both classes, this share has a digit at a given place.
        let all = pow(36.0, 4) - pow(26.0, 4) - pow(10.0, 4)
        let share = 10 * (pow(36.0, 3) - pow(10.0, 3)) / all
        for count in digitsAt {
            // Ten standard deviations.
            #expect(abs(Double(count) / Double(rounds) - share) < 0.036)
        }
    }

    @Test("The bits are those of counting all possible passwords")
    func bits() {
        let digits = PasswordGenerator(length: 6, classes: .digits)
        #expect(abs(digits.bits - 6 * log2(10)) < 1e-9)
        let free = PasswordGenerator(length: 20, usesEveryClass: false)
        #expect(abs(free.bits - 20 * log2(94)) < 1e-9)
        // Four characters of four classes: one of each, in any order.
        let one = PasswordGenerator(length: 4)
        #expect(abs(one.bits - log2(26 * 26 * 10 * 32 * 24)) < 1e-6)
        let two = PasswordGenerator(length: 5, classes: [.lowercase, .digits])
        #expect(abs(two.bits - log2(pow(36, 5) - pow(26, 5) - pow(10, 5))) < 1e-6)
        #expect(PasswordGenerator(classes: []).bits == 0)
        #expect(PasswordGenerator(length: 0).bits == 0)
    }

    @Test("Settings that allow no password are refused")
    func refused() {
        for generator in [
            PasswordGenerator(length: 3), PasswordGenerator(length: 0),
            PasswordGenerator(length: -1), PasswordGenerator(length: 257),
            PasswordGenerator(classes: []), PasswordGenerator(classes: .init(rawValue: 16)),
        ] {
            let error = #expect(throws: SecurityError.self) { try generator.make() }
            #expect(error?.code == .securityGenerator)
            #expect(error?.remedy.isEmpty == false)
        }
    }

    @Test("Two passwords are never the same")
    func difference() throws {
        let generator = PasswordGenerator()
        let passwords = try (0..<1_000).map { _ in try generator.make().reveal() }
        #expect(Set(passwords).count == 1_000)
    }
}
