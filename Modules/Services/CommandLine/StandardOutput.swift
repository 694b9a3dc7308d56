import Glibc
public import TenonCore

/// The reader has closed standard output: the process ends quietly, with success.
///
/// A command that writes through ``StandardOutput`` lets this error pass, and so stops early when
/// its output goes to a program like `head`.
public struct OutputClosed: Error {}

/// Data for standard output; messages, progress and prompts belong to standard error.
public enum StandardOutput {
    /// The width of the terminal; `nil` when standard output is not one.
    package static var terminalColumns: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    /// Writes text at once, after what was printed before.
    ///
    /// - Throws: ``OutputClosed`` when the reader is gone, or an `ExplainedError` when the text
    ///   could not be written, such as on a full disk.
    public static func write(_ text: String) throws {
        var copy = text
        try copy.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
    }

    /// Writes a secret at once, after what was printed before.
    ///
    /// - Throws: ``OutputClosed`` when the reader is gone, or an `ExplainedError` when the text
    ///   could not be written, such as on a full disk.
    public static func write(_ secret: SecretText) throws {
        try secret.withBytes { try write($0) }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer) throws {
        fflush(nil)
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(STDOUT_FILENO, rest.baseAddress, rest.count)
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno == EAGAIN {
                var wait = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                poll(&wait, 1, -1)
            } else if errno == EPIPE {
                throw OutputClosed()
            } else if errno != EINTR {
                throw CommandLineError.outputFailed(String(cString: strerror(errno)))
            }
        }
    }
}
