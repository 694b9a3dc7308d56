import Foundation
import TestSupport
import Testing

@Suite("README")
struct ReadmeTests {
    /// The commands of the blocks that are marked `bash`, without comments.
    private static let commands: [String] = {
        let text = (try? String(contentsOfFile: "\(Checkout.folder)/README.md", encoding: .utf8))
        var commands: [String] = []
        var isInside = false
        for line in (text ?? "").split(separator: "\n") {
            if line.hasPrefix("```") {
                isInside = line == "```bash"
            } else if isInside {
                let command = line.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
                if !command.isEmpty { commands.append(command) }
            }
        }
        return commands
    }()

    /// A day with the commands of the README, in their order, in one home folder.
    @Test("Every command works as it is written")
    func commandsWork() async throws {
        #expect(Self.commands.first == "tools/run --demo")
        #expect(Self.commands.count > 8)
        let folder = try TemporaryFolder()
        try folder.write("nine pelicans juggle violet umbrellas\n", to: "passphrase")
        try folder.write(
            "name,url,username,password\ngithub,https://github.com,ada,s3cret\n", to: "logins.csv")
        try folder.write("JBSWY3DPEHPK3PXP\n", to: "otp")
        try folder.write("4111 1111 1111 1111\n", to: "number")
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/run", withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        for command in Self.commands {
            let result = try await Program(
                path: "/bin/bash", environment: environment(folder), folder: folder.path,
                limit: Program.long
            ).run("-c", script(for: command))
            #expect(
                result.status == 0,
                "\(command)\n\(result.output)\n\(result.errors)")
        }
        // The agent that the commands started.
        let end = try await Program(
            path: "/bin/bash", environment: environment(folder), folder: folder.path
        ).run("-c", "wallet agent stop")
        #expect(end.status == 0, "\(end.errors)")
    }

    @Test("The links lead to files that exist")
    func links() throws {
        let text = try String(contentsOfFile: "\(Checkout.folder)/README.md", encoding: .utf8)
        let targets = text.matches(of: /\]\(([^)]+)\)/).map { String($0.output.1) }
        #expect(!targets.isEmpty)
        for target in targets {
            #expect(
                FileManager.default.fileExists(atPath: "\(Checkout.folder)/\(target)"), "\(target)")
        }
    }

    @Test("The manifest lines in it stand in the manifest")
    func manifestLines() throws {
        let readme = try String(contentsOfFile: "\(Checkout.folder)/README.md", encoding: .utf8)
        let manifest = try String(
            contentsOfFile: "\(Checkout.folder)/Package.swift", encoding: .utf8)
        let lines = readme.split(separator: "\n").filter { $0.hasPrefix("app(") }
        #expect(lines.count == 4)
        for line in lines { #expect(manifest.contains(line), "\(line)") }
    }

    private func environment(_ folder: TemporaryFolder) -> [String: String] {
        [
            "PATH": "\(Program.products):/usr/bin:/bin", "HOME": folder.path,
            "WALLET_HOME": "\(folder.path)/home",
            "WALLET_PASSPHRASE_FILE": "\(folder.path)/passphrase",
            "WALLET_AGENT": "on", "XDG_RUNTIME_DIR": "\(folder.path)/run",
            "TENON_PROGRAMS": Program.products, "LANG": "C.UTF-8",
        ]
    }

    /// What a shell needs around a command, where nobody is there to answer or to end it.
    private func script(for command: String) -> String {
        switch command.split(separator: " ").first.map(String.init) ?? "" {
        case "tools/run":
            // Nobody types: the end of the input ends the program.
            "cd '\(Checkout.folder)' && \(command) </dev/null"
        case "tools/install":
            "'\(Checkout.folder)'/\(command)"
        case "tools/test":
            // These tests are what it runs.
            "test -x '\(Checkout.folder)/tools/test' && "
                + "grep -q tools/test '\(Checkout.folder)/.ci/run'"
        case "export":
            command
        case "wallet-web":
            // A server runs until it is interrupted.
            """
            \(command) --web-no-open >page & page=$!
            # Time: the pause between two looks.
            for _ in $(seq 3000); do grep -q http page && break; sleep 0.1; done
            grep -q http://127.0.0.1 page && kill -TERM $page
            wait $page; test $? -eq 130
            """
        default:
            walletScript(for: command)
        }
    }

    private func walletScript(for command: String) -> String {
        switch command.split(separator: " ").dropFirst().first.map(String.init) ?? "" {
        case "import": "\(command) --yes"
        case "copy": onDisplay(command)
        // What a person would type comes from files.
        case "otp": "wallet edit github --otp-file otp && \(command)"
        case "add": "\(command) --number-file number"
        // Something to mend was found, and that is right.
        case "audit": "\(command); test $? -eq 1"
        default: command
        }
    }

    /// The command on a display of its own, with a clipboard.
    private func onDisplay(_ command: String) -> String {
        """
        mkfifo display; Xvfb -displayfd 3 -noreset -nolisten tcp 3>display >/dev/null 2>&1 & server=$!
        read -r number <display
        DISPLAY=":$number" \(command); status=$?
        test "$(DISPLAY=":$number" xclip -selection clipboard -o)" = s3cret || status=1
        kill -9 $server; exit $status
        """
    }
}
