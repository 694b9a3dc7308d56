import Foundation
import TenonCore
import TestSupport
import Testing
import WalletVault

/// Real git, against a real server on loopback that wants a password, through the agent.
@Suite struct GitEndToEndTests {
    private let home: ProviderHome
    private let site: TemporaryFolder
    private let server: ServerProcess

    init() async throws {
        home = try await ProviderHome()
        site = try TemporaryFolder()
        try site.write("alice:secret", to: "password")
        let bare = try await Program(path: "/usr/bin/git")
            .run("init", "--bare", "-b", "main", "\(site.path)/demo.git")
        try #require(bare.status == 0)
        _ = try await Program(path: "/usr/bin/git")
            .run("-C", "\(site.path)/demo.git", "config", "http.receivepack", "true")
        server = try .git(in: site.path)
    }

    private var origin: String { "http://127.0.0.1:\(server.port)" }

    private func git(
        _ arguments: String..., adding variables: [String: String] = [:]
    ) async throws -> Program.Result {
        try await home.run("/usr/bin/git", arguments, adding: variables)
    }

    private func add(user: String = "alice", password: String) async throws {
        try await home.manager.add(
            Login(
                title: "Forge", sites: [origin], userName: user, password: SecretText(password)))
    }

    /// A program that gives git what a person would type.
    private func askpass(_ user: String, _ password: String) throws -> [String: String] {
        try home.folder.write(
            "#!/bin/sh\ncase \"$1\" in User*) echo '\(user)';; *) echo '\(password)';; esac\n",
            to: "askpass", permissions: 0o700)
        return ["GIT_ASKPASS": "\(home.folder.path)/askpass"]
    }

    @Test("Git clones and pushes with the login of the vault")
    func cloneAndPush() async throws {
        try await add(password: "secret")
        try await home.unlock()
        let clone = try await git("clone", "\(origin)/demo.git", "work")
        #expect(clone.status == 0, "\(clone.errors)")
        try home.folder.write("content\n", to: "work/file")
        for arguments in [
            ["add", "file"], ["commit", "-m", "First"], ["push", "origin", "HEAD"],
        ] {
            let result = try await home.run(
                "/usr/bin/git", ["-C", "\(home.folder.path)/work"] + arguments)
            #expect(result.status == 0, "\(result.errors)")
        }
        let log = try await Program(path: "/usr/bin/git")
            .run("-C", "\(site.path)/demo.git", "log", "--format=%s", "main")
        #expect(log.output == "First\n")
        // What worked was not written again.
        #expect(try await home.logins().map(\.title) == ["Forge"])
    }

    @Test("What a person types is stored, and used the next time")
    func store() async throws {
        try await home.unlock()
        let first = try await git(
            "clone", "\(origin)/demo.git", "one", adding: try askpass("alice", "secret"))
        #expect(first.status == 0, "\(first.errors)")
        let login = try #require(try await home.logins().first)
        #expect(login.userName == "alice" && login.sites == [origin])
        let second = try await git("clone", "\(origin)/demo.git", "two")
        #expect(second.status == 0, "\(second.errors)")
    }

    @Test("A password that the server refuses is erased, others stay")
    func erase() async throws {
        try await home.unlock()
        try await home.manager.add(
            Login(
                title: "Other", sites: ["http://127.0.0.1:1"], userName: "alice",
                password: SecretText("secret")))
        let first = try await git(
            "clone", "\(origin)/demo.git", "one", adding: try askpass("alice", "secret"))
        #expect(first.status == 0, "\(first.errors)")
        #expect(try await home.logins().count == 2)
        try site.write("alice:changed", to: "password")
        let second = try await git("clone", "\(origin)/demo.git", "two")
        #expect(second.status != 0)
        #expect(try await home.logins().map(\.title) == ["Other"])
        let trash = try await home.manager.list(ItemQuery(isTrashed: true))
        #expect(trash.total == 1)
        let third = try await git(
            "clone", "\(origin)/demo.git", "three", adding: try askpass("alice", "changed"))
        #expect(third.status == 0, "\(third.errors)")
        #expect(try await home.logins().map(\.password).contains(SecretText("changed")))
    }

    @Test("While the vault is locked git says so, and goes on")
    func locked() async throws {
        try await add(password: "secret")
        let result = try await git(
            "clone", "\(origin)/demo.git", "one", adding: try askpass("alice", "secret"))
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("wallet: The vault is locked."))
        let alone = try await git("clone", "\(origin)/demo.git", "two")
        #expect(alone.status != 0)
    }
}
