import TenonCore
import Testing
import WalletCredentials
import WalletTestSupport
import WalletVault

@Suite struct GitCredentialsTests {
    /// What git asks in each test: a place, without a user.
    private static let place = "protocol=https\nhost=example.com\n"

    private func ask(
        _ verb: String, _ input: String, _ test: TemporaryVault
    ) async -> CredentialAnswer {
        await CredentialService(test.credentials).git(verb, SecretText(input))
    }

    private func get(_ input: String, _ test: TemporaryVault) async -> String {
        await ask("get", input, test).output.reveal()
    }

    /// What git says after a login has worked.
    private func approve(_ input: String, _ test: TemporaryVault) async {
        let answer = await ask("store", input, test)
        #expect(answer == CredentialAnswer.nothing)
    }

    private func reject(_ input: String, _ test: TemporaryVault) async {
        let answer = await ask("erase", input, test)
        #expect(answer == CredentialAnswer.nothing)
    }

    private func said(_ user: String, _ password: String) -> String {
        "username=\(user)\npassword=\(password)\n"
    }

    @Test("Nothing is said of a place that is not known")
    func unknown() async throws {
        let test = try await TemporaryVault.make()
        #expect(await get(Self.place, test) == "")
        #expect(await get("", test) == "")
        #expect(await get("protocol=https\n", test) == "")
    }

    @Test("What was stored is given back")
    func roundTrip() async throws {
        let test = try await TemporaryVault.make()
        await approve(Self.place + said("alice", "p=ä s\"w'ord\\"), test)
        #expect(await get(Self.place, test) == said("alice", "p=ä s\"w'ord\\"))
        let login = try #require(try await test.logins().first)
        #expect(login.title == "example.com")
        #expect(login.sites == ["https://example.com"])
        #expect(login.tags == ["git"])
        let areHidden = login.customFields.allSatisfy(\.isHidden)
        #expect(areHidden)
    }

