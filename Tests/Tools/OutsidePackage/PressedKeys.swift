/// A program that runs on a terminal, where keys are pressed when a text is seen.
struct PressedKeys {
    /// What `env` runs.
    let arguments: [String]

    /// Puts `python3 -c` before a program and its arguments.
    ///
    /// - Parameters:
    ///   - program: The program and its arguments.
    ///   - keys: What is pressed, each once a text came after what was pressed before.
    init(_ program: [String], _ keys: [(seen: String, keys: String)]) {
        arguments =
            ["python3", "-c", Self.source, "\(keys.count)"]
            + keys.flatMap { [$0.seen, $0.keys] } + program
    }

    private static let source = """
        import fcntl, os, pty, re, signal, struct, sys, termios
        count = int(sys.argv[1])
        steps = [word.encode() for word in sys.argv[2:2 + 2 * count]]
        program = sys.argv[2 + 2 * count:]
        child, terminal = pty.fork()
        if child == 0:
            os.execvp(program[0], program)
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("4H", 24, 80, 0, 0))
        all, new = b"", b""
        # Whoever waits for what never comes gets what was seen instead.
        signal.signal(signal.SIGALRM, lambda *_: os.kill(child, signal.SIGKILL))
        signal.alarm(1200)
        while True:
            try:
                read = os.read(terminal, 4096)
            except OSError:
                break
            all, new = all + read, new + read
            # Colours and moves of the cursor may stand between two letters.
            text = re.sub(rb"\\x1b\\[[0-9;?]*[A-Za-z]", b"", new)
            if steps and steps[0] in text:
                os.write(terminal, steps[1])
                steps, new = steps[2:], b""
                signal.alarm(60)
        sys.stdout.buffer.write(all)
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """
}
