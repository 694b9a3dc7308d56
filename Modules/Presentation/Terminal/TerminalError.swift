import TenonCore

/// What keeps this front end from running.
struct TerminalError: ExplainedError {
    let code: ErrorCode
    let message: Sentence
    let remedy: Sentence

    static func noTerminal(_ application: ApplicationInfo) -> TerminalError {
        TerminalError(
            code: .terminalMissing,
            message: "A full screen needs a terminal for its input and its output.",
            remedy: """
                Run it in a terminal, or use the line-based program: \
                \(application.lineProgram).
                """)
    }

    static func cannotPlace(_ name: String, _ application: ApplicationInfo) -> TerminalError {
        TerminalError(
            code: .terminalUnsuitable,
            message: "A full screen cannot be shown on a terminal of type \"\(name)\".",
            remedy: """
                Set TERM to the type of the terminal, or use the line-based program: \
                \(application.lineProgram).
                """)
    }

    static func badKey(_ text: String) -> TerminalError {
        TerminalError(
            code: .terminalKeys, message: "\"\(text)\" is not valid for --keys.",
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
