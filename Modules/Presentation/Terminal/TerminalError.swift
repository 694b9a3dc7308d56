import TenonCore

/// What keeps this front end from running.
typealias TerminalError = ModuleError<TerminalErrors>

/// Tells ``TerminalError`` apart from the errors of other modules.
enum TerminalErrors {}

extension TerminalError {
    static func noTerminal(_ application: ApplicationInfo) -> TerminalError {
        TerminalError(
            .terminalMissing,
            "A full screen needs a terminal for its input and its output.",
            remedy: """
                Run it in a terminal, or use the line-based program: \
                \(application.lineProgram).
                """)
    }

    static func cannotPlace(_ name: String, _ application: ApplicationInfo) -> TerminalError {
        TerminalError(
            .terminalUnsuitable,
            "A full screen cannot be shown on a terminal of type \"\(name)\".",
            remedy: """
                Set TERM to the type of the terminal, or use the line-based program: \
                \(application.lineProgram).
                """)
    }

    static func badKey(_ text: String) -> TerminalError {
        TerminalError(
            .terminalKeys, "\"\(text)\" is not valid for --keys.",
            remedy: """
                Write a name and a key such as commands=ctrl-k, alt-x, f2, page-down or a letter; \
                several are separated by commas.
                """)
    }
}

extension ApplicationInfo {
    /// The name of the line-based program of the same product: this one without its suffix.
    fileprivate var lineProgram: String {
        executable.hasSuffix("-tui") ? String(executable.dropLast(4)) : executable
    }
}

extension ErrorCode {
    static let terminalMissing = ErrorCode("terminal.missing", .unavailable)
    static let terminalUnsuitable = ErrorCode("terminal.unsuitable", .unavailable)
    static let terminalKeys = ErrorCode("terminal.keys", .usage)
}
