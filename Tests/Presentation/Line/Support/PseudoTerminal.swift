import Foundation

/// A terminal without a window: what is written to one end is typed at the other.
final class PseudoTerminal: Sendable {
    /// The end of whoever types and reads.
    let outside: FileHandle
    /// The end of the program; who starts one closes it, so that the terminal ends with the program.
    let inside: FileHandle

    init(columns: UInt16, rows: UInt16 = 24) throws {
        var (outside, inside): (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&outside, &inside, nil, nil, &size) == 0 else {
            throw CocoaError(.fileNoSuchFile)
        }
        for end in [outside, inside] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.outside = FileHandle(fileDescriptor: outside, closeOnDealloc: true)
        self.inside = FileHandle(fileDescriptor: inside, closeOnDealloc: true)
    }

    /// Whether what is typed is shown.
    var echoes: Bool {
        var attributes = termios()
        tcgetattr(outside.fileDescriptor, &attributes)
        return attributes.c_lflag & tcflag_t(ECHO) != 0
    }
}
