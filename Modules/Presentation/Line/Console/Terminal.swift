#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Terminal functions: whether a stream is one, its size, and hiding input.
///
/// Nothing else in this module names a platform.
enum Terminal {
    /// The width without a terminal.
    static let usualColumns = 80

    /// Whether a stream is a terminal.
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// The size in columns and rows; `nil` when the stream is not a terminal, or does not know.
    static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Drops what was typed and is not read yet, such as half a line for a screen that has gone.
    static func dropTyped(on descriptor: Int32) { tcflush(descriptor, TCIFLUSH) }

    /// Does something while a terminal does not show what is typed.
    ///
    /// What was typed ahead stays in line. The end of a line is shown, so that the output goes on
    /// below. The terminal is as before on every way out of `body`.
    static func withoutEcho<Result, Failure: Error>(
        on descriptor: Int32, _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        var before = termios()
        guard tcgetattr(descriptor, &before) == 0 else { return try await body() }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO)
        silent.c_lflag |= tcflag_t(ECHONL)
        tcsetattr(descriptor, TCSADRAIN, &silent)
        defer { tcsetattr(descriptor, TCSADRAIN, &before) }
        return try await body()
    }
}
