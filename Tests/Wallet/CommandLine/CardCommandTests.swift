import Foundation
import TestSupport
import Testing

@Suite("Commands for cards and notes")
struct CardCommandTests {
    /// A vault with a card; its number and codes came from files.
    private func fixture() async throws -> (CommandFixture, location: String) {
        let fixture = try await CommandFixture.make()
        try fixture.folder.write("3782 822463 10005\n", to: "number", permissions: 0o600)
        try fixture.folder.write("1234\n", to: "code", permissions: 0o600)
        let added = try await fixture.run(
            "add", "card", "--issuer", "Banco do Brasil", "--holder", "Ana Souza", "--expiry",
            "4/28", "--tag", "money", "--number-file", fixture.path("number"),
            "--security-code-file", fixture.path("code"))
        #expect(added.status == 0)
        return (fixture, added.output.trimmingCharacters(in: .newlines))
    }

    @Test("A card is added, listed with four digits, and shown in groups when asked for")
    func card() async throws {
        let (fixture, location) = try await fixture()
        #expect(location.hasPrefix("card:"))
        let list = try await fixture.run("list", "--kind", "card").output
        #expect(list.contains("Banco do Brasil"))
        #expect(list.contains("American Express ···· 0005"))
        #expect(list.contains("04/28"))
        #expect(!list.contains("3782"))
        let shown = try await fixture.run("show", location)
        #expect(!shown.output.contains("3782"))
        #expect(!shown.output.contains("1234"))
        #expect(shown.output.contains("Ana Souza"))
        let revealed = try await fixture.run("show", "banco", "--reveal").output
        #expect(revealed.contains("3782 822463 10005"))
        #expect(revealed.contains("1234"))
        #expect(
            try await fixture.run("show", "0005", "--field", "number").output
                == "378282246310005\n")
    }

    @Test("The JSON of a card has its parts, and secrets only when they are asked for")
    func cardJSON() async throws {
        let (fixture, location) = try await fixture()
        let concealed = try json(try await fixture.run("show", location, "--json").output)
        #expect(concealed["kind"] as? String == "card")
        #expect(concealed["brand"] as? String == "American Express")
        #expect(concealed["lastFour"] as? String == "0005")
        #expect(concealed["expiry"] as? String == "2028-04")
        #expect(concealed["number"] == nil)
        #expect(concealed["securityCode"] == nil)
        let revealed = try json(
            try await fixture.run("show", location, "--json", "--reveal").output)
        #expect(revealed["number"] as? String == "378282246310005")
        #expect(revealed["securityCode"] as? String == "1234")
    }

    @Test("A doubtful number is kept, with a warning that does not repeat it")
    func doubt() async throws {
        let (fixture, location) = try await fixture()
        try fixture.folder.write("378282246310006\n", to: "wrong", permissions: 0o600)
        let edited = try await fixture.run(
            "edit", location, "--number-file", fixture.path("wrong"), "--title", "Mine")
        #expect(edited.status == 0)
        #expect(edited.errors.contains("compare it with the card"))
        #expect(!edited.errors.contains("378282246310006"))
        #expect(
            try await fixture.run("show", "Mine", "--field", "number").output
                == "378282246310006\n")
    }

    @Test("A doubtful security code is kept, with a warning")
    func doubtfulCode() async throws {
        let (fixture, location) = try await fixture()
        for (code, isDoubtful) in [("12", true), ("1234", false), ("12345", true), ("12a", true)] {
            try fixture.folder.write(code + "\n", to: "code", permissions: 0o600)
            let edited = try await fixture.run(
                "edit", location, "--security-code-file", fixture.path("code"))
            #expect(edited.status == 0)
            #expect(edited.errors.contains("three or four digits") == isDoubtful, "\(code)")
        }
    }

    @Test("A note comes from standard input, and is found by its title")
    func note() async throws {
        let fixture = try await CommandFixture.make()
        try fixture.folder.write("Wi-Fi of the café\nkey: 密码\n", to: "note")
        let added = try await fixture.run("add", "note", "--notes-file", fixture.path("note"))
        #expect(added.output.hasPrefix("note:"))
        let shown = try await fixture.run("show", "Wi-Fi of the café", "--field", "notes")
        #expect(shown.output == "Wi-Fi of the café\nkey: 密码\n")
        #expect(try await fixture.run("list", "--kind", "login").status == 1)
        #expect(try await fixture.run("list", "--kind", "note", "--plain").output.contains("\t"))
    }

    @Test("Lists filter by tag and favourite; filters that find nothing exit with 1")
    func filters() async throws {
        let (fixture, _) = try await fixture()
        #expect(try await fixture.run("list", "--tag", "money").status == 0)
        #expect(try await fixture.run("list", "--tag", "other").status == 1)
        #expect(try await fixture.run("list", "--favorites").status == 1)
    }

    @Test("Options that a kind has no use for are refused by name, and nothing is written")
    func foreignOptions() async throws {
        let fixture = try await CommandFixture.make()
        let card = try await fixture.run("add", "card", "--title", "x", "--site", "a.example")
        #expect(card.status == 64)
        #expect(card.errors.contains("--site does not apply to a card."))
        let note = try await fixture.run("add", "note", "--title", "x", "--issuer", "y")
        #expect(note.status == 64)
        #expect(note.errors.contains("--issuer does not apply to a note."))
        #expect(try await fixture.run("add", "note").status == 64)
        #expect(try await fixture.run("add", "card").status == 64)
        #expect(
            try await fixture.run("add", "card", "--title", "x", "--expiry", "13/28").status == 64)
        #expect(try await fixture.run("add", "passkey", "--title", "x").status == 64)
        #expect(try await fixture.run("list").output.isEmpty)
        let (other, location) = try await self.fixture()
        #expect(try await other.run("edit", location, "--user-name", "ada").status == 64)
    }

    @Test("Nobody to ask for the number is an error that names the option")
    func noNumber() async throws {
        let fixture = try await CommandFixture.make()
        let added = try await fixture.run("add", "card", "--title", "x")
        #expect(added.status == 64)
        #expect(added.errors.contains("--number-file"))
        #expect(try await fixture.run("list").output.isEmpty)
    }

    @Test("A card goes to the trash and comes back")
    func trash() async throws {
        let (fixture, location) = try await fixture()
        #expect(try await fixture.run("remove", location, "--yes").status == 0)
        #expect(try await fixture.run("list", "--trash").output.contains("Banco do Brasil"))
        #expect(try await fixture.run("restore", "Banco do Brasil").status == 0)
        #expect(try await fixture.run("show", location).status == 0)
    }
}
