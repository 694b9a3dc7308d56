import Foundation
import TenonCore
import TestSupport
import Testing
import WalletTestSupport
import WalletVault

@testable import WalletCommandLine  // What a name stands for is internal.

@Suite("Names of items")
struct ItemNameTests {
    private static let items = """
        name,url,username,password
        Example,https://example.org,bob,pw-bob
        node.js,https://docs.example.net,dev,pw-title
        Node,https://node.js,ann,pw-host
        10.0,https://router.example,admin,pw-ten
        Router,http://10.0.0.0,root,pw-router
        Prod,https://prod.corp.example,ops,pw-prod
        Team A,https://team.example/a,tom,pw-a
        Six,https://[2001:db8::1]:8443/x,six,pw-six
        Mail,https://mail.example.com,alice@example.com,pw-alice
        Other mail,https://mail.example.net,malice@example.net,pw-malice
        Port,https://port.example:8443,pia,pw-port
        carol@example.org,https://else.example,carol,pw-carol
        Shop,https://shop.example,one,pw-one
        Shop again,https://shop.example/,two,pw-two
        Deep,https://deep.example/a/b,deep,pw-deep
        Less deep,https://deep.example/a,less,pw-less
        Two,https://two.example,pat,pw-two
        Two of 8443,https://two.example:8443,pam,pw-8443
        Bare,https://both.example,bea,pw-bare
        With www,https://www.both.example,wanda,pw-www
        Database,postgres://db.example:5432/app,dba,pw-db
        Tenant A,https://sso.example/login?t=a,sia,pw-sso-a
        Tenant B,https://sso.example/login?t=b,sib,pw-sso-b
        https://titled.example,https://else.example/t,tina,pw-tina
        Titled,https://titled.example,ted,pw-ted
        https://page.example/x,https://else.example/p,pia2,pw-pia2
        Page,https://page.example,paul,pw-paul
        Twin,https://one.twin.example,tim,pw-tim
        Twin,https://other.twin.example,tom2,pw-tom2
        eve,https://eves.example,mallory,pw-title-eve
        Eves other,https://eve.example,eve,pw-user-eve
        eve.example,https://fake.example,trudy,pw-fake
        &&,https://one.amp.example,amy,pw-amp-one
        &&,https://two.amp.example,amo,pw-amp-two
        """

