import TenonCore
import TestSupport
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("Numbers in files that no program writes")
struct HostileNumberTests {
    private func onePassword(_ data: String) -> [UInt8] {
        var zip = ZipFile()
        zip.add("export.data", data)
        return zip.bytes
    }

    @Test(
        "a date of 1Password beyond all calendars stays a number",
        arguments: [
            "9223372036854775807", "-9223372036854775808", "9223372036854775", "-62135596801",
            "1e400", "99999999999999999999",
        ])
    func farDates(number: String) async throws {
        let fixture = try await TransferFixture()
        let data = #"""
            {"accounts": [{"vaults": [{"items": [{"categoryUuid": "001",
              "createdAt": NUMBER, "updatedAt": NUMBER, "favIndex": NUMBER,
              "overview": {"title": "Far"},
              "details": {"sections": [{"fields": [
                {"title": "since", "value": {"date": NUMBER}},
                {"title": "until", "value": {"monthYear": NUMBER}}]}]}}]}]}]}
            """#.replacing("NUMBER", with: number)
        let path = try fixture.write(onePassword(data), to: "far.1pux")
        #expect(try await fixture.import(path: path).counts.new == 1)
        let fields = try #require(try await fixture.items().first).customFields
        #expect(
            fields.filter { !$0.isHidden }.map { "\($0.label)=\($0.value.reveal())" }
                == ["since=\(number)", "until=\(number)"])
    }

    @Test("dates before 1970 and after 2038 are read as dates")
    func nearDates() async throws {
        let fixture = try await TransferFixture()
        let data = #"""
            {"accounts": [{"vaults": [{"items": [{"overview": {"title": "Near"},
              "details": {"sections": [{"fields": [
                {"title": "born", "value": {"date": -1000000000}},
                {"title": "until", "value": {"date": 4102444800}}]}]}}]}]}]}
            """#
        let path = try fixture.write(onePassword(data), to: "near.1pux")
        try await fixture.import(path: path)
        let fields = try #require(try await fixture.items().first).customFields
        #expect(fields.map { $0.value.reveal() } == ["1938-04-24", "2100-01-01"])
    }

    @Test(
        "a count of uses is what a person could reach",
        arguments: [
            ("7", 7), ("0", 0), ("-1", 0), ("9223372036854775807", 1 << 31),
            ("99999999999999999999", 0), ("x", 0),
        ])
    func counts(text: String, count: Int) throws {
        let xml =
            "<KeePassFile><Root><Group><Entry><Times><UsageCount>\(text)</UsageCount>"
            + "</Times></Entry></Group></Root></KeePassFile>"
        let document = try Array(xml.utf8).withUnsafeBytes {
            try KeePassDocumentReader(stream: nil).read($0, DocumentTools.live.xml)
        }
        #expect(document.entries.map(\.timesUsed) == [count])
    }

    @Test("a document of more values than any export has is refused before it fills the memory")
    func manyValues() async throws {
        let fixture = try await TransferFixture()
        let zeros = String(repeating: "0,", count: 12_000_000)
        let path = try fixture.write("{\"items\": [\(zeros)0]}", to: "many.json")
        let error = await #expect(throws: TransferError.self) {
            try await fixture.import(path: path)
        }
        #expect(error?.code == .transferTooLarge)
        let archive = try fixture.write(
            onePassword("{\"accounts\": [\(zeros)0]}"), to: "many.1pux")
        let second = await #expect(throws: TransferError.self) {
            try await fixture.import(path: archive)
        }
        #expect(second?.code == .transferTooLarge)
    }

    @Test("100,000 items of 1Password are within the limits")
    func manyItems() throws {
        let item = #"""
            {"uuid": "fkruyzrldizuqlnavfj3gltfd4", "favIndex": 0, "createdAt": 1600000000,
             "updatedAt": 1700000000, "state": "active", "categoryUuid": "001", "details": {
             "loginFields": [
              {"value": "ada@example.com", "id": "", "name": "user", "fieldType": "E",
               "designation": "username"},
              {"value": "a password of some length", "id": "", "name": "password",
               "fieldType": "P", "designation": "password"}],
             "notesPlain": "A few words on this login.",
             "sections": [{"title": "Security", "name": "Section_1", "fields": [
              {"title": "PIN", "id": "CEN4", "value": {"concealed": "12345"},
               "indexAtSource": 0, "guarded": false, "multiline": false, "dontGenerate": false,
               "inputTraits": {"keyboard": "default", "correction": "default",
                "capitalization": "default"}},
              {"title": "since", "id": "CEN5", "value": {"date": 1577836800},
               "indexAtSource": 1, "guarded": false, "multiline": false, "dontGenerate": false,
               "inputTraits": {"keyboard": "default", "correction": "default",
                "capitalization": "default"}}]}],
             "passwordHistory": [{"value": "before", "time": 1500000000}]},
             "overview": {"subtitle": "ada@example.com", "icons": null, "title": "Example",
              "url": "https://www.example.com/", "urls": [{"label": "website",
              "url": "https://www.example.com/", "mode": "default"}], "tags": ["home"],
              "pbe": 86.13, "pgrng": true, "ps": 100, "ainfo": "ada@example.com",
              "watchtowerExclusions": null}}
            """#.replacing("\n", with: "")
        let value = try JSONReader.read(SecretText(item))
        #expect(value.valueCount * 100_000 < JSONReader.countLimit)
        #expect(item.utf8.count * 100_000 < OnePasswordReader.dataLimit)
    }
}
