import Glibc
import TenonCore
import TenonUI

/// The terminal while it shows full screens.
///
/// It is immutable; one task at a time uses it.
final class TerminalDevice: Sendable {
    /// The size that is assumed when a terminal does not know its own.
    private static let usualSize = (columns: 80, rows: 24)

    /// Where the terminal can be written to.
    let output = OutputWriter(descriptor: STDOUT_FILENO)
    /// What the terminal can do.
    let kind: TerminalKind
    /// Whether pictures are to be shown.
    let showsPictures: Bool

    private let memory: TerminalRestorer.Memory
    private let raw: termios
    private let heldErrors: Int32

    /// Reads the terminal's settings; `nil` when there is none.
    init?(_ kind: TerminalKind, showsPictures: Bool) {
        var attributes = termios()
        guard tcgetattr(STDIN_FILENO, &attributes) == 0 else { return nil }
        self.kind = kind
        self.showsPictures = showsPictures && kind.depth != .none && kind.mayBeAsked
        var raw = attributes
        raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON)
        raw.c_oflag &= ~tcflag_t(OPOST)
        // Signals stay: Ctrl-C and Ctrl-Z work at any time.
        raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN)
        withUnsafeMutableBytes(of: &raw.c_cc) {
            $0[Int(VMIN)] = 1
            $0[Int(VTIME)] = 0
        }
        self.raw = raw
        // Output on standard error would appear in the middle of the screen; it is held back in a
        // file without a name, which a handler can copy as well.
        let isShared = isatty(STDERR_FILENO) == 1
        heldErrors = isShared ? Self.makeNamelessFile() : -1
        let errors = heldErrors >= 0 ? fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3) : -1
        memory = TerminalRestorer.remember(
            TerminalRestorer.Record(
                descriptor: STDIN_FILENO, attributes: attributes, errors: errors,
                heldErrors: heldErrors,
                leave: self.showsPictures && kind.mayHaveKitty
                    ? ControlSequence.leaveWithPictures : ControlSequence.leave))
    }

    /// A file without a name, which no other process can open; -1 when it cannot be made.
    private static func makeNamelessFile() -> Int32 {
        guard let stream = tmpfile() else { return -1 }
        defer { fclose(stream) }
        return fcntl(fileno(stream), F_DUPFD_CLOEXEC, 3)
    }

    /// The size in columns and rows now.
    var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return Self.usualSize }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Begins to use the whole screen.
    func enter() {
        TerminalRestorer.arm(memory)
        var raw = raw
        tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
        if heldErrors >= 0 { dup2(heldErrors, STDERR_FILENO) }
        output.write(ControlSequence.enter + (kind.hasMouse ? ControlSequence.reportMouse : ""))
        if kind.mayBeAsked { output.write(ControlSequence.askBackground) }
        if showsPictures, kind.mayHaveKitty { output.write(ControlSequence.askKitty) }
        askCell()
        if showsPictures { output.write(ControlSequence.askAttributes) }
    }

    /// Asks how many pixels a place has, where that matters.
    func askCell() {
        if showsPictures { output.write(ControlSequence.askCell) }
    }

    /// How many pixels a place has, as the system knows it; `nil` when it does not.
    var cell: PictureSize? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0,
            size.ws_xpixel > 0, size.ws_ypixel > 0
        else { return nil }
        return PictureSize(
            width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row))
    }

    /// Puts the terminal back as it was.
    func leave() { TerminalRestorer.restore() }

    /// Stops the process until the shell lets it go on.
    func suspend() {
        TerminalRestorer.restore()
        TerminalSignals.suspend()
    }
}