    /// A name, and the password of the item that it stands for: `nil` for none, "" for several.
    private static let names: [(name: String, password: String?)] = [
        ("alice@example.org", nil), ("alice@example.com", "pw-alice"), ("alice@example.net", nil),
        ("carol@example.org", "pw-carol"), ("bob@example.org", nil), ("bob", "pw-bob"),
        ("https://alice@example.org", nil), ("https://bob@example.org", "pw-bob"),
        ("example.org", "pw-bob"), ("www.example.org", "pw-bob"), ("EXAMPLE.org", "pw-bob"),
        ("http://example.org", nil), ("ssh://example.org", nil), ("mail.example.org", nil),
        ("node.js", "pw-title"), ("https://node.js", "pw-host"), ("10.0", "pw-ten"),
        ("10.0.0.0", "pw-router"), ("https://10.0.0.0", "pw-router"),
        ("staging.corp.example", nil), ("corp.example", nil), ("prod.corp.example", "pw-prod"),
        ("https://team.example/a", "pw-a"), ("https://team.example/a/b?c=d", "pw-a"),
        ("https://team.example/b", nil), ("https://team.example/ab", nil), ("team.example/b", nil),
        ("team.example", "pw-a"), ("[2001:db8::1]", "pw-six"), ("2001:db8:0::1", "pw-six"),
        ("https://[2001:db8::1]:8443/x", "pw-six"), ("https://[2001:db8::1]/x", nil),
        ("port.example", "pw-port"), ("port.example:8443", "pw-port"), ("port.example:9", nil),
        ("https://port.example", nil), ("shop.example", ""), ("https://shop.example/", ""),
        ("Shop", "pw-one"), ("hop", nil), ("router", ""), ("Route", nil), ("less", "pw-less"),
        ("LESS deep", "pw-less"), ("team a", "pw-a"), ("tea", nil), ("mail alice", "pw-alice"),
        ("other MAIL", "pw-malice"), ("atabase", nil), ("pw", nil), ("tenant", ""),
        ("https://deep.example/a/b/c", "pw-deep"), ("https://deep.example/a/c", "pw-less"),
        ("https://deep.example", ""), ("no.such.example", nil), ("nothing", nil),
        ("two.example", ""), ("https://two.example", "pw-two"), ("two.example:443", "pw-two"),
        ("https://two.example:8443", "pw-8443"), ("two.example:8443", "pw-8443"),
        ("both.example", "pw-bare"), ("www.both.example", "pw-www"),
        ("https://www.both.example/x", "pw-www"), ("https://both.example/x", "pw-bare"),
        ("db.example", "pw-db"), ("db.example:5432", "pw-db"), ("db.example:5433", nil),
        ("postgres://db.example:5432/app", "pw-db"), ("https://db.example", nil),
        ("https://sso.example/login?t=b", "pw-sso-b"), ("https://sso.example/login?t=c", nil),
        ("https://sso.example/login", ""), ("https://titled.example", "pw-ted"),
        ("https://titled.example/a", "pw-ted"), ("https://page.example", "pw-paul"),
        ("https://page.example/x", "pw-pia2"), ("https://page.example/y", "pw-paul"),
        ("Twin", ""), ("tim", "pw-tim"), ("eve", "pw-title-eve"), ("eve.example", "pw-fake"),
        ("https://eve.example", "pw-user-eve"), ("https://eve@eve.example", "pw-user-eve"),
        ("https://trudy@eve.example", nil), ("https://alice@example.com@example.org", nil),
        ("https://bob:x@example.org", "pw-bob"), ("bob@example.org@example.org", nil),
        ("//example.org", "pw-bob"), ("[2001:db8::1]:9", nil), ("[2001:db8::2]", nil),
        ("https://[2001:db8::1]:8443/x/y", "pw-six"), ("https://[2001:db8::1]:8443/y", nil),
        ("&", nil), ("_", nil), (" ", nil), ("🔑", nil), ("&&", ""), ("- -", nil),
    ]

    /// The logins of the table, in a vault of this process.
    private func vault() async throws -> TemporaryVault {
        try await TemporaryVault.make(
            Self.items.split(separator: "\n").dropFirst().map { line in
                let cells = line.split(separator: ",").map(String.init)
                return Login(
                    title: cells[0], sites: [cells[1]], userName: cells[2],
                    password: SecretText(cells[3]))
            })
    }

