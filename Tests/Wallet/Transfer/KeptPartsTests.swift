import Foundation
import TenonCore
import TestSupport
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("What items have no place for is kept, and goes back to the program that it came from")
struct KeptPartsTests {
    private static let icon =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    private static let picture = "EBESExQVFhcYGRobHB0eHw=="

    /// A document with groups that have notes, icons and tags, and an entry that expires.
    static let document = """
        <KeePassFile><Meta><CustomIcons><Icon><UUID>\(picture)</UUID><Data>\(icon)</Data>
        <Name>Dot</Name></Icon></CustomIcons></Meta><Root><Group>
        <UUID>AQIDBAUGBwgJCgsMDQ4PEA==</UUID><Name>Root</Name><Notes>all of it</Notes>
        <IconID>49</IconID><Group><UUID>AgIDBAUGBwgJCgsMDQ4PEA==</UUID><Name>Work</Name>
        <Notes>Ask &lt;Ada&gt;\nfirst</Notes><IconID>12</IconID>
        <CustomIconUUID>\(picture)</CustomIconUUID><Tags>office</Tags>
        <EnableAutoType>false</EnableAutoType><EnableSearching>null</EnableSearching><Entry>
        <UUID>EAIDBAUGBwgJCgsMDQ4PEA==</UUID><IconID>7</IconID>
        <CustomIconUUID>\(picture)</CustomIconUUID><Times><Expires>True</Expires>
        <ExpiryTime>2031-02-03T04:05:06Z</ExpiryTime></Times>
        <String><Key>Title</Key><Value>Mail</Value></String>
        <String><Key>Password</Key><Value>p1</Value></String></Entry><Entry>
        <UUID>EQIDBAUGBwgJCgsMDQ4PEA==</UUID>
        <String><Key>Title</Key><Value>News</Value></String></Entry></Group></Group></Root>
        </KeePassFile>
        """

