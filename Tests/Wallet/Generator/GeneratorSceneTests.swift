import TenonCore
import TenonSecurity
import TenonTesting
import TenonUI
import Testing
import WalletGenerator

@Suite("The generator's scene")
struct GeneratorSceneTests {
    private func pilot(language: String = "en") async throws -> SessionPilot {
        try await SessionPilot(
            plugins: [GeneratorPlugin.self],
            configuration: Configuration(flags: ["language": language]), at: "generator")
    }

    /// What the screen shows, once it is revealed.
    private func password(in pilot: SessionPilot) throws -> String {
        for case .facts(let facts) in try pilot.screen().blocks {
            for fact in facts.facts {
                if case .revealed(let text) = fact.value { return text }
            }
        }
        throw Missing()
    }

    private struct Missing: Error {}

    @Test("A password is there at once, concealed, with its strength")
    func begin() async throws {
        let pilot = try await pilot()
        #expect(pilot.sees("Strong, 130 bits"))
        #expect(throws: Missing.self) { try password(in: pilot) }
        try await pilot.choose("Reveal", on: "Password")
        #expect(try password(in: pilot).count == 20)
        await pilot.clock.waitForSleepers()
        pilot.clock.advance(by: .seconds(30))
        try await pilot.wait("the password to be concealed") {
            (try? password(in: pilot)) == nil
        }
        await pilot.stop()
    }

    @Test("Another one is made on demand, and is copied for as long as the settings say")
    func anotherAndCopy() async throws {
        let pilot = try await pilot()
        try await pilot.choose("Reveal", on: "Password")
        let first = try password(in: pilot)
        try await pilot.choose("Make another")
        let second = try password(in: pilot)
        #expect(first != second)
        try await pilot.choose("Copy", on: "Password")
        #expect(pilot.clipboard.content == SecretText(second))
        #expect(pilot.notices == ["Password copied. The clipboard is cleared in 60 seconds."])
        await pilot.stop()
    }

    @Test("Length, kinds and look-alikes are as chosen")
    func characters() async throws {
        let pilot = try await pilot()
        try await pilot.fill("Length", with: .number("64"))
        try await pilot.fill("Characters", with: .choices(["Upper case", "Digits"]))
        try await pilot.fill("No look-alikes", with: .toggle(true))
        try await pilot.choose("Make another")
        try await pilot.choose("Reveal", on: "Password")
        let text = try password(in: pilot)
        #expect(text.count == 64)
        #expect(text.allSatisfy { $0.isUppercase || $0.isNumber })
        #expect(!text.contains { "O0I1S5".contains($0) })
        await pilot.stop()
    }

    @Test("Words are drawn from the list, with what was chosen around them")
    func words() async throws {
        let pilot = try await pilot()
        try await pilot.fill("Made of", with: .choice("Words"))
        try await pilot.choose("Make another")
        #expect(pilot.sees("Strong, 77 bits"))
        try await pilot.fill("Number of words", with: .number("4"))
        try await pilot.fill("Between words", with: .choice("Space"))
        try await pilot.fill("Capitals", with: .choice("First letters"))
        try await pilot.fill("With a digit", with: .toggle(true))
        try await pilot.choose("Make another")
        #expect(pilot.sees("Good, 57 bits"))
        try await pilot.choose("Reveal", on: "Password")
        let words = try password(in: pilot).split(separator: " ")
        #expect(words.count == 4)
        #expect(words.allSatisfy { $0.first?.isUppercase == true })
        #expect(words.filter { $0.last?.isNumber == true }.count == 1)
        await pilot.stop()
    }

    @Test("A wrong number or no kind at all is said beside the field, and there is no password")
    func problems() async throws {
        let pilot = try await pilot()
        for text in ["3", "257", "", "many", "-20"] {
            try await pilot.fill("Length", with: .number(text))
            try await pilot.choose("Make another")
            #expect(pilot.sees("Enter a number from 4 to 256."))
            #expect(!pilot.sees("Strength"))
        }
        try await pilot.fill("Length", with: .number("12"))
        try await pilot.choose("Make another")
        #expect(pilot.sees("Strong, 78 bits"))
        try await pilot.fill("Characters", with: .choices([]))
        try await pilot.choose("Make another")
        #expect(pilot.sees("Choose at least one kind of characters."))
        #expect(!pilot.sees("Strength"))
        await pilot.stop()
    }

    @Test("What makes passwords elsewhere follows what was chosen last")
    func maker() async throws {
        let pilot = try await pilot()
        let maker = try #require(pilot.application.container[.passwordMaker])
        #expect(try maker.makePassword(.usual).text.count == 20)
        try await pilot.fill("Length", with: .number("33"))
        try await pilot.choose("Make another")
        let password = try maker.makePassword(.usual)
        #expect(password.text.count == 33)
        #expect(password.strength.level == .strong)
        try await pilot.choose("Make another")
        #expect(try maker.makePassword(.longer).text.count == 37)
        #expect(try maker.makePassword(.usual).text.count == 33)
        await pilot.stop()
    }

    @Test(
        "One that is longer or shorter is like the last one, as far as is allowed",
        arguments: [
            (.usual, .longer, 1, 157), (.usual, .longer, 99, 1677), (.plain, .shorter, 2, 71),
            (.words, .longer, 1, 90), (.words, .shorter, 9, 25),
            // Digits alone are for one password only.
            (.digits, .longer, 1, 157),
        ] as [(PasswordStyle, PasswordStyle, Int, Int)])
    func lengths(
        first: PasswordStyle, next: PasswordStyle, times: Int, bits: Int
    ) async throws {
        let pilot = try await pilot()
        let maker = try #require(pilot.application.container[.passwordMaker])
        var password = try maker.makePassword(first)
        for _ in 0..<times { password = try maker.makePassword(next) }
        #expect(Int(password.bits) == bits)
        await pilot.stop()
    }

    @Test("It speaks Portuguese")
    func portuguese() async throws {
        let pilot = try await pilot(language: "pt-BR")
        #expect(pilot.sees("Gerador de senhas"))
        #expect(pilot.sees("Forte, 130 bits"))
        await pilot.stop()
    }

    @Test("Every text is there in every language", arguments: ["ar", "de", "en", "pt-BR"])
    func texts(language: String) {
        for key in GeneratorText.allCases {
            #expect(GeneratorText.catalogue.contains(key.rawValue, in: language), "\(key)")
        }
        #expect(GeneratorText.catalogue.keys == GeneratorText.allCases.map(\.rawValue).sorted())
    }
}
