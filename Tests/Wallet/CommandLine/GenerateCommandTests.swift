import Foundation
import TestSupport
import Testing

@Suite("wallet generate")
struct GenerateCommandTests {
    private func generate(_ arguments: String...) async throws -> Program.Result {
        try await CommandFixture().bare(["generate"] + arguments)
    }

    @Test("A password goes to standard output, its strength to standard error; no vault is needed")
    func standard() async throws {
        let result = try await generate()
        #expect(result.status == 0)
        #expect(result.output.count == 21 && result.output.hasSuffix("\n"))
        #expect(result.errors.contains("Strong, 130 bits"))
        #expect(!result.errors.contains(result.output.dropLast()))
        #expect(try await generate().output != result.output)
    }

    @Test("Length, kinds and look-alikes are as asked for")
    func characters() async throws {
        let result = try await generate(
            "--length", "40", "--without", "symbols", "--without", "upper", "--no-look-alikes")
        let password = result.output.dropLast()
        #expect(password.count == 40)
        #expect(password.allSatisfy { $0.isLowercase || $0.isNumber })
        #expect(!password.contains { "01l".contains($0) })
    }

    @Test("Words, separator, capitals and digit are as asked for")
    func words() async throws {
        let result = try await generate(
            "--words", "5", "--separator", ".", "--capitals", "first", "--digit")
        let words = result.output.dropLast().split(separator: ".")
        #expect(words.count == 5)
        #expect(words.allSatisfy { $0.first?.isUppercase == true })
        #expect(words.filter { $0.last?.isNumber == true }.count == 1)
        #expect(result.errors.contains("70 bits"))
    }

    @Test("Several are made at once, and JSON holds all")
    func several() async throws {
        let lines = try await generate("--number", "3").output.split(separator: "\n")
        #expect(lines.count == 3 && Set(lines).count == 3)
        let json = try await generate("--number", "2", "--json", "--words", "4")
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(object["formatVersion"] as? Int == 1)
        #expect((object["passwords"] as? [String])?.count == 2)
        #expect(abs((object["bits"] as? Double ?? 0) - 51.7) < 0.1)
        #expect(!json.errors.contains("bits"))
    }

    @Test(
        "What does not go together or is out of bounds is a wrong use",
        arguments: [
            ["--length", "3"], ["--length", "257"], ["--words", "1"], ["--digit"],
            ["--words", "4", "--length", "9"], ["--words", "4", "--separator", "a"],
            ["--number", "0"],
            [
                "--without", "lower", "--without", "upper", "--without", "digits", "--without",
                "symbols",
            ],
        ])
    func wrong(arguments: [String]) async throws {
        let result = try await CommandFixture().bare(["generate"] + arguments)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
    }
}
