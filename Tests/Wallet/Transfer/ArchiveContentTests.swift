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
    private static let proton = #"""
        {"version": "1", "vaults": {"v": {"name": "V", "items": [{"itemId": "i", "files": ["a", "b/c"],
         "data": {"type": "note", "metadata": {"name": "N", "note": "n"}}}, {"itemId": "j", "state": 2,
         "files": ["gone"], "data": {"type": "note", "metadata": {"name": "Gone"}}}]},
         "w": {"name": "Empty", "items": []}}}
        """#
    private static let onePasswordVaults = #"""
        {"accounts": [{"vaults": [{"attrs": {"name": "Full"}, "items": [{"categoryUuid": "003",
         "overview": {"title": "A"}, "details": {"notesPlain": "n"}}]},
         {"attrs": {"name": "Empty"}, "items": []}, {"attrs": {"name": ""}, "items": []}]}]}
        """#
    private static let dashlane =
        "username,username2,username3,title,password,note,url,category,otpUrl\nada,,,Mail,p1,,,,\n"

    /// The files of an archive, and the paths that are named.
    private static let archives: [(files: [(String, String)], named: [String])] = [
        ([("data.json", bitwarden), ("attachments/i/a", "x")], []),
        ([("data.json", bitwarden), ("more.json", "x")], ["more.json"]),
        ([("data.json", bitwarden), ("attachments/stray", "x")], ["attachments/stray"]),
        (
            [("data.json", bitwarden), ("attachments/2/x", "x"), ("attachments/2/y", "y")],
            ["attachments/2/x", "attachments/2/y"]
        ),
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
        (
            [("export.data", onePassword), ("ZZ9.txt", "x"), ("files/loose", "x"), ("empty", "")],
            ["ZZ9.txt", "files/loose"]
        ),
        (
            [("export.data", onePassword), ("files/d1__a", "x"), ("files/d1__b", "y")],
            ["files/d1__a"]
        ),
        ([("export.data", onePasswordVaults), ("files/x/y", "x")], ["Empty", "files/x/y"]),
        (
            [
                ("Proton Pass/data.json", proton), ("Proton Pass/files/a", "x"),
                ("Proton Pass/files/b_c", "x"), ("Proton Pass/files/gone", "x"),
            ], ["Empty"]
        ),
        (
            [
                ("Proton Pass/data.json", proton), ("Proton Pass/files/ZZa.txt", "x"),
                ("files/a", "x"),
            ], ["Empty", "Proton Pass/files/ZZa.txt", "files/a"]
        ),
        (
            [("Proton Pass/data.json", proton), ("Proton Pass/other.json", "x"), ("b", "x")],
            ["Empty", "Proton Pass/other.json", "b"]
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

    /// Files with folders, collections and vaults, and the names of those that no item is in.
    private static let folders: [(text: String, named: [String])] = [
        (
            #"""
            {"encrypted": false, "folders": [{"id": "1", "name": "Used"}, {"id": "2", "name": "Empty"},
             {"id": "3", "name": "Used/Below"}, {"id": "4", "name": ""}, {"id": "5", "name": "Old"}],
             "collections": [{"id": "c", "organizationId": "o", "name": "Team"}], "items": [
             {"id": "i", "type": 1, "name": "A", "folderId": "1", "login": {"password": "p"}},
             {"id": "j", "type": 1, "name": "B", "folderId": "5", "deletedDate": "2024-01-01"}]}
            """#, ["Empty", "Old", "Team", "Used/Below"]
        ),
        (
            #"""
            {"encrypted": false, "folders": [{"id": "1", "name": "Work"},
             {"id": "2", "name": "Work/Mail", "note": "n"}], "collections": [{"id": "c", "name": "Team"}],
             "items": [{"id": "i", "type": 1, "name": "A", "folderId": "2", "collectionIds": ["c"],
             "login": {"password": "p"}}]}
            """#, ["note"]
        ),
        (
            #"""
            {"folders": [{"title": "Work", "uuid": "1"}, {"title": "Empty", "uuid": "2"},
             {"title": "Mail", "uuid": "3", "parent_uuid": "1"},
             {"title": "Below", "uuid": "4", "parent_uuid": "2"}],
             "items": [{"title": "A", "uuid": "e", "template_type": "login.default", "folders": ["3"],
             "fields": [{"label": "p", "type": "password", "value": "p"}]}]}
            """#, ["Empty", "Empty/Below"]
        ),
        (
            #"""
            {"shared_folders": [{"path": "Team"}, {"path": "Team\\Empty"}], "records": [
             {"title": "A", "password": "p", "folders": [{"shared_folder": "Team"}]}]}
            """#, ["Team/Empty"]
        ),
        (proton, ["Empty"]),
        (
            """
            url,username,password,totp,extra,name,grouping,fav
            http://group,,,,,,Empty,0
            http://group,,,,,,Work,0
            http://group,,,,,Alone,(none),0
            http://group,,,,a note,Kept,Noted,0
            https://a.example,ada,p,,,A,Work\\Mail,0
            """, ["Alone", "Empty"]
        ),
        (
            """
            name,url,username,password,note,cardnumber,cvc,folder,type
            Empty,,,,,,,,folder
            Work,,,,,,,,folder
            A,https://a.example,ada,p,,,,Work,password
            """, ["Empty"]
        ),
    ]

    @Test("A folder, a collection or a vault that no item is in is named")
    func folders() async throws {
        for (text, named) in Self.folders {
            let fixture = try await TransferFixture()
            let result = try await fixture.import(path: try fixture.write(text, to: "in"))
            let problems = result.problems.filter { $0.reason == .unknownPart }
            #expect(problems.map(\.title).sorted() == named, "\(text)")
            let isImported = try await !fixture.items().isEmpty
            #expect(isImported, "\(text)")
        }
    }

    @Test("Each attached file that an export of Bitwarden has not is named")
    func attachments() throws {
        let document = try JSONReader.read(
            SecretText(
                #"""
                {"encrypted": false, "items": [{"id": "i", "type": 1, "name": "A", "attachments":
                 [{"fileName": "a.pdf"}, {}, {"fileName": ""}, {"fileName": "b.pdf"}]}]}
                """#))
        let read = try BitwardenReader.read(document)
        let remarks: [RowProblem.Reason] = read.entries.compactMap {
            if case .remark(let reason) = $0 { reason } else { nil }
        }
        #expect(remarks == [.fileMissing("a.pdf"), .fileMissing("b.pdf"), .attachments(2)])
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
