import TenonCore
import TenonTesting
import TenonUI
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("The screen on which a person says what a file is")
struct DescribedImportTests {
    private let fixture: TransferFixture
    private let pilot: SessionPilot

    init() async throws {
        fixture = try await TransferFixture()
        pilot = try await SessionPilot(
            plugins: [TransferPlugin.self],
            configuration: Configuration(flags: ["language": "en"]), at: "import",
            providing: fixture.register)
    }

    private func look(at text: String, name: String = "other.csv") async throws {
        try await pilot.fill("File", with: .file(try fixture.write(text, to: name)))
        try await pilot.choose("Look at the file")
    }

    /// What is chosen in a field.
    private func choice(_ label: String) throws -> String? {
        guard case .choice(let id, let options)? = try field(label)?.kind else { return nil }
        return options.first { $0.id == id }?.title
    }

    private func field(_ label: String) throws -> Field? {
        try pilot.screen().fields.first { $0.label == label }
    }

    @Test("columns are guessed by their names, corrected, and known the next time")
    func columns() async throws {
        try await look(at: "Web address;Who;Pwd;Shoe\nhttps://a.example;ada;p1;38\n")
        #expect(try pilot.screen().title == "Import from other.csv")
        #expect(try field("Format")?.problem == "Unrecognised export format.")
        #expect(try choice("Format") == "A text whose columns are named below")
        #expect(try choice("Between fields") == "Semicolon")
        #expect(try choice("Site") == "Web address" && choice("Password") == "Pwd")
        #expect(try choice("User name") == "None")
        try await pilot.fill("User name", with: .choice("Who"))
        try await pilot.choose("Look at the file")
        #expect(pilot.sees("An export of CSV with 1 row."))
        try await pilot.choose("Import 1 item")
        let login = try #require(try await fixture.logins().first)
        #expect(login.userName == "ada" && login.password.reveal() == "p1")
        #expect(login.customFields.map(\.label) == ["Shoe"])
        try await pilot.choose("Import another file")
        try await look(at: "Web address;Who;Pwd;Shoe\nhttps://b.example;bob;p2;39\n")
        try await pilot.choose("Import 1 item")
        #expect(try await fixture.logins().count == 2)
        await pilot.stop()
    }

    @Test("a first row without a known word is not shown, since it may hold secrets")
    func noHeader() async throws {
        try await look(at: "https://a.example,ada,hunter2\nhttps://b.example,bob,hunter3\n")
        #expect(!pilot.sees("hunter2") && pilot.sees("Column 3"))
        guard case .toggle(false)? = try field("The first row names the columns")?.kind else {
            Issue.record("The first row is taken for a header.")
            return
        }
        try await pilot.fill("Format", with: .choice("A text whose columns are named below"))
        for (part, column) in [("Site", 1), ("User name", 2), ("Password", 3)] {
            try await pilot.fill(part, with: .choice("Column \(column)"))
        }
        try await pilot.choose("Look at the file")
        #expect(!pilot.sees("hunter2"))
        try await pilot.choose("Import 2 items")
        #expect(try await fixture.logins().map { $0.password.reveal() } == ["hunter2", "hunter3"])
        await pilot.stop()
    }

    @Test("what was taken for another program's file can be named, and its columns read again")
    func wrongProgram() async throws {
        try await look(at: "name,url,username,password\nn,https://a.example,u,p|q\n")
        #expect(pilot.sees("An export of Chrome with 1 row."))
        try await pilot.choose("It is something else")
        #expect(try choice("Format") == "Chrome (chrome)")
        #expect(try choice("Title") == "name" && choice("Password") == "password")
        try await pilot.fill("Format", with: .choice("Firefox (firefox)"))
        try await pilot.choose("Look at the file")
        #expect(pilot.sees("An export of Firefox with 1 row."))
        try await pilot.choose("It is something else")
        try await pilot.fill("Format", with: .choice("LastPass (lastpass)"))
        try await pilot.choose("Look at the file")
        #expect(try field("Format")?.problem == "This file is not an export of LastPass.")
        try await pilot.fill("Between fields", with: .choice("Vertical bar"))
        try await pilot.choose("Read the columns again")
        #expect(try choice("Password") == "None" && choice("Between fields") == "Vertical bar")
        try await pilot.choose("Cancel")
        #expect(try pilot.screen().title == "Import")
        #expect(try await fixture.logins().isEmpty)
        await pilot.stop()
    }

    @Test("a document that nobody knows has no columns; its program can be named")
    func document() async throws {
        try await look(at: #"{"things": []}"#, name: "a.json")
        #expect(try field("Format")?.problem != nil && field("Password") == nil)
        try await pilot.fill("Format", with: .choice("Enpass (enpass)"))
        try await pilot.choose("Look at the file")
        #expect(try field("Format")?.problem == "This file is not an export of Enpass.")
        // What was refused is asked about, as in every form.
        try await pilot.back()
        try await pilot.answer(.confirm)
        #expect(try pilot.screen().title == "Import")
        await pilot.stop()
    }

    @Test(
        "files that no program writes are described without a crash",
        arguments: [
            "", "\"", ",,,,", "\u{FEFF}", "a\u{0},b", String(repeating: "x,", count: 100_000),
            String(repeating: "y", count: 1 << 20), "password;password\n1;2\n",
        ])
    func hostile(text: String) throws {
        let description = ImportDescription(.bytes(SecretText(text), name: "x"))
        #expect(description.guess?.names.count ?? 0 <= 200)
        let again = description.told([.delimiter: .text("9"), .column(.password): .text("-1")])
            .readAgain()
        #expect(again.guess?.names.count ?? 0 <= 200)
    }
}
