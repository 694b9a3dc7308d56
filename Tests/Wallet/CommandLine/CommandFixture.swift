import Foundation
import TestSupport
import Testing
import WalletTestSupport

/// The built executables with a home folder of their own.
struct CommandFixture {
    static let passphrase = TemporaryVault.passphrase

    let folder: TemporaryFolder
    private let executable: String

    /// Makes a home without a vault.
    init(_ executable: String = "wallet-headless") throws {
        folder = try TemporaryFolder()
        self.executable = executable
        try folder.write("\(Self.passphrase)\n", to: "passphrase", permissions: 0o600)
    }

    /// Makes a home with a vault, and with the logins of a CSV file.
    static func make(_ executable: String = "wallet-headless", csv: String? = nil) async throws
        -> CommandFixture
    {
        let fixture = try CommandFixture(executable)
        try await TemporaryVault.create(at: fixture.path("home/vault.db"))
        if let csv {
            try fixture.folder.write(csv, to: "logins.csv", permissions: 0o600)
            _ = try await fixture.run("import", fixture.path("logins.csv"), "--yes")
        }
        return fixture
    }

    /// A path in the folder.
    func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    /// The environment of the commands.
    var environment: [String: String] {
        [
            "PATH": "/usr/bin:/bin", "HOME": folder.path, "WALLET_HOME": path("home"),
            "LANG": "C.UTF-8", "TZ": "UTC",
        ]
    }

    /// Runs a command with the passphrase from its file.
    func run(_ arguments: String..., input: String = "") async throws -> Program.Result {
        try await bare(arguments + ["--passphrase-file", path("passphrase")], input: input)
    }

    /// Runs a command with these arguments alone.
    func bare(
        _ arguments: [String], input: String = "", environment: [String: String] = [:],
        executable: String? = nil
    ) async throws -> Program.Result {
        try await Program(
            built: executable ?? self.executable,
            environment: self.environment.merging(environment) { $1 }
        ).run(arguments, input: input)
    }

    /// Runs a line of shell with the executables first in the path.
    func shell(_ line: String) async throws -> Program.Result {
        var environment = environment
        environment["PATH"] = "\(Program.products):/usr/bin:/bin"
        return try await Program(
            path: "/bin/bash", environment: environment, folder: folder.path
        ).run(["-c", line])
    }

    /// Runs a line of shell at a terminal of its own, with the executables first in the path.
    ///
    /// - Parameters:
    ///   - seen: What is on the terminal before anything is typed.
    ///   - typed: What is typed then, with the escapes of Tcl.
    func terminal(
        _ line: String, at seen: String = "", type typed: String = ""
    ) async throws -> Program.Result {
        try folder.write(line, to: "line.sh")
        try folder.write(
            """
            set timeout -1
            spawn -noecho bash line.sh
            expect -ex {\(seen)} { send -- "\(typed)" } eof {}
            catch { expect eof }
            exit [lindex [wait] 3]
            """, to: "terminal.exp")
        return try await shell("expect -f terminal.exp")
    }
}

/// An export as Firefox writes it: quoted values, CRLF between the rows and none at the end.
struct FirefoxExport {
    private var rows = [
        "\"url\",\"username\",\"password\",\"httpRealm\",\"formActionOrigin\",\"guid\","
            + "\"timeCreated\",\"timeLastUsed\",\"timePasswordChanged\""
    ]

    var text: String { rows.joined(separator: "\r\n") }

    mutating func add(_ url: String, _ userName: String, _ password: String, number: Int = 1) {
        let values = [
            url, userName, password, "", url, "{guid-\(number)}", "1600000000000",
            "1700000000000", "1650000000000",
        ]
        rows.append(
            values.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ","))
    }

    /// The first of three logins: of a bank, of mail and of a zoo.
    static func accounts(_ count: Int) -> String {
        var export = FirefoxExport()
        let accounts = [
            ("https://bank.example.com", "ada", "s3cret-bank"),
            ("https://mail.example.org", "ada@example.org", "s3cret-mail"),
            ("https://zoo.example.net", "zoë", "s3cret-zoo"),
        ]
        for (number, account) in accounts.prefix(count).enumerated() {
            export.add(account.0, account.1, account.2, number: number + 1)
        }
        return export.text
    }

    /// Rows of every kind that has ever broken a reader of CSV.
    static func varied(_ count: Int) -> FirefoxExport {
        let passwords = [
            "plain", "with,comma", "with \"quotes\"", "line\nbreak", "crlf\r\nbreak", "  spaces  ",
            "ünïcødé", "密码🔑", "'single'", "=1+1", "trailing\\", "\"",
        ]
        var export = FirefoxExport()
        for number in 0..<count {
            export.add(
                "https://site-\(number % 997).example.com", "user \(number)",
                "\(passwords[number % passwords.count])#\(number)", number: number)
        }
        return export
    }
}

/// Reads the JSON object that a command has printed.
func json(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
}
