import TenonCore
import TenonSecurity
import TestSupport
import Testing
import WalletVault

@testable import WalletTransfer  // The formats of text files are internal.

@Suite("What stands beside the entries of a file")
struct ArchiveContentTests {
    private static let bitwarden =
        #"{"encrypted": false, "items": [{"id": "i", "type": 1, "name": "A"}]}"#
    private static let onePassword = #"""
        {"accounts": [{"vaults": [{"attrs": {}, "items": [
         {"trashed": true, "overview": {"title": "Gone"}, "details": {"documentAttributes":
          {"fileName": "b", "documentId": "d2"}}},
         {"categoryUuid": "006", "overview": {"title": "Deed"}, "details": {"documentAttributes":
          {"fileName": "a", "documentId": "d1"}}}]}]}]}
        """#
    private static let proton = #"{"version": "1", "vaults": {"v": {"name": "V", "items": []}}}"#
    private static let dashlane =
        "username,username2,username3,title,password,note,url,category,otpUrl\nada,,,Mail,p1,,,,\n"

    /// The files of an archive, and the paths that are named.
    private static let archives: [(files: [(String, String)], named: [String])] = [
        ([("data.json", bitwarden), ("attachments/i/a", "x")], []),
        ([("data.json", bitwarden), ("more.json", "x")], ["more.json"]),
        ([("data.json", bitwarden), ("attachments/stray", "x")], ["attachments/stray"]),
        ([("data.json", bitwarden), ("empty", "")], []),
        (
            [
                ("export.data", onePassword), ("export.attributes", "{}"), ("files/d1__a", "x"),
                ("files/d2__b", "x"),
            ], []
        ),
        (
            [("export.data", onePassword), ("files/d1__a", "x"), ("files/d3__c", "x")],
            ["files/d3__c"]
        ),
        ([("Proton Pass/data.json", proton), ("Proton Pass/files/a", "x")], []),
        (
            [("Proton Pass/data.json", proton), ("Proton Pass/other.json", "x"), ("b", "x")],
            ["Proton Pass/other.json", "b"]
        ),
        ([("credentials.csv", dashlane), ("personalInfo.csv", "")], []),
        (
            [("credentials.csv", dashlane), ("a.pdf", "x"), ("strange.csv", "a,b\n1,2\n")],
            ["a.pdf", "strange.csv"]
        ),
    ]

    @Test("In an archive each file is an entry's, or is named")
    func archive() async throws {
        for (files, named) in Self.archives {
            var zip = ZipFile()
            for (name, content) in files { zip.add(name, content) }
            let fixture = try await TransferFixture()
            let result = try await fixture.import(
                path: try fixture.write(zip.bytes, to: "archive.zip"))
            let problems = result.problems.filter {
                [.unknownPart, .unreadable].contains($0.reason)
            }
            #expect(problems.map(\.title).sorted() == named, "\(files.map(\.0))")
        }
    }

    @Test("A row of a browser that is left out is named")
    func rows() async throws {
        let fixture = try await TransferFixture()
        let result = try await fixture.import(
            """
            name,url,username,password
            Bank,https://bank.example,ada,
            ,https://mail.example,ada,
            \(String(repeating: "x", count: 9_000)),https://long.example,ada,p
            Right,https://right.example,ada,p
            """)
        #expect(result.problems.map(\.reason) == [.noPassword, .noPassword, .fieldTooLong])
        let long = String(repeating: "x", count: 80)
        #expect(result.problems.map(\.title) == ["Bank", "mail.example", long])
        #expect(try await fixture.logins().map(\.title) == ["Right"])
    }

    /// Fields of Bitwarden's text file, and what becomes of them.
    private static let fields: [(text: String, fields: [String])] = [
        ("PIN: 1", ["PIN: 1"]), ("PIN: 1\nPUK: 2", ["PIN: 1", "PUK: 2"]),
        ("Address: Main 1\nRome", ["Address: Main 1\nRome"]), ("Text: a\n\nb", ["Text: a\n\nb"]),
        ("loose", ["–: loose"]), ("loose\nPIN: 1", ["–: loose", "PIN: 1"]), ("", []),
        (
            "Key: -----BEGIN X-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n-----END X-----\nPIN: 1",
            ["Key: -----BEGIN X-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n-----END X-----", "PIN: 1"]
        ),
        ("Key: -----BEGIN X-----\nA: b", ["Key: -----BEGIN X-----\nA: b"]),
        ("a: b: c", ["a: b: c"]), ("a:b", ["–: a:b"]),
    ]

    @Test("Fields of Bitwarden's text file have all their lines, and are concealed")
    func bitwardenFields() async throws {
        for (text, expected) in Self.fields {
            let header = ImportFormat.bitwardenText.header
            let row = header.split(separator: ",").map { name in
                switch name {
                case "fields": "\"\(text)\""
                case "name": "A"
                case "type": "login"
                case "login_password": "p"
                default: ""
                }
            }
            let fixture = try await TransferFixture()
            try await fixture.import("\(header)\n\(row.joined(separator: ","))\n")
            let fields = try #require(try await fixture.logins().first).customFields
            #expect(fields.map { "\($0.label): \($0.value.reveal())" } == expected, "\(text)")
            let areConcealed = fields.allSatisfy(\.isConcealed)
            #expect(areConcealed, "\(text)")
        }
    }
}