    @Test("Stand for one item of the best rank, or for none")
    func ranks() async throws {
        let vault = try await vault()
        for (name, password) in Self.names {
            let match = try? await ItemReference(name).match(in: vault.manager)
            switch match {
            case .one(let id):
                #expect(
                    try await vault.manager.login(id).password.reveal() == password, "\(name)")
            case .several: #expect(password == "", "\(name)")
            case .alike, nil: #expect(password == nil, "\(name)")
            }
        }
    }

    @Test("What is only like a name is told, and neither removed, changed nor filled in")
    func similar() async throws {
        let fixture = try await CommandFixture.make(csv: Self.items)
        let removed = try await fixture.run("remove", "alice@example.org", "--yes")
        #expect(removed.status == 1)
        let edited = try await fixture.run("edit", "staging.corp.example", "--title", "Staging")
        #expect(edited.status == 1)
        #expect(edited.errors.contains("Nothing is called \"staging.corp.example\"."))
        #expect(edited.errors.contains("login:") && edited.errors.contains("  Prod  ops\n"))
        try fixture.folder.write("a={{ wallet://staging.corp.example/password }}", to: "template")
        let filled = try await fixture.run("inject", fixture.path("template"))
        #expect(filled.status == 1 && filled.output == "")
        let several = try await fixture.run("copy", "https://shop.example")
        #expect(several.status == 3)
        #expect(several.errors.contains("  Shop  one\n") && several.errors.contains("Shop again"))
        let all = try await fixture.run("list", "--plain")
        #expect(
            all.output.split(separator: "\n").count == Self.items.split(separator: "\n").count - 1)
        #expect(all.output.contains("Prod") && !all.output.contains("Staging"))
    }

    private static let commandLines: [[String]] = [
        ["show", "NAME", "--reveal"], ["show", "NAME", "--json"], ["copy", "NAME"],
        ["otp", "NAME"], ["history", "NAME", "--reveal"], ["history", "NAME", "--restore", "1"],
        ["edit", "NAME", "--favorite"], ["edit", "NAME", "--generate", "20"],
        ["remove", "NAME", "--yes"], ["remove", "NAME", "--dry-run"],
        ["attachment", "add", "NAME", "logins.csv"], ["attachment", "list", "NAME"],
        ["attachment", "get", "NAME", "a", "--output", "-"],
        ["attachment", "remove", "NAME", "a", "--yes"],
        ["run", "--env", "A=wallet://NAME/password", "--", "env"], ["inject", "template"],
    ]

    @Test("Are no more to one command than to another: several end with 3, what is alike with 1")
    func commands() async throws {
        let fixture = try await CommandFixture.make(csv: Self.items)
        let before = try await fixture.run("list", "--json").output
        let several = ["https://shop.example", "Twin"]
        let alike = ["alice@example.org", "staging.corp.example", "https://team.example/b"]
        for (number, command) in Self.commandLines.enumerated() {
            for (name, status) in [
                (several[number % several.count], Int32(3)), (alike[number % alike.count], 1),
            ] {
                try fixture.folder.write("a={{ wallet://\(name)/password }}", to: "template")
                let words = command.map { word in
                    ["logins.csv", "template"].contains(word)
                        ? fixture.path(word) : word.replacing("NAME", with: name)
                }
                let result = try await fixture.bare(
                    words, environment: ["WALLET_PASSPHRASE_FILE": fixture.path("passphrase")])
                #expect(result.status == status, "\(words): \(result.errors)")
                #expect(result.output == "", "\(words)")
            }
        }
        #expect(try await fixture.run("list", "--json").output == before)
    }

    @Test("Stand in references for the same items")
    func references() async throws {
        let fixture = try await CommandFixture.make(csv: Self.items)
        let template = """
            {{ wallet://https://team.example/a/password }} {{ wallet://team.example/a/user-name }}
            {{ wallet://[2001:db8::1]/password }} {{ wallet://node.js/password }}
            {{ wallet://10.0 }} {{ wallet://alice@example.com/password }}
            {{ wallet://https%3A%2F%2Fsso.example%2Flogin%3Ft=b/password }}
            {{ wallet://db.example }}

            """
        try fixture.folder.write(template, to: "template")
        let filled = try await fixture.run("inject", fixture.path("template"))
        #expect(filled.status == 0, "\(filled.errors)")
        #expect(
            filled.output == """
                pw-a tom
                pw-six pw-title
                pw-ten pw-alice
                pw-sso-b
                pw-db

                """)
    }

    @Test("Stand for what is in the trash by the same rule")
    func trash() async throws {
        let fixture = try await CommandFixture.make(csv: Self.items)
        for name in ["prod.corp.example", "[2001:db8::1]", "https://team.example/a", "node.js"] {
            #expect(try await fixture.run("remove", name, "--yes").status == 0, "\(name)")
        }
        for (name, status) in [
            ("staging.corp.example", Int32(1)), ("https://team.example/b", 1), ("example", 3),
            ("prod.corp.example", 0), ("2001:db8:0::1", 0), ("https://team.example/a", 0),
            ("node.js", 0), ("node.js", 1),
        ] {
            let restored = try await fixture.run("restore", name)
            #expect(restored.status == status, "\(name): \(restored.errors)")
        }
    }

    @Test("Are refused when a search for them would find everything", arguments: ["", " ", "´"])
    func empty(_ name: String) async throws {
        let fixture = try await CommandFixture.make(
            csv: "name,url,username,password\nA,https://a.example,b,c")
        let shown = try await fixture.run("show", name, "--field", "password")
        #expect(shown.status == 64)
        #expect(shown.output == "")
    }
}
