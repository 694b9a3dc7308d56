import TenonCore
import TenonTesting
import TestSupport
import Testing
import WalletTransfer

@Suite("The screens of an import with files", .serialized)
struct FileImportSceneTests {
    private static let document = """
        <KeePassFile><Root><Group><Entry><UUID>EAIDBAUGBwgJCgsMDQ4PEA==</UUID>
        <String><Key>Title</Key><Value>Mail</Value></String>
        <Binary><Key>a/b.txt</Key><Value>dGV4dA==</Value></Binary>
        <Binary><Key>gone.txt</Key><Value Ref="7"/></Binary></Entry></Group></Root></KeePassFile>
        """

    @Test("The preview counts them, and says what becomes of each that does not come as it is")
    func preview() async throws {
        let fixture = try await TransferFixture()
        let pilot = try await SessionPilot(
            plugins: [TransferPlugin.self],
            configuration: Configuration(flags: ["language": "en"]), at: "import",
            providing: fixture.register)
        let path = try fixture.write(Self.document, to: "mail.xml")
        try await pilot.fill("File", with: .file(path))
        try await pilot.choose("Look at the file")
        #expect(pilot.sees("Files attached"))
        #expect(pilot.sees("Its file “a/b.txt” is called “a_b.txt” here."))
        #expect(
            pilot.sees(
                "It is imported without its file “gone.txt”, which is missing from the export"))
        #expect(try await fixture.items().isEmpty)
        try await pilot.choose("Import 1 item")
        #expect(pilot.sees("Files attached"))
        #expect(try await fixture.files("Mail") == ["a_b.txt": Array("text".utf8)])
        #expect(pilot.progress.contains { $0.id == "import" && $0.total == 2 })
        await pilot.stop()
    }
}
