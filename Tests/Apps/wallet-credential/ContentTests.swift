import TestSupport
import Testing

/// What is in the built program, and what is not.
@Suite struct ContentTests {
    private let program = "\(Program.products)/wallet-credential"

    @Test("It loads no Foundation and no library of the vault")
    func libraries() async throws {
        let result = try await Program(path: "/usr/bin/ldd").run(program)
        #expect(result.status == 0 && result.output.contains("libc.so"))
        for name in ["Foundation", "sqlite", "argon2", "sodium", "psl", "zxcvbn"] {
            #expect(!result.output.contains(name), "\(result.output)")
        }
    }

    @Test("It holds the link to the agent, and neither vault, protocols nor user interface")
    func symbols() async throws {
        let result = try await Program(path: "/usr/bin/nm").run(program)
        #expect(result.output.contains("WalletAgentLink"))
        for module in [
            "WalletVault", "WalletCredentials", "TenonCore", "TenonSecurity", "TenonUI", "GRDB",
            "Crypto",
        ] {
            #expect(!result.output.contains("s\(module.utf8.count)\(module)"), "\(module)")
        }
    }
}
