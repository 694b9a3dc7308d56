import Foundation
import Glibc
import TenonCore
import WalletAgentLink

extension Doctor {
    /// What puts secrets on the clipboard, and whether it marks them.
    func clipboard() async -> DoctorFinding {
        switch await writer.means {
        case .process:
            return .fine(.clipboard, Sentence(verbatim: application.executable))
        case .marking(let path):
            return .fine(.clipboard, Sentence(verbatim: path))
        case .unmarking(let path, let better):
            return .hint(
                .clipboard,
                "\(path) cannot tell programs that keep a history of the clipboard what is secret",
                better.map { "Install \($0) or later, or keep no such history." }
                    ?? "Keep no such history, or copy in the window of wallet-desktop, which tells them."
            )
        case .missing(let package):
            return .wrong(
                .clipboard, "no program that copies is installed", "Run: apt install \(package)")
        case .noDesktop, .terminal:
            return .hint(
                .clipboard, "there is no desktop here, so no command can copy",
                "Use \"wallet show ITEM --field password\" instead.")
        }
    }

    var opener: DoctorFinding {
        program(inPath: "xdg-open").map { .fine(.links, Sentence(verbatim: $0)) }
            ?? .hint(
                .links, "xdg-open is not installed, so no page can be opened",
                "Run: apt install xdg-utils")
    }

    var gpg: DoctorFinding {
        program(inPath: "gpg").map { .fine(.gpg, Sentence(verbatim: $0)) }
            ?? .hint(
                .gpg, "gpg is not installed; only imports of a pass store need it",
                "Run: apt install gpg")
    }

    /// The folder for the agent's socket.
    var runtimeFolder: DoctorFinding {
        guard let path = variable("XDG_RUNTIME_DIR") else {
            return .hint(
                .runtimeFolder, "XDG_RUNTIME_DIR is not set",
                "Log in through the system's login, or set it to a private folder in memory.")
        }
        guard let access = FileText.access(of: path), access.owner == geteuid(),
            access.mode & 0o077 == 0
        else {
            return .wrong(
                .runtimeFolder, "\(path) is missing, open to others, or not yours",
                "Log in again, or run: chmod 700 \(path)")
        }
        return .fine(.runtimeFolder, Sentence(verbatim: path))
    }

    /// The agent: whether it is installed, and whether it answers.
    var agent: DoctorFinding {
        guard let path = program(named: "wallet-agent") else {
            return .hint(
                .agent, "wallet-agent is not installed: each program unlocks the vault for itself",
                "Install it beside this program.")
        }
        guard let place = try? AgentPlace(variable: variable) else {
            return .wrong(
                .agent, "wallet-agent has no folder for its socket",
                "Set XDG_RUNTIME_DIR or HOME.")
        }
        let socket = place.socket
        guard let access = FileText.access(of: socket) else {
            return .fine(.agent, "\(path) is not running; it starts when it is needed")
        }
        guard access.owner == geteuid(), access.mode & 0o077 == 0 else {
            return .wrong(
                .agent, "\(socket) is open to others, or not yours",
                "Run: wallet agent stop; then remove the socket.")
        }
        do throws(LinkError) {
            _ = try AgentLink.connect(
                at: place, client: "wallet doctor", vault: "",
                startingAgent: false)
            return .fine(.agent, "\(socket) answers")
        } catch .notRunning {
            return .hint(.agent, "\(socket) is left over; no agent answers", "Run: rm \(socket)")
        } catch .timedOut {
            return .wrong(
                .agent, "wallet-agent runs but does not answer", "Run: wallet agent stop")
        } catch {
            return .wrong(.agent, Sentence(verbatim: "\(error)"), "Run: wallet agent stop")
        }
    }

    /// Whether git is set up to use the credential helper, and finds it.
    var git: DoctorFinding {
        guard program(inPath: "git") != nil else { return .fine(.git, "git is not installed") }
        let isLinked = program(inPath: "git-credential-wallet") != nil
        let home = variable("HOME") ?? ""
        let folder = variable("XDG_CONFIG_HOME") ?? "\(home)/.config"
        let settings = ["\(home)/.gitconfig", "\(folder)/git/config"]
            .compactMap { FileText.contents(of: $0) }.joined(separator: "\n")
        let isUsed = settings.split(separator: "\n").contains { line in
            let parts = line.split(separator: "=", maxSplits: 1).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard parts.count == 2, parts[0] == "helper" else { return false }
            // Options may follow, as in `wallet --vault PATH`.
            let helper = parts[1].drop { $0 == "\"" || $0 == "!" }
                .prefix { !$0.isWhitespace && $0 != "\"" }
            return helper == "wallet" || helper.hasSuffix("git-credential-wallet")
        }
        switch (isLinked, isUsed) {
        case (true, true): return .fine(.git, "git asks Wallet for passwords")
        case (false, true):
            return .wrong(
                .git, "git is set up to ask Wallet, but does not find git-credential-wallet",
                "Make a link of that name to wallet-credential in a folder of PATH.")
        case (true, false):
            return .hint(
                .git, "git does not ask Wallet for passwords",
                "Run: git config --global credential.helper wallet")
        case (false, false):
            return .hint(
                .git, "git does not ask Wallet for passwords",
                """
                Install it with tools/install, then run: \
                git config --global credential.helper wallet
                """
            )
        }
    }

    /// Whether docker is set up to use the credential helper, and finds it.
    var docker: DoctorFinding {
        guard program(inPath: "docker") != nil else {
            return .fine(.docker, "docker is not installed")
        }
        let folder = variable("DOCKER_CONFIG") ?? "\(variable("HOME") ?? "")/.docker"
        let text = FileText.contents(of: "\(folder)/config.json") ?? "{}"
        let settings = try? JSONDecoder().decode(DockerSettings.self, from: Data(text.utf8))
        let isUsed =
            settings?.credsStore == "wallet"
            || settings?.credHelpers?.values.contains("wallet") == true
        let isLinked = program(inPath: "docker-credential-wallet") != nil
        guard isUsed else {
            return .hint(
                .docker, "docker does not ask Wallet for passwords",
                "Put \"credsStore\": \"wallet\" into \(folder)/config.json.")
        }
        return isLinked
            ? .fine(.docker, "docker asks Wallet for passwords")
            : .wrong(
                .docker,
                "docker is set up to ask Wallet, but does not find docker-credential-wallet",
                "Make a link of that name to wallet-credential in a folder of PATH.")
    }

    private struct DockerSettings: Decodable {
        let credsStore: String?
        let credHelpers: [String: String]?
    }
}
