import TenonCore
import TenonSecurity
import Testing

@Suite struct PassphraseStrengthTests {
    private func strength(_ text: String) -> PassphraseStrength {
        Passphrase.strength(of: SecretText(text))
    }

    @Test(
        "What everybody chooses is very weak",
        arguments: [
            "", "a", "password", "Password1", "P@ssw0rd", "123456789", "qwertyuiop", "letmein",
            "iloveyou", "aaaaaaaaaaaaaaaa", "abcdefghijkl", "1988-05-17", "password1password1",
        ])
    func veryWeak(text: String) {
        #expect(strength(text).level == .veryWeak, "\(strength(text).bits) bits")
    }

    @Test(
        "Several random words and random characters are good",
        arguments: [
            "correct horse battery staple", "x7#Kq!2mVz9$Lp4w", "mFz8 qLw3 Vt6x Rn2k",
            "grumpy otters juggle nineteen violins",
        ])
    func good(text: String) {
        #expect(strength(text).level >= .good, "\(strength(text).bits) bits")
    }

    @Test("Every further random word makes a passphrase harder to guess")
    func words() {
        let words = ["otter", "velvet", "canyon", "trumpet", "glacier"]
        let bits = (1...words.count).map { strength(words.prefix($0).joined(separator: " ")).bits }
        for (shorter, longer) in zip(bits, bits.dropFirst()) { #expect(shorter < longer) }
    }

    @Test("A zero byte does not hide what follows it")
    func zeroByte() {
        #expect(strength("a\0x7#Kq!2mVz9$Lp4w").bits > strength("a").bits + 40)
    }

    @Test("Text of any length and script is estimated")
    func anyText() {
        #expect(strength(String(repeating: "aB3$x9Kq", count: 128)).bits > 0)
        #expect(strength("密码🦊пароль").bits > strength("密").bits)
    }

    @Test("Levels are ordered and begin where the documentation says")
    func levels() {
        #expect(PassphraseStrength.Level.allCases == PassphraseStrength.Level.allCases.sorted())
        for (bits, level) in [
            (0, .veryWeak), (27.9, .veryWeak), (28, .weak), (40, .fair), (54, .good),
            (67.9, .good), (68, .strong), (1_000, .strong),
        ] as [(Double, PassphraseStrength.Level)] {
            #expect(PassphraseStrength(bits: bits).level == level)
        }
    }
}
