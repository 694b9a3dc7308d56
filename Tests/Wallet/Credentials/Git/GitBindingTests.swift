import TenonCore
import Testing
import WalletCredentials
import WalletTestSupport
import WalletVault

@Suite("What git has said of a password goes with that password")
struct GitBindingTests {
    private static let place = "protocol=https\nhost=example.com\n"
    private static let token = "password_expiry_utc=1\noauth_refresh_token=xyzzy\n"

    private func said(_ user: String, _ password: String) -> String {
        "username=\(user)\npassword=\(password)\n"
    }

    private func ask(_ verb: String, _ input: String, _ test: TemporaryVault) async -> String {
        let service = CredentialService(test.credentials)
        return await service.git(verb, SecretText(Self.place + input)).output.reveal()
    }

    /// A vault in which git has stored a password that has expired, with a token.
    private func stored() async throws -> TemporaryVault {
        let test = try await TemporaryVault.make()
        _ = await ask("store", said("alice", "one") + Self.token, test)
        #expect(await ask("get", "", test) == said("alice", "one") + Self.token)
        return test
    }

    /// What a person does to a login, and what git gets then.
    private static let edits: [(String, @Sendable (inout Login) -> Void, String)] = [
        ("another password", { $0.password = SecretText("two") }, "username=alice\npassword=two\n"),
        (
            "another user name", { $0.userName = "ada" },
            "username=ada\npassword=one\n"
        ),
        ("another title", { $0.title = "Forge" }, "username=alice\npassword=one\n" + token),
        (
            "another address", { $0.sites.append("https://other.example") },
            "username=alice\npassword=one\n" + token
        ),
        (
            "the same password", { $0.password = SecretText("one") },
            "username=alice\npassword=one\n" + token
        ),
        (
            "another password and the former one again",
            { login in
                login.password = SecretText("two")
                login.password = SecretText("one")
            }, "username=alice\npassword=one\n" + token
        ),
        ("other notes", { $0.notes = SecretText("n") }, "username=alice\npassword=one\n" + token),
        ("a tag", { $0.tags = ["work"] }, "username=alice\npassword=one\n" + token),
        (
            "another field",
            { login in
                login.customFields.append(
                    CustomField(label: "PIN", value: SecretText("1"), isConcealed: true))
            }, "username=alice\npassword=one\n" + token
        ),
        ("another case", { $0.userName = "Alice" }, "username=Alice\npassword=one\n"),
        (
            "another user name and password",
            { login in
                login.userName = "ada"
                login.password = SecretText("two")
            }, "username=ada\npassword=two\n"
        ),
        (
            "no expiry",
            { login in login.customFields.removeAll { $0.label == ".git.password_expiry_utc" } },
            "username=alice\npassword=one\noauth_refresh_token=xyzzy\n"
        ),
        (
            "no binding",
            { login in login.customFields.removeAll { $0.label == ".git.bound" } },
            "username=alice\npassword=one\n"
        ),
    ]

    @Test("not when the person has changed it", arguments: edits.indices)
    func edited(_ index: Int) async throws {
        let (what, edit, expected) = Self.edits[index]
        let test = try await stored()
        var login = try #require(try await test.logins().first)
        edit(&login)
        try await test.manager.save(login)
        #expect(await ask("get", "", test) == expected, "\(what)")
    }

    @Test(
        "not when what it was bound to cannot be read",
        arguments: ["", "1", "\n", "00112233445566778899aabbccddeeff", "éé\n0123", "a\nb\nc"])
    func unreadable(_ value: String) async throws {
        let test = try await stored()
        var login = try #require(try await test.logins().first)
        let index = try #require(login.customFields.firstIndex { $0.label == ".git.bound" })
        login.customFields[index].value = SecretText(value)
        try await test.manager.save(login)
        #expect(await ask("get", "", test) == said("alice", "one"))
    }

    @Test("and what git says of the next one is of that one")
    func next() async throws {
        let test = try await stored()
        var login = try #require(try await test.logins().first)
        login.password = SecretText("two")
        try await test.manager.save(login)
        _ = await ask("store", said("alice", "two"), test)
        #expect(await ask("get", "", test) == said("alice", "two"))
        let new = "password_expiry_utc=99999999999\noauth_refresh_token=next\n"
        _ = await ask("store", said("alice", "three") + new, test)
        #expect(await ask("get", "", test) == said("alice", "three") + new)
        #expect(try await test.logins().count == 1)
    }

    @Test("A password that a person enters takes the place of a credential of git's")
    func credential() async throws {
        let test = try await TemporaryVault.make()
        let capable = "capability[]=authtype\n"
        let bearer = "authtype=Bearer\ncredential=t0ken\nusername=alice\n"
        _ = await ask("store", capable + bearer, test)
        #expect(await ask("get", capable, test).contains("credential=t0ken\n"))
        #expect(await ask("get", "", test) == "")
        var login = try #require(try await test.logins().first)
        login.password = SecretText("entered")
        try await test.manager.save(login)
        #expect(await ask("get", "", test) == said("alice", "entered"))
        #expect(await !ask("get", capable, test).contains("t0ken"))
    }
}
