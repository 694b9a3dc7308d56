import Foundation
import TenonCore
import TenonSecurity
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("Labels in files that begin with a dot")
struct HiddenLabelTests {
    /// A label in an export of Wallet, and the one in the vault; `nil` where the field is left out.
    private static let labels: [(written: String, kept: String?)] = [
        (".npmrc", "\u{2024}npmrc"), (".env.local", "\u{2024}env.local"), (".", "\u{2024}"),
        ("..", "\u{2024}."), (".Bitwarden.id", "\u{2024}Bitwarden.id"),
        (".bitwarden", "\u{2024}bitwarden"), (".gitignore", "\u{2024}gitignore"),
        (".wallet.other", "\u{2024}wallet.other"), (".git.made", nil),
        (".git.oauth_refresh_token", "\u{2024}git.oauth_refresh_token"),
        (".git.credential", "\u{2024}git.credential"), (".git.authtype", nil),
        (".application.secret", "\u{2024}application.secret"), (".docker.made", nil),
        (".application.name", nil),
        (".git.notes", "\u{2024}git.notes"), (".docker.config", "\u{2024}docker.config"),
        (".application.pin", "\u{2024}application.pin"), (".git.", "\u{2024}git."),
        (".firefox.guid", ".firefox.guid"), (".keepass.uuid", ".keepass.uuid"),
        (".keeper.pin", ".keeper.pin"), (".pass.word", ".pass.word"), (".enpass.x", ".enpass.x"),
        (".bitwarden.x", ".bitwarden.x"), (".wallet.no-fill", ".wallet.no-fill"),
        (".chrome.json", "\u{2024}chrome.json"), (".csv.x", "\u{2024}csv.x"),
        (".1pux.x", "\u{2024}1pux.x"), (".kdb.x", "\u{2024}kdb.x"),
        (".safari.x", "\u{2024}safari.x"),
        (".wallet.no-fill.x", "\u{2024}wallet.no-fill.x"), (".pass", "\u{2024}pass"),
        (".Pass.word", "\u{2024}Pass.word"), (".pass-word.x", "\u{2024}pass-word.x"),
        (".1password.uuid", ".1password.uuid"), (".proton.itemId", ".proton.itemId"),
        ("a.b", "a.b"), (" .x", " .x"),
    ]

    /// The same of a file that another program has written, where none is hidden.
    private static let foreignLabels = labels.map { label -> (written: String, kept: String?) in
        (label.written, HiddenLabel.shown(label.written))
    }

    private func labels(_ fixture: TransferFixture) async throws -> [String] {
        let login = try #require(try await fixture.logins().first)
        return login.customFields.map(\.label).filter { $0 != ".keepass.expires" }
    }

