import Foundation
import TenonCore
import TestSupport

@testable import WalletTransfer  // The readers of formats are internal.

/// One file, or folder, of each format, made here: small, and right.
struct Sample: Sendable {
    /// The bytes; for a folder, those of the file in it that holds the items.
    let bytes: [UInt8]
    var password: SecretText?
    /// Whether the format is to be named, since nothing in such a file tells it.
    var isNamed = false

    private init(_ text: String) { bytes = Array(text.utf8) }

    private init(_ bytes: [UInt8], password: SecretText? = nil) {
        self.bytes = bytes
        self.password = password
    }

    private init(zip name: String, _ text: String) {
        var zip = ZipFile()
        zip.add(name, text)
        bytes = zip.bytes
    }

    /// The sample of a format; `nil` for the folder of pass, which needs `gpg`.
    init?(_ format: ImportFormat) throws {
        switch format {
        case .passStore, .opVault: return nil
        case .columns:
            self.init("Web;Who;Pwd\nhttps://a.example;ada;p1\nhttps://b.example;bob;p2\n")
        case .keePass:
            self.init(
                try OtherKeePassFile().version4(.chaCha20, .aes) { $0.set("R", UInt64(5_000)) },
                password: OtherKeePassFile.password)
        case .keePass1: self.init(try KeePass1File().bytes, password: KeePass1File.password)
        case .onePassword: self.init(zip: "export.data", Self.onePassword)
        case .proton: self.init(zip: "Proton Pass/data.json", Self.proton)
        case .bitwardenArchive: self.init(zip: "data.json", Self.bitwarden)
        case .dashlaneArchive:
            self.init(zip: "credentials.csv", try Self.text(.dashlane))
        case .bitwarden: self.init(Self.bitwarden)
        case .keeper: self.init(Self.keeper)
        case .enpass: self.init(Self.enpass)
        case .keePassXML: self.init(Self.xml)
        default: self.init(try Self.text(format))
        }
        isNamed = format == .keeperText
    }

    /// What a person says of the file.
    func options(_ format: ImportFormat) -> ImportOptions {
        var options = ImportOptions()
        if isNamed { options.format = format }
        if format == .columns {
            options.columns = ColumnMapping(
                columns: [.init(.site, "Web"), .init(.userName, "Who"), .init(.password, "Pwd")],
                delimiter: ";")
        }
        return options
    }

    /// Two rows of a text with the columns of a program.
    private static func text(_ format: ImportFormat) throws -> String {
        let header = format.columns
        let isWithoutHeader = format == .keeperText
        let rows = (1...2).map { number in
            header.map { column -> String in
                let name = column.lowercased()
                if name.contains("pass") || name == "pwd" { return "p\(number)" }
                if name.contains("url") || name.contains("uri") || name.contains("web") {
                    return name.contains("additional") ? "" : "https://s\(number).example"
                }
                if name.contains("user") || name == "login" { return "ada\(number)" }
                if name == "type" { return "login" }
                return ["title", "name"].contains(name) ? "Item \(number)" : ""
            }.joined(separator: ",")
        }
        return ((isWithoutHeader ? [] : [header.joined(separator: ",")]) + rows)
            .joined(separator: "\n") + "\n"
    }

    private static let bitwarden = #"""
        {"encrypted": false, "folders": [{"id": "f1", "name": "Work"}], "items": [{"id": "i1",
         "folderId": "f1", "type": 1, "name": "Mail", "favorite": true, "login": {"username": "ada",
         "password": "p1", "uris": [{"match": null, "uri": "https://a.example"}], "totp": "MFRGG"},
         "fields": [{"name": "n", "value": "v", "type": 1}], "passwordHistory": [{"password": "p0",
         "lastUsedDate": "2020-01-01T00:00:00Z"}]}, {"type": 3, "name": "Visa", "card":
         {"number": "4111111111111111", "expMonth": "4", "expYear": "2031"}}]}
        """#
    private static let onePassword = #"""
        {"accounts": [{"vaults": [{"attrs": {"name": "V"}, "items": [{"uuid": "u1",
         "categoryUuid": "001", "createdAt": 1, "overview": {"title": "Mail", "urls":
         [{"url": "https://a.example"}], "tags": ["t"]}, "details": {"loginFields":
         [{"value": "ada", "designation": "username"}, {"value": "p1", "designation": "password"}],
         "passwordHistory": [{"value": "p0", "time": 1}], "sections": [{"title": "s", "fields":
         [{"title": "f", "id": "x", "value": {"date": 1}}]}]}}]}]}]}
        """#
    private static let proton = #"""
        {"encrypted": false, "vaults": {"v1": {"name": "V", "items": [{"itemId": "i1", "state": 1,
         "pinned": true, "createTime": 1, "data": {"type": "login", "metadata": {"name": "Mail",
         "note": "n"}, "extraFields": [{"fieldName": "f", "type": "hidden", "data":
         {"content": "12"}}], "content": {"itemUsername": "ada", "password": "p1", "urls":
         ["https://a.example"], "totpUri": "MFRGG"}}}]}}}
        """#
    private static let keeper = #"""
        {"records": [{"title": "Mail", "uid": "r1", "login": "ada", "password": "p1", "login_url":
         "https://a.example", "custom_fields": {"$oneTimeCode": "otpauth://totp/x?secret=MFRGG",
         "$host": {"hostName": "h", "port": "22"}}, "folders": [{"folder": "Work\\Mail"}]}]}
        """#
    private static let enpass = #"""
        {"folders": [{"title": "Work", "uuid": "f1"}], "items": [{"title": "Mail", "uuid": "e1",
         "template_type": "login.default", "updated_at": 1, "folders": ["f1"], "fields":
         [{"label": "u", "type": "username", "value": "ada"}, {"label": "p", "type": "password",
         "value": "p1", "history": [{"value": "p0"}]}]}]}
        """#
    private static let xml = """
        <?xml version="1.0"?><KeePassFile><Meta><RecycleBinUUID>AQ==</RecycleBinUUID></Meta><Root>
        <Group><UUID>AA==</UUID><Name>Root</Name><Notes>n</Notes><Entry><UUID>Ag==</UUID><Times>
        <Expires>True</Expires><ExpiryTime>2030-01-01T00:00:00Z</ExpiryTime></Times><String>
        <Key>Title</Key><Value>Mail</Value></String><String><Key>Password</Key>
        <Value ProtectInMemory="True">p1</Value></String><History><Entry><String><Key>Password</Key>
        <Value>p0</Value></String></Entry></History></Entry></Group></Root></KeePassFile>
        """
}