    @Test("A login that a person entered is given")
    func entered() async throws {
        let login = Login(
            title: "Forge", sites: ["example.com", "https://other.example/login"],
            userName: "bob", password: SecretText("secret"))
        let test = try await TemporaryVault.make([login])
        #expect(await get(Self.place, test) == said("bob", "secret"))
        #expect(
            await get("protocol=https\nhost=other.example\n", test) == said("bob", "secret"))
        // Without a scheme it is for the encrypted web only.
        #expect(await get("protocol=http\nhost=example.com\n", test) == "")
    }

    @Test(
        "Protocol and host with its port must be the same",
        arguments: [
            "protocol=http\nhost=example.com\n", "protocol=https\nhost=www.example.com\n",
            "protocol=https\nhost=example.com:8443\n", "protocol=https\nhost=com\n",
            "protocol=https\nhost=example.com.evil.test\n", "protocol=imap\nhost=example.com\n",
        ])
    func otherPlace(place: String) async throws {
        let test = try await TemporaryVault.make()
        await approve(Self.place + said("alice", "one"), test)
        #expect(await get(place, test) == "")
        await reject(place, test)
        #expect(await get(Self.place, test) == said("alice", "one"))
    }

    @Test("Ports, addresses and other protocols are places of their own")
    func ports() async throws {
        let test = try await TemporaryVault.make()
        let places = [
            "protocol=https\nhost=example.com:8443\n", "protocol=http\nhost=127.0.0.1:3000\n",
            "protocol=https\nhost=[::1]:8080\n", "protocol=smtp\nhost=mail.example.com:587\n",
            "protocol=cert\nhost=\npath=/home/a b/key?.pem\n",
        ]
        for (index, place) in places.enumerated() {
            await approve(place + said("user", "\(index)"), test)
        }
        for (index, place) in places.enumerated() {
            #expect(await get(place, test) == said("user", "\(index)"), "\(place)")
        }
    }

    @Test("A path counts when git gives one")
    func path() async throws {
        let test = try await TemporaryVault.make()
        await approve(Self.place + "path=one.git\n" + said("alice", "one"), test)
        #expect(await get(Self.place, test) == said("alice", "one"))
        #expect(await get(Self.place + "path=one.git\n", test) == said("alice", "one"))
        #expect(await get(Self.place + "path=two.git\n", test) == "")
        #expect(await get(Self.place + "path=\n", test) == "")
    }

    @Test("A user name counts when git gives one")
    func users() async throws {
        let test = try await TemporaryVault.make()
        await approve(Self.place + said("alice", "one"), test)
        await approve(Self.place + said("bob", "two"), test)
        #expect(await get(Self.place + "username=alice\n", test) == said("alice", "one"))
        #expect(await get(Self.place + "username=bob\n", test) == said("bob", "two"))
        #expect(await get(Self.place + "username=Bob\n", test) == "")
        await reject(Self.place + "username=alice\n", test)
        #expect(await get(Self.place, test) == said("bob", "two"))
    }

    @Test("A new password takes the place of the former")
    func overwrite() async throws {
        let test = try await TemporaryVault.make()
        await approve(Self.place + said("alice", "one"), test)
        await approve(Self.place + said("alice", "two"), test)
        #expect(await get(Self.place, test) == said("alice", "two"))
        #expect(try await test.logins().count == 1)
    }

    @Test("Nothing is written when nothing is new, and never by asking")
    func unchanged() async throws {
        let test = try await TemporaryVault.make()
        let stored = Self.place + said("alice", "one") + "password_expiry_utc=99999999999\n"
        await approve(stored, test)
        let before = try await test.changes()
        await approve(stored, test)
        _ = await get(Self.place, test)
        await reject(Self.place + said("alice", "other"), test)
        await reject(Self.place + said("bob", "one"), test)
        #expect(try await test.changes() == before)
    }

    @Test("An empty user name and an empty password come back")
    func empty() async throws {
        let test = try await TemporaryVault.make()
        await approve(Self.place + said("", ""), test)
        #expect(await get(Self.place, test) == said("", ""))
        #expect(await get(Self.place + "username=\n", test) == said("", ""))
    }

    @Test("Without both parts nothing is stored")
    func incomplete() async throws {
        let test = try await TemporaryVault.make()
        await approve(Self.place + "username=alice\n", test)
        await approve(Self.place + "password=one\n", test)
        await approve("host=example.com\n" + said("alice", "one"), test)
        #expect(try await test.logins().isEmpty)
    }

    @Test("Without a user name all are erased")
    func eraseAll() async throws {
        let test = try await TemporaryVault.make()
        await approve(Self.place + said("alice", "one"), test)
        await approve(Self.place + said("bob", "two"), test)
        await approve("protocol=https\nhost=other.test\n" + said("eve", "three"), test)
        await reject(Self.place, test)
        #expect(await get(Self.place, test) == "")
        #expect(try await test.logins().map(\.userName) == ["eve"])
    }

    @Test("A login with another password stays when one is refused")
    func eraseOther() async throws {
        let test = try await TemporaryVault.make()
        await approve(Self.place + said("alice", "new"), test)
        await reject(Self.place + said("alice", "old"), test)
        #expect(await get(Self.place, test) == said("alice", "new"))
        await reject(Self.place + said("alice", "new"), test)
        #expect(await get(Self.place, test) == "")
    }

    @Test("What a person entered is only hidden from git when refused")
    func refused() async throws {
        let login = Login(
            title: "Forge", sites: ["https://example.com"], userName: "bob",
            password: SecretText("secret"), notes: SecretText("precious"))
        let test = try await TemporaryVault.make([login])
        await reject(Self.place + said("bob", "secret"), test)
        #expect(await get(Self.place, test) == "")
        let kept = try #require(try await test.logins().first)
        #expect(kept.password == SecretText("secret"))
        #expect(kept.notes == SecretText("precious"))
        await approve(Self.place + said("bob", "secret"), test)
        #expect(await get(Self.place, test) == said("bob", "secret"))
        #expect(try await test.logins().count == 1)
    }

    @Test("A password that a person entered is never replaced")
    func entrusted() async throws {
        let login = Login(
            title: "Forge", sites: ["https://example.com"], userName: "alice",
            password: SecretText("for the web"))
        let test = try await TemporaryVault.make([login])
        #expect(await get(Self.place, test) == said("alice", "for the web"))
        // The server wants a token instead, which the person types.
        await reject(Self.place + said("alice", "for the web"), test)
        await approve(Self.place + said("alice", "token"), test)
        #expect(await get(Self.place, test) == said("alice", "token"))
        let logins = try await test.logins()
        #expect(logins.first { $0.title == "Forge" }?.password == SecretText("for the web"))
        #expect(logins.map(\.title).sorted() == ["Forge", "example.com"])
        // A new token takes the place of the former, and of nothing else.
        await approve(Self.place + said("alice", "new token"), test)
        #expect(try await test.logins().count == 2)
        #expect(await get(Self.place, test) == said("alice", "new token"))
        await reject(Self.place + said("alice", "new token"), test)
        #expect(try await test.logins().map(\.title) == ["Forge"])
    }

    @Test("What git stored comes before what a person entered")
    func preferred() async throws {
        let login = Login(
            title: "A forge", sites: ["https://example.com"], userName: "alice",
            password: SecretText("for the web"))
        let test = try await TemporaryVault.make([login])
        await approve(Self.place + said("alice", "token"), test)
        #expect(await get(Self.place, test) == said("alice", "token"))
        #expect(await get(Self.place + "username=alice\n", test) == said("alice", "token"))
        let before = try await test.changes()
        await approve(Self.place + said("alice", "for the web"), test)
        #expect(try await test.changes() == before)
    }

    @Test("A login that Docker stored is not given to git")
    func docker() async throws {
        let test = try await TemporaryVault.make()
        let json = #"{"ServerURL":"https://example.com","Username":"alice","Secret":"token"}"#
        _ = await CredentialService(test.credentials).docker("store", SecretText(json))
        #expect(await get(Self.place, test) == "")
        await approve(Self.place + said("alice", "password"), test)
        #expect(try await test.logins().count == 2)
    }

    @Test("A login without a password is not given to git")
    func noPassword() async throws {
        let login = Login(title: "Forge", sites: ["https://example.com"], userName: "bob")
        let test = try await TemporaryVault.make([login])
        #expect(await get(Self.place, test) == "")
    }

    @Test("The time of expiry and the token to renew with are kept")
    func oauth() async throws {
        let test = try await TemporaryVault.make()
        let token = "password_expiry_utc=99999999999\noauth_refresh_token=xyzzy\n"
        await approve(Self.place + said("alice", "one") + token, test)
        #expect(await get(Self.place, test) == said("alice", "one") + token)
        // The same password needs not be told its token again.
        await approve(Self.place + said("alice", "one"), test)
        #expect(
            await get(Self.place, test) == said("alice", "one") + "oauth_refresh_token=xyzzy\n")
        // Another one has neither.
        await approve(Self.place + said("alice", "two"), test)
        #expect(await get(Self.place, test) == said("alice", "two"))
    }

    @Test("What has expired comes after what has not")
    func expired() async throws {
        let test = try await TemporaryVault.make()
        await approve(Self.place + said("alice", "one") + "password_expiry_utc=1\n", test)
        #expect(
            await get(Self.place, test) == said("alice", "one") + "password_expiry_utc=1\n")
        await approve(Self.place + said("bob", "two"), test)
        #expect(await get(Self.place, test) == said("bob", "two"))
    }

    @Test("Credentials that are no passwords need the capability")
    func tokens() async throws {
        let test = try await TemporaryVault.make()
        let token = "authtype=Bearer\ncredential=abc\n"
        await approve(Self.place + token, test)
        #expect(try await test.logins().isEmpty)
        await approve("capability[]=authtype\n" + Self.place + token, test)
        await approve(
            "capability[]=authtype\n" + Self.place
                + "authtype=Bearer\ncredential=other\nusername=alice\n", test)
        #expect(await get(Self.place, test) == "")
        #expect(
            await get("capability[]=authtype\n" + Self.place + "username=alice\n", test)
                == "capability[]=authtype\nauthtype=Bearer\ncredential=other\nusername=alice\n")
        #expect(
            await get("capability[]=authtype\n" + Self.place + "username=bob\n", test) == "")
        await reject(
            "capability[]=authtype\n" + Self.place + "authtype=Bearer\ncredential=no\n", test)
        #expect(try await test.logins().count == 2)
        await reject("capability[]=authtype\n" + Self.place + token, test)
        #expect(try await test.logins().map(\.userName) == ["alice"])
    }

    @Test("A token and a password for the same place live side by side")
    func tokenAndPassword() async throws {
        let test = try await TemporaryVault.make()
        await approve(Self.place + said("", "one"), test)
        await approve(
            "capability[]=authtype\n" + Self.place + "authtype=Bearer\ncredential=abc\n", test)
        #expect(await get(Self.place, test) == said("", "one"))
        #expect(try await test.logins().count == 2)
    }

    @Test("The word of a capability counts for what follows it")
    func capabilityOrder() async throws {
        let test = try await TemporaryVault.make()
        await approve(
            Self.place + "authtype=Bearer\ncredential=abc\ncapability[]=authtype\n", test)
        await approve(
            "capability[]=authtype\ncapability[]=\n" + Self.place
                + "authtype=Bearer\ncredential=abc\n", test)
        #expect(try await test.logins().isEmpty)
    }

    @Test("What is ephemeral is not stored")
    func ephemeral() async throws {
        let test = try await TemporaryVault.make()
        let start = "capability[]=authtype\n" + Self.place + "ephemeral=1\n"
        await approve(start + "authtype=Bearer\ncredential=abc\n", test)
        await approve(start + said("alice", "one"), test)
        #expect(try await test.logins().isEmpty)
    }

    @Test("The word in state[] names the login that was given")
    func state() async throws {
        let test = try await TemporaryVault.make()
        await approve(Self.place + "path=one.git\n" + said("alice", "one"), test)
        await approve(Self.place + "path=two.git\n" + said("bob", "two"), test)
        let start = "capability[]=state\n" + Self.place
        let answer = await get(start + "path=two.git\n", test)
        let state = try #require(answer.split(separator: "\n").last { $0.hasPrefix("state[]=") })
        #expect(answer == "capability[]=state\n" + said("bob", "two") + "\(state)\n")
        await reject(start + "state[]=other:1\n\(state)\n", test)
        #expect(try await test.logins().map(\.userName) == ["alice"])
        // A name that is gone, and words of others, mean nothing.
        #expect(
            await get(Self.place + "capability[]=state\n\(state)\nstate[]=x\n", test)
                .contains("username=alice\n"))
    }

    @Test("Lines that git may send and that are not known are left alone")
    func extraLines() async throws {
        let test = try await TemporaryVault.make()
        let header = "wwwauth[]=Bearer realm=\"" + String(repeating: "username=eve", count: 5_000)
        await approve(Self.place + said("alice", "one"), test)
        #expect(
            await get(Self.place + "\(header)\"\nwwwauth[]=\nfuture[]=1\nquit=0\n", test)
                == said("alice", "one"))
        // The message ends with the first empty line.
        #expect(await get(Self.place + "\nusername=bob\n", test) == said("alice", "one"))
    }

    @Test("An address is taken apart")
    func url() async throws {
        let test = try await TemporaryVault.make()
        await approve("url=https://al%69ce:p%40ss@example.com:8443/a%20b.git\n", test)
        let place = "protocol=https\nhost=example.com:8443\npath=a b.git\n"
        #expect(await get(place, test) == said("alice", "p@ss"))
        #expect(
            await get("url=https://example.com:8443/a%20b.git\n", test) == said("alice", "p@ss"))
        #expect(await get("url=nonsense\n" + place, test) == said("alice", "p@ss"))
    }

    @Test("A value of several lines is never said")
    func injection() async throws {
        let login = Login(
            title: "Forge", sites: ["https://example.com"], userName: "bob\nhost=evil.test",
            password: SecretText("secret"))
        let test = try await TemporaryVault.make([login])
        let answer = await ask("get", Self.place, test)
        #expect(answer.output.isEmpty && answer.status == 0)
        #expect("\(answer.message)".contains("Forge"))
    }

    @Test(
        "What is not in the protocol is refused, and git goes on",
        arguments: ["nonsense\n", "protocol=https\nho\0st=example.com\n", "\u{0}"])
    func malformed(input: String) async throws {
        let test = try await TemporaryVault.make()
        for verb in ["get", "store", "erase"] {
            let answer = await ask(verb, input, test)
            #expect(answer.output.isEmpty && answer.status == 0)
            #expect(!answer.message.isEmpty)
        }
    }

    @Test("Verbs of the future are ignored in silence")
    func verbs() async throws {
        let test = try await TemporaryVault.make()
        for verb in ["", "fetch", "GET", "--help"] {
            #expect(await ask(verb, "nonsense", test) == CredentialAnswer.nothing)
        }
        #expect(
            await ask("capability", "", test).output.reveal()
                == "version 0\ncapability authtype\ncapability state\n")
    }

    @Test(
        "A locked vault says so, and only a question asks for the passphrase")
    func locked() async throws {
        let test = try await TemporaryVault.make()
        await approve(Self.place + said("alice", "one"), test)
        await test.manager.lock()
        let answer = await ask("get", Self.place, test)
        #expect(answer.status == CredentialAnswer.lockedStatus && answer.output.isEmpty)
        #expect(!answer.message.isEmpty)
        for verb in ["store", "erase"] {
            let answer = await ask(verb, Self.place + said("bob", "two"), test)
            #expect(answer.status == 0 && !answer.message.isEmpty)
        }
        try await test.manager.unlock(passphrase: SecretText(TemporaryVault.passphrase))
        #expect(await get(Self.place, test) == said("alice", "one"))
    }
}

extension CredentialAnswer {
    /// An answer that says nothing.
    static var nothing: CredentialAnswer { CredentialAnswer() }
}
