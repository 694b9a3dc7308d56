import TenonCore
import TestSupport
import Testing
import WalletVault

@testable import WalletTransfer  // The exports of formats are internal.

@Suite("What a person has taken from a login")
struct TakenAwayTests {
    /// Texts with one login each that another program keeps from being filled in.
    private static let texts: [String] = [
        bitwarden(#""reprompt": 1"#), bitwarden(#""archivedDate": "2025-01-02T03:04:05Z""#),
        bitwarden(#""reprompt": 1, "archivedDate": "2025-01-02T03:04:05Z""#),
        bitwarden(#""folderId": "f1""#), bitwarden(#""folderId": "f2""#),
        bitwarden(#""folderId": "f1", "reprompt": 1"#),
        bitwardenText("1", ""), bitwardenText("", "2025-01-02T03:04:05Z"),
        """
        Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes
        A,https://a.example,a,p,,false,true,,

        """,
        """
        {"folders": [], "items": [{"title": "A", "template_type": "login.default",
        "archived": 1, "fields": [{"label": "u", "type": "username", "value": "a"},
        {"label": "p", "type": "password", "value": "p"}]}]}
        """,
        keePass(entry: mark("BrowserHideEntry", "true")),
        keePass(group: mark("BrowserHideEntry", "true")),
        keePass(group: mark("BrowserRestrictKey", "chrome")),
    ]

    /// The same, and archives.
    private static let files: [[UInt8]] =
        texts.map { Array($0.utf8) } + [
            onePassword(#""state": "archived""#), onePassword(#""state": "active""#, "Never"),
        ]

    private static func bitwarden(_ mark: String) -> String {
        """
        {"encrypted": false, "folders": [{"id": "f1", "name": "no-fill"},
        {"id": "f2", "name": "No-Fill"}], "items": [{"type": 1, "name": "A", \(mark), "login":
        {"username": "a", "password": "p", "uris": [{"uri": "https://a.example"}]}}]}
        """
    }

    private static func bitwardenText(_ reprompt: String, _ archived: String) -> String {
        """
        \(ImportFormat.bitwardenText.header),archivedDate
        ,,login,A,,,\(reprompt),https://a.example,a,p,,\(archived)

        """
    }

    private static func mark(_ key: String, _ value: String) -> String {
        "<CustomData><Item><Key>\(key)</Key><Value>\(value)</Value></Item></CustomData>"
    }

    private static func keePass(
        group: String = "", entry: String = "", password: String = "p", year: Int = 2024
    ) -> String {
        """
        <KeePassFile><Root><Group><Name>Root</Name>\(group)<Entry>
        <UUID>EAIDBAUGBwgJCgsMDQ4PEA==</UUID><Times>
        <LastModificationTime>\(year)-01-01T00:00:00Z</LastModificationTime>
        <Expires>True</Expires><ExpiryTime>\(year - 4)-01-01T00:00:00Z</ExpiryTime></Times>
        <String><Key>Title</Key><Value>A</Value></String>
        <String><Key>UserName</Key><Value>a</Value></String>
        <String><Key>Password</Key><Value>\(password)</Value></String>\(entry)</Entry></Group></Root>
        </KeePassFile>
        """
    }

    private static func onePassword(_ state: String, _ behavior: String = "") -> [UInt8] {
        var zip = ZipFile()
        zip.add("export.attributes", #"{"version": 3}"#)
        zip.add(
            "export.data",
            """
            {"accounts": [{"vaults": [{"items": [{"uuid": "u1", "categoryUuid": "001", \(state),
            "overview": {"title": "A", "urls": [{"url": "https://a.example",
            "autofillBehavior": "\(behavior)"}]}, "details": {"loginFields":
            [{"value": "a", "designation": "username"},
            {"value": "p", "designation": "password"}]}}]}]}]}
            """)
        return zip.bytes
    }

    /// The login of an export in a new vault.
    private func copy(
        of fixture: TransferFixture, _ format: ExportFormat, _ name: String
    ) async throws -> Login {
        let path = try await fixture.export(format, to: name, password: "p")
        let other = try await TransferFixture()
        try await other.import(path: path, password: "p")
        return try #require(try await other.logins().first)
    }

    @Test("The tag no-fill stays away when the same file comes again, and in an export")
    func tag() async throws {
        for (number, bytes) in Self.files.enumerated() {
            let fixture = try await TransferFixture()
            let path = try fixture.write(bytes, to: "file")
            try await fixture.import(path: path)
            var login = try #require(try await fixture.logins().first)
            #expect(login.head.isWithheld, "\(number)")
            login.tags = []
            try await fixture.vault.save(login)
            for _ in 1...2 {
                try await fixture.import(path: path)
                let logins = try await fixture.logins()
                #expect(logins.map(\.head.isWithheld) == [false], "\(number)")
            }
            for format in [ExportFormat.keePass, .bitwarden, .onePassword, .text] {
                let found = try await copy(of: fixture, format, "dropped.\(format.rawValue)")
                #expect(!found.head.isWithheld, "\(number) \(format)")
            }
            // Given once more, it stays.
            login = try #require(try await fixture.logins().first)
            login.tags = ["x", FillTag.none]
            try await fixture.vault.save(login)
            try await fixture.import(path: path)
            #expect(try await fixture.logins().first?.tags.contains(FillTag.none) == true)
            for format in [ExportFormat.keePass, .bitwarden] {
                let found = try await copy(of: fixture, format, "given.\(format.rawValue)")
                #expect(found.head.isWithheld, "\(number) \(format)")
            }
        }
    }

    @Test("A login that has the tag is kept from programs, and one that lost it does not get it")
    func union() throws {
        let mark = CustomField(
            label: HiddenLabel.fillTag, value: SecretText("dropped"), isConcealed: true)
        let known = Login(title: "A", tags: [FillTag.none], customFields: [mark])
        #expect(known.head.isWithheld && !known.head.hasDroppedFillTag)
        let item = ItemMerge.completed(
            .login(Login(title: "A", customFields: [mark])),
            by: .login(Login(title: "A", tags: ["x", "No-Fill", FillTag.none])))
        #expect(item.tags == ["x"])
    }

    @Test("An expiry stays away, and that of another password counts")
    func expiry() async throws {
        let fixture = try await TransferFixture()
        func take(_ text: String) async throws -> Login {
            try await fixture.import(path: try fixture.write(text, to: "file"))
            let logins = try await fixture.logins()
            #expect(logins.count == 1)
            return try #require(logins.first)
        }
        var login = try await take(Self.keePass())
        #expect(login.expiry == InternetTime.read("2020-01-01T00:00:00Z"))
        login.dropFillRules()
        #expect(!login.hasFillRules)
        try await fixture.vault.save(login)
        #expect(try await take(Self.keePass()).expiry == nil)
        #expect(try await take(Self.keePass(year: 2030)).expiry == nil)
        for format in [ExportFormat.keePass, .bitwarden, .onePassword, .text] {
            let found = try await copy(of: fixture, format, "dropped.\(format.rawValue)")
            #expect(found.expiry == nil, "\(format)")
            #expect(found.attribute(HiddenLabel.keePassExpiry)?.reveal() == "dropped", "\(format)")
        }
        let renewed = try await take(Self.keePass(password: "q", year: 2031))
        #expect(renewed.password.reveal() == "q")
        #expect(renewed.expiry == InternetTime.read("2027-01-01T00:00:00Z"))
    }
}
