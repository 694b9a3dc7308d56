import Foundation
import TenonCore
import TenonSecurity
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("Labels in files that begin with a dot")
struct HiddenLabelTests {
    /// A label in a file, and the one in the vault; `nil` where the field is left out.
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
        (".1password.uuid", ".1password.uuid"), (".proton.itemId", ".proton.itemId"),
        ("a.b", "a.b"), (" .x", " .x"),
    ]

    private func labels(_ fixture: TransferFixture) async throws -> [String] {
        let login = try #require(try await fixture.logins().first)
        return login.customFields.map(\.label).filter {
            !$0.hasPrefix(".bitwarden.") && $0 != ".keepass.expires"
        }
    }

    @Test("Are hidden when they are of another program, and never marks that Wallet believes")
    func bitwarden() async throws {
        for (written, kept) in Self.labels {
            let fixture = try await TransferFixture()
            let text = """
                {"encrypted": false, "folders": [], "items": [{"type": 1, "name": "A", "login":
                {"username": "a", "password": "p"}, "fields":
                [{"name": "\(written)", "value": "v", "type": 0}]}]}
                """
            try await fixture.import(path: try fixture.write(text, to: "entries.json"))
            #expect(try await labels(fixture) == [kept].compactMap(\.self), "\(written)")
        }
    }

    @Test("Keep that they are true or false, and come back so to Bitwarden")
    func types() async throws {
        for name in [".x", "..", ".git.notes", "a", "․x"] {
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
            #expect(
                fields.map { "\($0["name"]?.text ?? "") \($0["type"]?.integer ?? -1)" }
                    == [2, 0, 2].map { "\(HiddenLabel.shown(name)) \($0)" }, "\(name)")
        }
    }

    @Test("Are the same in the data of a KeePass file")
    func keePass() async throws {
        for (written, kept) in Self.labels where written.hasPrefix(".") {
            var entry = KeePassEntry(
                fields: [("Title", "A"), ("UserName", "a"), ("Password", "p")].map {
                    .init(key: $0, value: SecretText($1))
                }, created: Timestamp(seconds: 1_000), changed: Timestamp(seconds: 1_000))
            entry.customData.append(.init(key: written, value: SecretText("v")))
            let file = try KeePassWriter(tools: .live, argon2id: .floor).file(
                [entry], name: "n", password: SecretText("p"), now: Timestamp(seconds: 0))
            let fixture = try await TransferFixture()
            let path = try fixture.write(file.array, to: "x.kdbx")
            try await fixture.import(path: path, password: "p")
            let labels = try await labels(fixture)
            if let kept {
                #expect(labels.contains(kept), "\(written): \(labels)")
            } else {
                #expect(labels.allSatisfy { $0.hasPrefix(".keepass.") }, "\(written): \(labels)")
            }
        }
    }

    @Test("Are the same in the own column of a text file of Wallet")
    func ownText() async throws {
        for (written, kept) in Self.labels where written.hasPrefix(".") {
            let fixture = try await TransferFixture()
            let fields = #"[{""label"":""\#(written)"",""value"":""v"",""concealed"":false}]"#
            let columns = [
                "Group", "Title", "Username", "Password", "URL", "Notes", "TOTP", "Icon",
            ]
            let text = """
                \((columns + ["Last Modified", "Created", "Kind", "Fields"]).joined(separator: ","))
                Root,A,a,p,,,,0,,,login,"\(fields)"

                """
            try await fixture.import(path: try fixture.write(text, to: "own.csv"))
            let labels = try await labels(fixture).filter { !$0.hasPrefix(".keepass-csv.") }
            #expect(labels == [kept].compactMap(\.self), "\(written)")
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

    @Test("Come back to their logins by an export of Wallet, but for what git has said")
    func roundTrip() async throws {
        let fixture = try await TransferFixture()
        let labels = [
            ".firefox.guid", "\u{2024}npmrc", ".git.made", "\u{2024}\u{2024}dots",
            ".git.credential",
        ]
        try await fixture.vault.add(
            Login(
                title: "A", sites: ["https://a.example"], userName: "a", password: SecretText("p"),
                customFields: labels.map {
                    CustomField(label: $0, value: SecretText("v"), isConcealed: true)
                }))
        for format in [ExportFormat.keePass, .bitwarden] {
            let path = try await fixture.export(
                format, to: "export.\(format.rawValue)", password: "p")
            let other = try await TransferFixture()
            try await other.import(path: path, password: "p")
            let found = try #require(try await other.logins().first).customFields.map(\.label)
            // A secret is there all the same.
            #expect(
                Set(labels).subtracting(found) == [".git.made", ".git.credential"], "\(format)")
            #expect(found.contains("\u{2024}git.credential"), "\(format)")
        }
    }
}
