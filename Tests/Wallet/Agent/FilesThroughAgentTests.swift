import TenonArchive
import TenonCore
import TenonPublicSuffix
import TenonXML
import TestSupport
import Testing
import WalletAgentClient
import WalletTransfer
import WalletVault

@testable import WalletAgent  // Other modules see its socket only.

@Suite("An import and an export of files, where the agent has the vault")
struct FilesThroughAgentTests {
    /// An archive needs none.
    private struct NoPrograms: ProgramRunning {
        func run(
            _ name: String, arguments: [String], input: SecretText, limit: Int,
            within duration: Duration
        ) async -> ProgramOutcome? { nil }
    }

    @Test("Files of more than one message come and go as they are")
    func roundTrip() async throws {
        let (fixture, client) = try await AgentFixture.unlocked(autoLock: .seconds(60))
        let content = (0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* 13 ^ $0 >> 7) }
        var zip = ZipFile()
        zip.add(
            "data.json",
            #"{"encrypted": false, "items": [{"id": "1a", "type": 2, "name": "Note", "notes": "n"}]}"#
        )
        zip.add("attachments/1a/scan.pdf", content)
        let tools = DocumentTools(
            archives: ZipCoder(), gzip: GzipCoder(), xml: ExpatReader(),
            programs: NoPrograms())
        let importer = Importer(
            vault: client, domains: PublicSuffixList(), tools: tools, clock: fixture.clock)
        let source = ImportSource.bytes(SecretText(utf8: zip.bytes), name: "b.zip")
        let preview = try await importer.preview(source)
        #expect(try await importer.apply(preview).counts.files == 1)
        let item = try #require(try await client.list(ItemQuery()).items.first)
        let attachment = try #require(try await client.item(item.id).attachments.first)
        #expect(
            try await client.contents(of: attachment).withBytes { Array($0) } == content)
        let folder = try TemporaryFolder()
        let exporter = Exporter(
            vault: client, tools: tools, clock: fixture.clock, notes: nil)
        let path = folder.path + "/out.zip"
        let result = try await exporter.export(
            ExportRequest(
                format: .bitwardenArchive, path: path, passphrase: AgentFixture.passphrase,
                password: nil, isReplacing: false))
        #expect(result.omissions[.attachments] == 0)
        let again = try await importer.preview(.file(path: path))
        #expect(again.counts.writes == 0 && again.counts.present == 1)
        await fixture.stop()
    }
}
