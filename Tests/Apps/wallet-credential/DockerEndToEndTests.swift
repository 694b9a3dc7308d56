import Foundation
import TenonCore
import TestSupport
import Testing
import WalletVault

/// Docker's own client without an engine, against the beginnings of a registry on loopback.
@Suite struct DockerEndToEndTests {
    private let home: ProviderHome
    private let site: TemporaryFolder
    private let server: ServerProcess

    init() async throws {
        home = try await ProviderHome()
        site = try TemporaryFolder()
        try site.write("alice:secret", to: "password")
        server = try .registry(in: site.path)
        try home.folder.write(#"{"credsStore":"wallet"}"#, to: "docker/config.json")
    }

    private var registry: String { "localhost:\(server.port)" }

    private static let isThere = ["/usr/local/bin/docker", "/usr/bin/docker"]
        .contains { FileManager.default.isExecutableFile(atPath: $0) }

    private func docker(_ arguments: String..., input: String = "") async throws -> Program.Result {
        try await home.run(
            "/usr/bin/env", ["docker"] + arguments, input: input,
            // No engine: the client then logs in by itself.
            adding: ["DOCKER_HOST": "unix://\(home.folder.path)/none.sock"])
    }

    @Test("Docker logs in, keeps the login in the vault, and logs out", .enabled(if: isThere))
    func login() async throws {
        try await home.unlock()
        let result = try await docker(
            "login", "--username", "alice", "--password-stdin", registry, input: "secret")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("Login Succeeded"))
        let login = try #require(try await home.logins().first)
        #expect(login.userName == "alice" && login.password == SecretText("secret"))
        #expect(login.sites == [registry] && login.tags == ["docker"])
        #expect(home.folder.text(of: "docker/config.json")?.contains("secret") == false)
        // Without an engine the client goes no further with what it finds, but it finds it.
        let again = try await docker("login", registry)
        #expect((again.output + again.errors).contains("existing credentials... [Username: alice]"))
        let list = try await home.provider("docker-credential-wallet", "list", input: "unused")
        #expect(list.output == "{\"\(registry)\":\"alice\"}\n")
        let logout = try await docker("logout", registry)
        #expect(logout.status == 0, "\(logout.errors)")
        #expect(try await home.logins().isEmpty)
    }

    @Test("A wrong password is not stored", .enabled(if: isThere))
    func wrongPassword() async throws {
        try await home.unlock()
        let result = try await docker(
            "login", "--username", "alice", "--password-stdin", registry, input: "wrong")
        #expect(result.status != 0)
        #expect(try await home.logins().isEmpty)
    }

    @Test("The helper speaks the exact texts, on standard output, with status 1")
    func texts() async throws {
        try await home.unlock()
        let name = "docker-credential-wallet"
        let missing = try await home.provider(name, "get", input: "nowhere.test\n")
        #expect(missing.output == "credentials not found in native keychain\n")
        #expect(missing.status == 1 && missing.errors.isEmpty)
        let usage = try await home.provider(name)
        #expect(usage.output == "Usage: docker-credential-wallet <store|get|erase|list|version>\n")
        #expect(usage.status == 1)
        #expect(try await home.provider(name, "get", "more").status == 1)
        let version = try await home.provider(name, "version")
        #expect(version.output.hasPrefix("docker-credential-wallet (") && version.status == 0)
    }
}
