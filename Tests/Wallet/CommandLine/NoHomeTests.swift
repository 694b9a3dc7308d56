import TestSupport
import Testing

@Suite("Programs without a home folder")
struct NoHomeTests {
    private func run(
        _ program: String, _ arguments: [String], adding more: [String: String] = [:],
        input: String = ""
    ) async throws -> Program.Result {
        let folder = try TemporaryFolder()
        let environment = [
            "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "XDG_RUNTIME_DIR": folder.path,
        ]
        return try await Program(
            built: program, environment: environment.merging(more) { $1 }, folder: folder.path
        ).run(arguments, input: input)
    }

    @Test(
        "Commands and front ends say which variables to set",
        arguments: [
            ("wallet", ["list"]), ("wallet", ["init", "--yes"]), ("wallet", ["doctor"]),
            ("wallet", ["browser", "install"]), ("wallet-headless", []), ("wallet-agent", []),
        ])
    func refused(program: String, arguments: [String]) async throws {
        let result = try await run(program, arguments)
        #expect(result.status == 78)
        #expect(result.output == "")
        #expect(
            result.errors == "error: There is no home folder to keep the vault in. Set HOME or "
                + "WALLET_HOME to an absolute path.\n")
    }

    @Test("A relative home of Wallet is refused by its name")
    func relative() async throws {
        let result = try await run("wallet", ["list"], adding: ["WALLET_HOME": "somewhere"])
        #expect(result.status == 78)
        #expect(result.errors.contains("WALLET_HOME is \"somewhere\", which is not an absolute"))
    }

    @Test("git and Docker are told, each where it looks")
    func credentials() async throws {
        let message = "There is no home folder. Set HOME or WALLET_HOME to an absolute path.\n"
        let git = try await run(
            "wallet-credential", ["git", "get"], input: "protocol=https\nhost=a.test\n\n")
        #expect(git.status == 0 && git.output == "" && git.errors == "wallet: \(message)")
        let docker = try await run("wallet-credential", ["docker", "list"])
        #expect(docker.status == 1 && docker.output == message)
    }

    @Test("Help needs no home folder")
    func help() async throws {
        let result = try await run("wallet", ["--help"])
        #expect(result.status == 0 && result.output.contains("Keeps logins"))
    }
}