    @Test("KeePass: notes and icons of groups, pictures and expiry come back, as KeePassXC says")
    func keePass() async throws {
        let fixture = try await TransferFixture()
        let path = try fixture.write(Self.document, to: "in.xml")
        #expect(try await fixture.import(path: path).problems.isEmpty)
        let items = try await fixture.items()
        #expect(
            items.map { $0.lines.filter { !$0.contains("tag=") } } == [
                ["login Mail", "password=p1"], ["login News"],
            ])
        let target = try await fixture.export(.keePass, to: "out.kdbx", password: "p")
        let file = Array(try Data(contentsOf: URL(filePath: target)))
        let entries = try file.withUnsafeBytes {
            try KeePassReader(tools: .live).read($0, password: SecretText("p"))
        }.entries
        let mail = try #require(entries.first { $0["Title"]?.reveal() == "Mail" })
        #expect(mail.expires.map(InternetTime.write) == "2031-02-03T04:05:06.000Z")
        #expect(
            mail.groupParts.map { "\($0.depth) \($0.value.reveal())" } == [
                "0 <Notes>all of it</Notes>", "0 <IconID>49</IconID>",
                "1 <Notes>Ask &lt;Ada&gt;&#10;first</Notes>", "1 <IconID>12</IconID>",
                "1 <CustomIconUUID>\(Self.picture)</CustomIconUUID>", "1 <Tags>office</Tags>",
                "1 <EnableAutoType>false</EnableAutoType>",
            ])
        #expect(mail.pictures.map(\.key) == [Self.picture])
        // Written once for the group, so the other entry has it as well.
        #expect(entries.first { $0["Title"]?.reveal() == "News" }?.groupParts == mail.groupParts)
        let folder = try TemporaryFolder()
        try Data(file).write(to: URL(filePath: folder.path + "/out.kdbx"))
        let xml = try await KeePassXC(folder: folder, password: "p")
            .run("export", "-f", "xml", "out.kdbx")
        for part in [
            "all of it", "Ask &lt;Ada&gt;", "<Tags>office</Tags>", "<Expires>True</Expires>",
            "<UUID>\(Self.picture)</UUID>", "<CustomIconUUID>\(Self.picture)</CustomIconUUID>",
            Self.icon,
        ] { #expect(xml.contains(part), "\(part)") }
        #expect(xml.components(separatedBy: "<Icon>").count == 2)
    }

    @Test("KeePass: a text that looks like a placeholder is named, and comes back as it is")
    func placeholders() async throws {
        let fixture = try await TransferFixture()
        let texts = [
            "{USERNAME}", "{S:PIN}x", "{REF:P@T:Other}", "{TOTP}", "{T-CONV:/a/Upper/}",
            "{PASSWORD}", "a{TITLE}b", "{URL:HOST}", "{CMD:/ls/}", "{DT_SIMPLE}",
        ]
        for (number, text) in texts.enumerated() {
            let login = Login(
                title: "Item \(number)", userName: "ada", password: SecretText(text),
                customFields: [
                    CustomField(label: "PIN", value: SecretText("1234"), isConcealed: true)
                ])
            try await fixture.vault.add(login)
        }
        try await fixture.vault.add(Login(title: "Other", password: SecretText("p{1}")))
        let omissions = try await fixture.exporter.omissions()
        #expect(omissions[.keePass]?[.placeholders] == texts.count)
        #expect(omissions[.bitwarden]?[.placeholders] == 0)
        let path = try await fixture.export(.keePass, to: "out.kdbx", password: "p")
        let again = try await TransferFixture()
        let result = try await again.import(path: path, password: "p")
        #expect(result.problems.isEmpty)
        let passwords = try await again.logins().map { $0.password.reveal() }
        #expect(passwords == texts + ["p{1}"])
    }

    @Test("KeePass: notes of a group that are too large leave the entry whole, which is said")
    func largeGroup() throws {
        let notes = SecretText("<Notes>\(String(repeating: "x", count: 300 << 10))</Notes>")
        let entry = KeePassEntry(
            groupParts: [.init(depth: 0, key: "Notes", value: notes)],
            fields: [.init(key: "Title", value: SecretText("T"))])
        let imported = KeePassItem(xml: DocumentTools.live.xml).item(entry)
        #expect(imported.remarks == [.groupTooLarge])
        #expect(imported.item.title == "T")
        #expect(imported.item.customFields.isEmpty)
    }

    @Test("KeePassXC's text: the icon comes back")
    func icon() async throws {
        let fixture = try await TransferFixture()
        let header = ImportFormat.keePassText.header
        try await fixture.import("\(header)\nRoot,Mail,ada,p1,,,,23,,\n")
        let path = try await fixture.export(.text, to: "out.csv")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains(#""p1","","","","23","#))
    }

    @Test("Bitwarden: the mark that an item is archived comes back, from JSON and from text")
    func bitwarden() async throws {
        let date = "2025-03-04T05:06:07.000Z"
        for (name, text) in [
            (
                "a.json",
                #"{"items": [{"type": 1, "name": "Mail", "archivedDate": "\#(date)"}]}"#
            ),
            (
                "a.csv",
                ImportFormat.bitwardenText.header + ",archivedDate\n"
                    + ",,login,Mail,,,,,ada,p1,,\(date)\n"
            ),
        ] {
            let fixture = try await TransferFixture()
            try await fixture.import(path: try fixture.write(text, to: name))
            let item = try #require(try await fixture.exportedDocument()["items"]?.elements.first)
            #expect(item["archivedDate"]?.text == date, "\(name)")
            #expect(item["fields"]?.elements.isEmpty == true, "\(name)")
        }
    }

    @Test("1Password, Proton Pass, Enpass: the mark that an item is archived is kept")
    func marks() async throws {
        var archive = ZipFile()
        archive.add(
            "export.data",
            #"{"accounts": [{"vaults": [{"items": [{"state": "archived", "overview": {"title": "A"}}]}]}]}"#
        )
        let proton = #"""
            {"vaults": {"v": {"items": [{"itemId": "i", "state": 3, "pinned": false, "data": {
             "type": "note", "metadata": {"name": "A", "itemUuid": "u1"}, "content": {},
             "platformSpecific": {"android": {"allowedApps": []}}}}]}}}
            """#
        let enpass = #"""
            {"items": [{"title": "A", "template_type": "note.default", "archived": 1, "note": "n"}]}
            """#
        for (bytes, fields) in [
            (archive.bytes, [".1password.state": "\"archived\""]),
            (
                Array(proton.utf8),
                [
                    ".proton.state": "3", ".proton.metadata.itemUuid": "\"u1\"",
                    ".proton.data.platformSpecific": #"{"android":{"allowedApps":[]}}"#,
                ]
            ), (Array(enpass.utf8), [".enpass.archived": "1"]),
        ] {
            let fixture = try await TransferFixture()
            try await fixture.import(path: try fixture.write(bytes, to: "a"))
            let item = try #require(try await fixture.items().first)
            for (label, value) in fields {
                #expect(
                    item.customFields.first { $0.label == label }?.value.reveal() == value,
                    "\(label)")
            }
        }
    }
}