    @Test("Are hidden when Wallet has written them, and never marks that it believes")
    func bitwarden() async throws {
        let mark = #"{"name": ".wallet.kind", "value": "login", "type": 1}, "#
        for (start, labels) in [(mark, Self.labels), ("", Self.foreignLabels)] {
            for (written, kept) in labels {
                let fixture = try await TransferFixture()
                let text = """
                    {"encrypted": false, "folders": [], "items": [{"type": 1, "name": "A", "login":
                    {"username": "a", "password": "p"}, "fields":
                    [\(start){"name": "\(written)", "value": "v", "type": 0}]}]}
                    """
                try await fixture.import(path: try fixture.write(text, to: "entries.json"))
                #expect(
                    try await self.labels(fixture) == [kept].compactMap(\.self),
                    "\(written) \(start)")
            }
        }
    }

    @Test("Are named where what git, Docker and applications have said is left out")
    func answers() {
        for label in HiddenLabel.answering.sorted() {
            for isOwn in [true, false] {
                var draft = ItemDraft()
                draft.isOwn = isOwn
                for value in ["v", "w"] { draft.take(hidden: label, SecretText(value)) }
                let imported = draft.imported
                let shown = HiddenLabel.shown(label)
                let isLeftOut = isOwn && !HiddenLabel.secrets.contains(label)
                #expect(imported.remarks == (isLeftOut ? [.programMarks([label])] : []), "\(label)")
                #expect(
                    imported.item.customFields.map(\.label) == (isLeftOut ? [] : [shown, shown]),
                    "\(label)")
            }
        }
    }

    /// Fields that stand for something which the item has itself, or that would take a rule from it.
    private static let standIns = [
        (".bitwarden.login.uris", "[]"), (".bitwarden.login.uris", "{}"),
        (".bitwarden.login.uris", "null"), (".bitwarden.login.uris", "no JSON"),
        (".bitwarden.login.uris", #"[{"uri":"https://f1.example/x","match":0}]"#),
        (".bitwarden.login.uris", #"[{"uri":"https://f1.example/x","match":null}]"#),
        (".bitwarden.login.uris", #"[{"uri":"https://f1.example/x","match":5}]"#),
        (".bitwarden.login.uris", #"[{"uri":" https://f1.example/x ","match":1}]"#),
        (".bitwarden.login.uris", #"[{"uri":"https://f1.example/x"}]"#),
        (".bitwarden.login.username", #""eve""#), (".bitwarden.login.password", #""q""#),
        (".bitwarden.reprompt", "0"), (".bitwarden.archivedDate", "null"),
        (".keepass.data.BrowserOnlyHttpAuth", "dropped"), (".keepass.expires", "dropped"),
    ]

    @Test("Stand for nothing that an item has itself, and take no rule from it")
    func standIns() async throws {
        let addresses = #"[{"match":3,"uri":"https://f1.example/x"}]"#
        for mark in [#"{"name": ".wallet.kind", "value": "login", "type": 1}, "#, ""] {
            for (label, value) in Self.standIns {
                let fixture = try await TransferFixture()
                let text = """
                    {"items": [{"fields": [\(mark){"name": "\(label)", "type": 1, "value":
                    \(JSONValue.string(value).written.reveal())}], "type": 1, "name": "A",
                    "reprompt": 1, "archivedDate": "2025-01-02T03:04:05Z", "login":
                    {"username": "a", "password": "p", "uris": \(addresses)}}]}
                    """
                try await fixture.import(path: try fixture.write(text, to: "entries.json"))
                let login = try #require(try await fixture.logins().first)
                let name = "\(label) \(value) \(mark)"
                #expect(
                    login.browserRules == [.address("https://f1.example/x", .exact)], "\(name)")
                #expect(login.head.isWithheld && login.sites == ["https://f1.example/x"])
                let written = try #require(
                    try await fixture.exportedDocument()["items"]?.elements.first)
                #expect(
                    written["login"]?["uris"]?.written.reveal() == addresses, "\(name)")
                #expect(written["login"]?["username"]?.text == "a", "\(name)")
                #expect(written["login"]?["password"]?.text == "p", "\(name)")
                #expect(written["reprompt"]?.integer == 1, "\(name)")
            }
        }
    }

    /// Data of an entry of KeePass in their order, and the rules of the login.
    private static let keePassData: [(data: [(String, String)], rules: [BrowserRule])] = [
        (
            [
                (".keepass.data.BrowserOnlyHttpAuth", "dropped"), ("BrowserOnlyHttpAuth", "true"),
            ], [.onlyHTTP]
        ),
        (
            [("BrowserNotHttpAuth", "true"), (".keepass.data.BrowserNotHttpAuth", "false")],
            [.notHTTP]
        ),
        (
            [
                (".keepass.data.KeePassXC-Browser Settings", #"{"Deny":[]}"#),
                ("KeePassXC-Browser Settings", #"{"Deny":["a"]}"#),
            ], [.denied(["a"])]
        ),
        (
            [
                ("wallet.again.2:.keepass.data.BrowserOnlyHttpAuth", "dropped"),
                ("BrowserOnlyHttpAuth", "true"),
            ], [.onlyHTTP]
        ),
    ]

    @Test("Take no rule of KeePassXC from an entry that has it itself")
    func keePassRules() throws {
        for (data, rules) in Self.keePassData {
            for mark in [[("wallet.kind", "login")], []] {
                let entry = KeePassEntry(
                    fields: [.init(key: "Title", value: SecretText("A"))],
                    customData: (mark + data).map { .init(key: $0.0, value: SecretText($0.1)) })
                let login = KeePassItem(xml: DocumentTools.live.xml).item(entry).item.login
                #expect(login?.browserRules == rules, "\(data) \(mark)")
            }
        }
    }

    /// Names of fields of Bitwarden, and those after an import and an export; a reader takes some for ours.
    private static let returning: [(name: String, written: String)] = [
        (".x", ".x"), ("..", ".."), (".", "."), (".npmrc", ".npmrc"),
        (".env.local", ".env.local"), (".git.notes", ".git.notes"), (".bitwarden", ".bitwarden"),
        ("a", "a"), ("a.b", "a.b"), (" .x", " .x"), ("\u{2024}x", ".x"),
        (".git.authtype", "\u{2024}git.authtype"),
        (".git.credential", "\u{2024}git.credential"),
        (".bitwarden.x", "\u{2024}bitwarden.x"), (".keepass.uuid", "\u{2024}keepass.uuid"),
        (".bitwarden.linked", "\u{2024}bitwarden.linked"),
        (".wallet.no-fill", "\u{2024}wallet.no-fill"),
    ]

    @Test("Keep that they are true or false, and come back so to Bitwarden, with their dots")
    func types() async throws {
        for (name, written) in Self.returning {
            let fixture = try await TransferFixture()
            let text = """
                {"encrypted": false, "folders": [], "items": [{"type": 1, "name": "A", "login":
                {"username": "a", "password": "p"}, "fields":
                [{"name": "\(name)", "value": "true", "type": 2},
                {"name": "\(name)", "value": "v", "type": 0},
                {"name": ".git.made", "value": "true", "type": 2},
                {"name": "\(name)", "value": "false", "type": 2}]}]}
                """
            try await fixture.import(path: try fixture.write(text, to: "entries.json"))
            let file = try await fixture.exportedDocument()
            let fields = file["items"]?.elements.first?["fields"]?.elements ?? []
            // A secret becomes a concealed field.
            let types = HiddenLabel.secrets.contains(name) ? [1, 1] : [2, 0]
            #expect(
                fields.map { "\($0["name"]?.text ?? "") \($0["type"]?.integer ?? -1)" }
                    == [
                        "\(written) \(types[0])", "\(written) \(types[1])",
                        "\u{2024}git.made 2", "\(written) \(types[0])",
                    ], "\(name)")
        }
    }

    @Test("Are the same in the data of a KeePass file", arguments: [true, false])
    func keePass(isOwn: Bool) async throws {
        let labels = isOwn ? Self.labels : Self.foreignLabels
        for (written, kept) in labels where written.hasPrefix(".") {
            var entry = KeePassEntry(
                fields: [("Title", "A"), ("UserName", "a"), ("Password", "p")].map {
                    .init(key: $0, value: SecretText($1))
                }, created: Timestamp(seconds: 1_000), changed: Timestamp(seconds: 1_000))
            if isOwn {
                entry.customData.append(.init(key: "wallet.kind", value: SecretText("login")))
            }
            entry.customData.append(.init(key: written, value: SecretText("v")))
            let file = try KeePassWriter(tools: .live, argon2id: .floor).file(
                [entry], name: "n", password: SecretText("p"), now: Timestamp(seconds: 0))
            let fixture = try await TransferFixture()
            let path = try fixture.write(file.array, to: "x.kdbx")
            try await fixture.import(path: path, password: "p")
            let found = try await self.labels(fixture)
            if let kept {
                #expect(found.contains(kept), "\(written): \(found)")
            } else {
                #expect(found.allSatisfy { $0.hasPrefix(".keepass.") }, "\(written): \(found)")
            }
        }
    }

    @Test(
        "Are the same in the own column of a text file of Wallet, whose rows say their kind",
        arguments: [true, false])
    func ownText(isOwn: Bool) async throws {
        let labels = isOwn ? Self.labels : Self.foreignLabels
        for (written, kept) in labels where written.hasPrefix(".") {
            let fixture = try await TransferFixture()
            let fields = #"[{""label"":""\#(written)"",""value"":""v"",""concealed"":false}]"#
            let columns = [
                "Group", "Title", "Username", "Password", "URL", "Notes", "TOTP", "Icon",
            ]
            let text = """
                \((columns + ["Last Modified", "Created", "Kind", "Fields"]).joined(separator: ","))
                Root,A,a,p,,,,0,,,\(isOwn ? "login" : ""),"\(fields)"

                """
            try await fixture.import(path: try fixture.write(text, to: "own.csv"))
            let found = try await self.labels(fixture).filter { !$0.hasPrefix(".keepass-csv.") }
            #expect(found == [kept].compactMap(\.self), "\(written)")
        }
    }

    @Test("Are never hidden when they are the name of a column")
    func columns() async throws {
        for (written, _) in Self.labels where written.hasPrefix(".") {
            for (format, header) in [
                (ImportFormat.chrome, "name,url,username,password,note"),
                (
                    .onePasswordText,
                    "Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes"
                ),
                (.bitwardenText, ImportFormat.bitwardenText.header),
            ] {
                let names = header.split(separator: ",").map(String.init) + [written]
                let row = names.map { name -> String in
                    if name == written { return "v" }
                    let name = name.lowercased()
                    if name.contains("password") { return "p" }
                    return ["name", "title"].contains(name) ? "A" : name == "type" ? "login" : ""
                }
                let text =
                    [names, row].map { $0.joined(separator: ",") }.joined(separator: "\n") + "\n"
                let fixture = try await TransferFixture()
                var options = ImportOptions()
                options.format = format
                try await fixture.import(text, options: options)
                let labels = try await labels(fixture)
                #expect(labels == ["\u{2024}\(written.dropFirst())"], "\(written) \(header)")
            }
        }
    }

    @Test("Go to 1Password with their dots, and come back visible")
    func onePassword() async throws {
        let names = Self.returning.map(\.name).filter { $0.hasPrefix(".") }
        let fixture = try await TransferFixture()
        let labels = names.map(HiddenLabel.shown)
        try await fixture.vault.add(
            Login(
                title: "A", userName: "a", password: SecretText("p"),
                customFields: labels.map {
                    CustomField(label: $0, value: SecretText("v"), isConcealed: true)
                }))
        let path = try await fixture.export(.onePassword, to: "export.1pux", password: "p")
        let archive = try DocumentTools.live.archives.open(
            try ImportSource.file(path: path).contents(limit: 1 << 20), limits: ArchiveLimits())
        let data = try archive.contents(of: OnePasswordReader.path).reveal()
        for name in names { #expect(data.contains("\"title\":\"\(name)\""), "\(name)") }
        let other = try await TransferFixture()
        try await other.import(path: path, password: "p")
        let found = try #require(try await other.logins().first).customFields.map(\.label)
        #expect(found.filter { !$0.hasPrefix(".") } == labels)
    }

    @Test("Come back to their logins by an export of Wallet, but for what git has said")
    func roundTrip() async throws {
        let fixture = try await TransferFixture()
        let labels = [
            ".firefox.guid", "\u{2024}npmrc", ".git.made", "\u{2024}\u{2024}dots",
            ".git.credential", ".wallet.no-fill", ".1password.uuid", ".proton.state",
        ]
        try await fixture.vault.add(
            Login(
                title: "A", sites: ["https://a.example"], userName: "a", password: SecretText("p"),
                customFields: labels.map {
                    CustomField(label: $0, value: SecretText("v"), isConcealed: true)
                }))
        for format in ExportFormat.allCases {
            let path = try await fixture.export(
                format, to: "export.\(format.rawValue)", password: "p")
            let other = try await TransferFixture()
            try await other.import(path: path, password: "p")
            let found = try #require(try await other.logins().first).customFields.map(\.label)
            // A secret is there all the same.
            #expect(
                Set(labels).subtracting(found) == [".git.made", ".git.credential"], "\(format)")
            #expect(found.contains("\u{2024}git.credential"), "\(format)")
            #expect(!found.contains(".wallet.kind"), "\(format)")
        }
    }
}
