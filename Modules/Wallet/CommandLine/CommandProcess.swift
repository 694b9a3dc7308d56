import Glibc

/// What the process of a command does before anything else.
package enum CommandProcess {
    /// The commands that lock, by the first words of the arguments.
    private static let locking = [["lock"], ["agent", "stop"]]

    /// Gives a command that locks a session of its own.
    ///
    /// Linux divides the processors between sessions first (autogroup, sched(7)). In the session of a
    /// terminal where dozens of threads are busy, each step of a lock would wait until all of them had
    /// their turns.
    package static func prepare() {
        let words = CommandLine.arguments.dropFirst()
        guard locking.contains(where: { words.starts(with: $0) }) else { return }
        // The first process of a group cannot leave the session, so it joins the group of the shell.
        setpgid(0, getpgid(getppid()))
        // Others in a pipeline may still have the group of this one.
        if setsid() < 0 { setpgid(0, 0) }
    }
}
