import Foundation
import TenonCore
import TestSupport
import Testing
import WalletTestSupport
import WalletVault

/// Real git and the built helper: which login git gets, and which it does not.
@Suite struct GitLoginsEndToEndTests {
    private let home: ProviderHome

    init() async throws { home = try await ProviderHome() }

    private func git(
        _ arguments: String..., input: String = "", adding variables: [String: String] = [:]
    ) async throws -> Program.Result {
        try await home.run("/usr/bin/git", arguments, input: input, adding: variables)
    }

    private func login(
        _ user: String, _ password: String, sites: [String] = ["https://example.com"],
        tags: [String] = []
    ) -> Login {
        Login(
            title: user, sites: sites, userName: user, password: SecretText(password), tags: tags)
    }

    private static let place = "protocol=https\nhost=example.com\n"

    /// What git says when it has found a login.
    private func filled(_ user: String, _ password: String) -> String {
        Self.place + "username=\(user)\npassword=\(password)\n"
    }

    private func fill() async throws -> Program.Result {
        try await git("credential", "fill", input: Self.place)
    }

    @Test("A login that was refused is given again once its password is corrected")
    func corrected() async throws {
        try await home.manager.add(login("alice", "old"))
        try await home.unlock()
        #expect(try await fill().output == filled("alice", "old"))
        let refusal = try await git("credential", "reject", input: filled("alice", "old"))
        #expect(refusal.status == 0 && refusal.errors.isEmpty)
        #expect(try await fill().status != 0)
        var login = try #require(try await home.logins().first)
        login.password = SecretText("new")
        try await home.manager.save(login)
        #expect(try await fill().output == filled("alice", "new"))
        let approval = try await git("credential", "approve", input: filled("alice", "new"))
        #expect(approval.status == 0 && approval.errors.isEmpty)
        #expect(try await home.logins().count == 1)
    }

    @Test("git gets the login used last, skips broken ones, and never those kept from it")
    func choice() async throws {
        try await home.manager.add(login("alice", "one"))
        let used = try await home.manager.add(login("bob", "two"))
        try await home.manager.add(login("carol\nhost=evil.test", "three"))
        let kept = try await home.manager.add(login("dave", "four", tags: ["no-git"]))
        for login in [used, kept] { try await home.manager.markUsed(login.id) }
        try await home.unlock()
        let found = try await fill()
        #expect(found.output == filled("bob", "two") && found.errors.isEmpty)
    }

    @Test("A login with a line break that is the only one is named")
    func lineBreak() async throws {
        try await home.manager.add(login("carol", "three\nfour"))
        try await home.unlock()
        let found = try await fill()
        #expect(found.status != 0)
        #expect(found.errors.contains("wallet: The user name or password of “carol” contains"))
    }

    @Test("A host that cannot be is refused with a word, and git goes on")
    func host() async throws {
        try await home.unlock()
        let result = try await git(
            "credential", "approve",
            input: "protocol=https\nhost=exa mple.com\nusername=alice\npassword=one\n")
        #expect(result.status == 0)
        #expect(result.errors.contains("wallet: The login was not stored: “exa mple.com”"))
        #expect(try await home.logins().isEmpty)
    }

    @Test("The key of a browser is never given to git or Docker")
    func browserKey() async throws {
        try await home.manager.add(
            login("", "key", sites: ["keepassxc-browser://wallet-1"], tags: ["browser", "docker"]))
        try await home.unlock()
        let found = try await git(
            "credential", "fill", input: "protocol=keepassxc-browser\nhost=wallet-1\n")
        #expect(found.status != 0 && !found.output.contains("key"))
        let docker = try await home.provider(
            "docker-credential-wallet", "get", input: "keepassxc-browser://wallet-1")
        #expect(docker.output == "credentials not found in native keychain\n")
    }

    // MARK: - Options

    @Test(
        "An option in git's setting names another vault",
        arguments: ["wallet --vault %", "wallet --vault=%", "!wallet-credential git --vault %"])
    func otherVault(helper: String) async throws {
        try await home.manager.add(login("alice", "one"))
        let other = try await TemporaryVault.make([login("bob", "two")])
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/a vault.db"
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: other.manager.path)
        try await home.unlock(path)
        let setting = helper.replacing("%", with: "'\(path)'")
        try home.folder.write("[credential]\n\thelper = \"\(setting)\"\n", to: ".gitconfig")
        let found = try await fill()
        #expect(found.output == filled("bob", "two"), "\(found.errors)")
    }

    @Test(
        "What is wrong with the setting is said, and git goes on",
        arguments: [
            ("wallet --vualt x", "unknown option --vualt"),
            ("wallet --vault", "no operation such as get"),
            ("wallet --vault=", "--vault needs the path of a vault"),
            ("wallet --vault nowhere.db", "There is no vault at /"),
        ])
    func wrongSetting(helper: String, message: String) async throws {
        try home.folder.write("[credential]\n\thelper = \(helper)\n", to: ".gitconfig")
        let found = try await git(
            "credential", "fill", input: Self.place, adding: ["GIT_ASKPASS": "/bin/echo"])
        #expect(found.status == 0 && found.output.contains("username="))
        #expect(found.errors.contains(message), "\(found.errors)")
    }

    // MARK: - Many at once

    @Test("Eight programs that store fifty logins each lose none and are told of nothing")
    func parallel() async throws {
        try await home.unlock()
        let (home, path) = (home, "\(home.folder.path)/bin/wallet-credential")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    for number in 0..<50 {
                        // Each fifth is the same for all.
                        let isShared = number.isMultiple(of: 5)
                        let host =
                            isShared ? "shared\(number).test" : "host\(number).w\(writer).test"
                        let result = try await home.run(
                            path, ["git", "store"],
                            input: "protocol=https\nhost=\(host)\nusername=alice\n"
                                + "password=\(writer)-\(number)\n")
                        #expect(
                            result.status == 0 && result.output.isEmpty && result.errors.isEmpty,
                            "\(result.errors)")
                    }
                }
            }
            try await group.waitForAll()
        }
        let sites = try await home.logins().flatMap(\.sites)
        let expected = (0..<50).flatMap { number in
            number.isMultiple(of: 5)
                ? ["https://shared\(number).test"]
                : (0..<8).map { "https://host\(number).w\($0).test" }
        }
        #expect(sites.sorted() == expected.sorted())
    }
}
