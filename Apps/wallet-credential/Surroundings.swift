import Glibc
import WalletAgentLink

/// Where the person at this program can be asked, by the environment.
struct Surroundings {
    private let variable: (String) -> String?

    /// Reads the environment.
    init(variable: @escaping (String) -> String? = AgentPlace.environmentVariable) {
        self.variable = variable
    }

    /// How others can ask the person; empty for a job that runs by itself.
    var all: [String] {
        guard let name = ttyname(STDERR_FILENO) else { return screen }
        return screen + ["TTY=\(String(cString: name))"] + given(["TERM"])
    }

    /// How others can ask, where this program has no terminal to ask in.
    ///
    /// Without a screen there may be a terminal that the person has named for `pinentry`, as for GnuPG.
    func beyondTerminal(mayUseTerminal: Bool) -> [String] {
        guard screen.isEmpty, mayUseTerminal, let terminal = variable("GPG_TTY"),
            Self.isTerminal(terminal)
        else { return screen }
        return ["TTY=\(terminal)"] + given(["TERM"])
    }

    /// Whether a path is that of a terminal: where there is none, the usual `$(tty)` is "not a tty".
    private static func isTerminal(_ path: String) -> Bool {
        let terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return false }
        defer { close(terminal) }
        return isatty(terminal) == 1
    }

    /// Whether git lets programs ask in the terminal.
    var mayUseTerminal: Bool {
        !["0", "false", "no", "off"].contains(variable("GIT_TERMINAL_PROMPT") ?? "")
    }

    /// Whether git lets programs ask: not while it maintains repositories in the background.
    ///
    /// It hands its settings on to the programs that it starts.
    var isInteractive: Bool {
        let settings = variable("GIT_CONFIG_PARAMETERS") ?? ""
        return !["false", "no", "off", "0", "never"].contains { value in
            strstr(settings, "'credential.interactive'='\(value)'") != nil
        }
    }

    private var screen: [String] { CredentialExchange.screen(variable: variable) }

    private func given(_ names: [String]) -> [String] {
        names.compactMap { name in variable(name).map { "\(name)=\($0)" } }
    }
}
