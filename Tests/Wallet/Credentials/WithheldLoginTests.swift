import TenonCore
import Testing
import WalletCredentials
import WalletTestSupport
import WalletVault

@Suite("Logins that another program has narrowed")
struct WithheldLoginTests {
    private func login(_ title: String, site: String, tags: [String] = []) -> Login {
        Login(
            title: title, sites: [site], userName: title, password: SecretText("secret"),
            tags: tags)
    }

    private func connected(_ test: TemporaryVault) async throws -> (BrowserClient, Association) {
        let client = try await BrowserClient(
            CredentialService(test.credentials, person: ScriptedPerson()).makeBrowserSession())
        return (client, try await client.associate())
    }

    private typealias Association = BrowserClient.Association

    @Test("With the tag no-fill it goes neither to a page, to git nor to Docker")
    func tag() async throws {
        let test = try await TemporaryVault.make([
            login("away", site: "https://example.com", tags: ["docker", "No-Fill"]),
            login("here", site: "https://example.com", tags: ["docker"]),
        ])
        let (client, association) = try await connected(test)
        let found = try await client.logins("https://example.com/", association)
        #expect(found.compactMap { $0["name"] as? String } == ["here"])
        let count = try await client.ask(
            "get-logins-count", ["url": "https://example.com", "keys": [association.object]])
        #expect(count["count"] as? String == "1")
        let all = try await client.ask("get-database-entries")
        let titles = (all["entries"] as? [BrowserClient.Object] ?? []).map {
            $0["title"] as? String
        }
        #expect(titles.contains("here") && !titles.contains("away"))
        let service = CredentialService(test.credentials)
        let git = await service.git(
            "get", SecretText("protocol=https\nhost=example.com\nusername=away\n"))
        #expect(git.output.isEmpty)
        try await test.manager.moveToTrash(
            try #require(try await test.logins().first { $0.title == "here" }).id)
        let docker = await service.docker("get", SecretText("https://example.com"))
        #expect(docker.status == 1 && !docker.output.reveal().contains("secret"))
        #expect(await service.docker("list", SecretText("")).output.reveal() == "{}\n")
    }

    @Test("A page does not change it, and it is not copied")
    func saving() async throws {
        let test = try await TemporaryVault.make([
            login("away", site: "https://example.com", tags: ["no-fill"])
        ])
        let (client, _) = try await connected(test)
        for password in ["secret", "other"] {
            _ = try? await client.ask(
                "set-login",
                ["url": "https://example.com", "login": "away", "password": password])
        }
        let logins = try await test.logins().filter { $0.sites == ["https://example.com"] }
        #expect(logins.map(\.password) == [SecretText("secret")])
    }

    /// A login with a rule of Bitwarden for an address.
    private func ruled(
        _ title: String, site: String, match: String, of address: String
    ) -> Login {
        var login = login(title, site: site)
        login.customFields = [
            CustomField(
                label: ".bitwarden.login.uris",
                value: SecretText(#"[{"match": \#(match), "uri": "\#(address)"}]"#),
                isConcealed: true)
        ]
        return login
    }

    /// A rule of Bitwarden for a site, and whether it is for a page.
    private static let rules: [(match: String, site: String, page: String, isMeant: Bool)] = [
        ("null", "https://example.com", "https://www.example.com/", true),
        ("0", "https://example.com", "https://www.example.com/", true),
        ("1", "https://example.com", "https://www.example.com/", false),
        ("1", "https://example.com/a", "https://example.com/b", true),
        ("1", "https://example.com:8443", "https://example.com:8443/", true),
        ("1", "https://example.com", "https://example.com:8443/", false),
        ("2", "https://example.com/a", "https://example.com/ab", true),
        ("2", "https://example.com/a/", "https://example.com/b/", false),
        ("2", "https://example.com/", "https://example.com/x?y=z", true),
        ("3", "https://example.com/login", "https://example.com/login", true),
        ("3", "https://example.com/login", "https://example.com/login?x=1", false),
        ("3", "https://example.com/login", "https://example.com/", false),
        ("9", "https://example.com", "https://example.com/", true),
    ]

    @Test("The rules of Bitwarden for its sites hold for pages")
    func matchRules() async throws {
        for (match, site, page, isMeant) in Self.rules {
            let test = try await TemporaryVault.make([
                ruled("ada", site: site, match: match, of: site)
            ])
            let (client, association) = try await connected(test)
            let answer = try await client.ask(
                "get-logins", ["url": page, "keys": [association.object]])
            let count = (answer["entries"] as? [BrowserClient.Object] ?? []).count
            #expect(count == (isMeant ? 1 : 0), "\(match) \(site) \(page)")
        }
    }

    /// A rule of Bitwarden for a site, what git asks for, and whether it gets the login.
    private static let gitRules: [(match: String, site: String, path: String, isMeant: Bool)] = [
        ("null", "https://example.com/login", "", true),
        ("0", "https://example.com/login", "", true), ("1", "https://example.com/login", "", true),
        ("3", "https://example.com/login", "", false),
        ("3", "https://example.com/login", "login", true),
        ("3", "https://example.com/login", "other", false),
        ("3", "https://example.com", "", true), ("3", "https://example.com/", "", true),
        ("2", "https://example.com/team/", "", false),
        ("2", "https://example.com/", "", true), ("2", "https://example.com", "", true),
        ("2", "https://example.com/a", "a", true),
    ]

    @Test("The rules of Bitwarden for its sites hold for git")
    func gitMatchRules() async throws {
        for (match, site, path, isMeant) in Self.gitRules {
            let test = try await TemporaryVault.make([
                ruled("ada", site: site, match: match, of: site)
            ])
            let request =
                "protocol=https\nhost=example.com\n" + (path.isEmpty ? "" : "path=\(path)\n")
            let answer = await CredentialService(test.credentials).git("get", SecretText(request))
            #expect(answer.output.isEmpty == !isMeant, "\(match) \(site) \(path)")
        }
    }

    @Test("A rule is for its site alone, and goes with it")
    func changedSite() async throws {
        let test = try await TemporaryVault.make([
            ruled(
                "ada", site: "https://example.com", match: "3", of: "https://example.com/login")
        ])
        let (client, association) = try await connected(test)
        #expect(try await client.logins("https://example.com/x", association).count == 1)
    }

    /// A hidden field that an import of KeePassXC has kept, and for whom the login is then; Docker gets it as git
    /// does.
    private static let marks: [(label: String, value: String, page: Bool, http: Bool, git: Bool)] =
        [
            ("BrowserOnlyHttpAuth", "true", false, true, true),
            ("BrowserOnlyHttpAuth", "false", true, true, true),
            ("BrowserNotHttpAuth", "true", true, false, false),
            ("BrowserNotHttpAuth", "false", true, true, true),
            (
                "KeePassXC-Browser Settings", #"{"Allow": [], "Deny": ["example.com"]}"#, false,
                false, false
            ),
            (
                "KeePassXC-Browser Settings", #"{"Deny": ["a.example", "example.com"]}"#, false,
                false, false
            ),
            ("KeePassXC-Browser Settings", #"{"Deny": "example.com"}"#, true, true, true),
            (
                "KeePassXC-Browser Settings", #"{"Allow": ["example.com"], "Deny": []}"#, true,
                true, true
            ),
            ("KeePassXC-Browser Settings", #"{"Deny": ["www.example.com"]}"#, true, true, true),
            ("KeePassXC-Browser Settings", "nonsense", true, true, true),
        ]

    /// When a login expires, and whether programs get it then.
    private static let expiries: [(time: String, isGiven: Bool)] = [
        ("2020-01-01T00:00:00.000Z", false), ("2020-01-01T00:00:00Z", false),
        ("1970-01-01T00:00:01Z", false), ("2999-01-01T00:00:00.000Z", true), ("nonsense", true),
        ("1999-12-31T23:59:59.999Z", false), ("2020-01-01T00:00:00+02:00", false),
        ("2999-12-31T23:59:59Z", true), ("9999-12-31T23:59:59.999Z", true),
        ("2020-13-01T00:00:00Z", true), ("2020-01-01", true), ("dropped", true),
    ]

    @Test("An expired login is for no program, until its password is changed")
    func expired() async throws {
        for expiry in Self.expiries {
            var login = login("ada", site: "https://example.com")
            login.tags = ["docker"]
            login.customFields = [
                CustomField(
                    label: HiddenLabel.keePassExpiry, value: SecretText(expiry.time),
                    isConcealed: true)
            ]
            let test = try await TemporaryVault.make([login])
            let (client, association) = try await connected(test)
            func given() async throws -> [Bool] {
                let answer = try await client.ask(
                    "get-logins",
                    ["url": "https://example.com/", "keys": [association.object]])
                let service = CredentialService(test.credentials)
                let git = await service.git(
                    "get", SecretText("protocol=https\nhost=example.com\n"))
                let docker = await service.docker("get", SecretText("https://example.com"))
                return [answer["entries"] != nil, !git.output.isEmpty, docker.status == 0]
            }
            #expect(try await given().allSatisfy { $0 == expiry.isGiven }, "\(expiry)")
            var known = try await test.manager.login(login.id)
            known.notes = SecretText("changed")
            try await test.manager.save(.login(known))
            #expect(try await given().allSatisfy { $0 == expiry.isGiven }, "\(expiry)")
            known = try await test.manager.login(login.id)
            known.password = SecretText("renewed")
            try await test.manager.save(.login(known))
            #expect(try await given() == [true, true, true], "\(expiry)")
            #expect(try await test.manager.login(login.id).expiry == nil)
        }
    }

    @Test("What KeePassXC has said of browsers holds here")
    func keePassXC() async throws {
        for mark in Self.marks {
            var login = login("ada", site: "https://example.com")
            login.tags = ["docker"]
            login.customFields = [
                CustomField(
                    label: ".keepass.data.\(mark.label)", value: SecretText(mark.value),
                    isConcealed: true)
            ]
            let test = try await TemporaryVault.make([login])
            let (client, association) = try await connected(test)
            func isGiven(_ more: BrowserClient.Object) async throws -> Bool {
                let members: BrowserClient.Object = [
                    "url": "https://example.com/", "keys": [association.object],
                ]
                let answer = try await client.ask("get-logins", members.merging(more) { $1 })
                return answer["entries"] != nil
            }
            #expect(try await isGiven([:]) == mark.page, "\(mark)")
            #expect(try await isGiven(["httpAuth": "true"]) == mark.http, "\(mark)")
            let git = await CredentialService(test.credentials)
                .git("get", SecretText("protocol=https\nhost=example.com\n"))
            #expect(git.output.isEmpty != mark.git, "\(mark)")
            let docker = await CredentialService(test.credentials)
                .docker("get", SecretText("https://example.com"))
            #expect((docker.status == 0) == mark.git, "\(mark)")
        }
    }

    /// A host that is denied, a page, the address that its form sends to, and whether it gets the login.
    private static let denials: [(host: String, page: String, form: String?, isGiven: Bool)] = [
        ("evil.example", "https://example.com", nil, true),
        ("evil.example", "https://example.com", "https://evil.example/x", false),
        ("evil.example", "https://example.com", "https://example.com/x", true),
        ("evil.example", "https://example.com", "nonsense", true),
        ("example.com", "https://example.com", "https://evil.example/x", false),
        ("bücher.example", "https://xn--bcher-kva.example", nil, false),
        ("xn--bcher-kva.example", "https://xn--bcher-kva.example", nil, false),
        ("BÜCHER.example", "https://xn--bcher-kva.example", nil, false),
        ("büch.example", "https://xn--bcher-kva.example", nil, true),
        ("", "https://example.com", nil, true),
    ]

    @Test("What a host is denied it gets neither as a page nor as the place that a form sends to")
    func denied() async throws {
        for denial in Self.denials {
            var login = login("ada", site: denial.page)
            login.customFields = [
                CustomField(
                    label: HiddenLabel.keePassXCBrowsers,
                    value: SecretText(#"{"Deny": ["\#(denial.host)"]}"#), isConcealed: true)
            ]
            let test = try await TemporaryVault.make([login])
            let (client, association) = try await connected(test)
            var request: BrowserClient.Object = [
                "url": denial.page + "/", "keys": [association.object],
            ]
            request["submitUrl"] = denial.form
            let answer = try await client.ask("get-logins", request)
            #expect((answer["entries"] != nil) == denial.isGiven, "\(denial)")
        }
    }

    @Test("A code of a login that is kept from programs meanwhile is not given")
    func codes() async throws {
        var login = login("ada", site: "https://example.com")
        login.oneTimePassword = SecretText("JBSWY3DPEHPK3PXP")
        let test = try await TemporaryVault.make([login])
        let (client, association) = try await connected(test)
        #expect(try await client.logins("https://example.com/", association).count == 1)
        let request: BrowserClient.Object = ["uuid": "\(login.id)"]
        #expect(try await client.ask("get-totp", request)["totp"] as? String != nil)
        var known = try await test.manager.login(login.id)
        known.tags = ["no-fill"]
        try await test.manager.save(.login(known))
        #expect(try await client.ask("get-totp", request)["totp"] == nil)
    }

    @Test("A page that names only a user of several logins adds one, and changes none")
    func ambiguous() async throws {
        let test = try await TemporaryVault.make([
            login("ada", site: "https://example.com/a"),
            login("ada", site: "https://example.com/b"),
        ])
        let (client, _) = try await connected(test)
        _ = try await client.ask(
            "set-login", ["url": "https://example.com", "login": "ada", "password": "other"])
        let logins = try await test.logins().filter { $0.userName == "ada" }
        #expect(logins.map { $0.password.reveal() }.sorted() == ["other", "secret", "secret"])
    }
}
