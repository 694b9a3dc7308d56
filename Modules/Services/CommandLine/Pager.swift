import Glibc
package import TenonCore

/// Shows long output of a command page by page on a terminal.
///
/// The program is that of `PAGER`, or `less`; an empty `PAGER` shows everything at once.
package enum Pager {
    /// Sends what `body` writes to ``StandardOutput`` through the pager, and waits until it is left.
    ///
    /// Without a terminal, or without a pager, `body` writes as ever.
    package static func run(
        _ configuration: Configuration, _ body: () async throws -> Void
    ) async throws {
        guard StandardOutput.terminalColumns != nil,
            configuration.environmentVariable("TERM") != "dumb",
            let command = command(configuration)
        else { return try await body() }
        // Output that fits is shown as ever, colours are kept, and nothing is remembered of searches.
        setenv("LESS", "FRX", 0)
        setenv("LESSHISTFILE", "-", 1)
        fflush(nil)
        guard let pager = popen(command, "we") else { return try await body() }
        let terminal = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
        dup2(fileno(pager), STDOUT_FILENO)
        // Ctrl-C is for the pager, which stays.
        let previous = signal(SIGINT, SIG_IGN)
        defer {
            dup2(terminal, STDOUT_FILENO)
            close(terminal)
            pclose(pager)
            signal(SIGINT, previous)
        }
        try await body()
    }

    private static func command(_ configuration: Configuration) -> String? {
        switch configuration.environmentVariable("PAGER") {
        case "": nil
        case let pager?: pager
        case nil: "command -v less > /dev/null && exec less; exec cat"
        }
    }
}
