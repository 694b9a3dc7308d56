import Glibc
import Synchronization

/// Handles signals: restores the terminal before those that end the process, and reports those
/// about the terminal through a pipe.
enum TerminalSignals {
    /// What is read from the pipe.
    enum Message: UInt8 {
        case resized = 1
        case suspended = 2
        case resumed = 3
        /// No signal: the reader should check whether to stop.
        case wake = 4
    }

    /// Signals of a crash, and of Ctrl-\.
    private static let crashes = [
        SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS, SIGQUIT,
    ]
    /// Signals that ask the process to end.
    private static let ends = [SIGINT, SIGTERM, SIGHUP]

    /// The former action of each signal, by number.
    ///
    /// Written only by ``install()``, before the handler of that number reads it.
    private nonisolated(unsafe) static let former: UnsafeMutablePointer<sigaction> = {
        let memory = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
        memory.initialize(repeating: sigaction(), count: 65)
        return memory
    }()
    private static let writer = Atomic<Int32>(-1)
    private static let requestsToEnd = Atomic(0)

    /// Begins to hear of signals.
    ///
    /// - Returns: The end of the pipe to read ``Message``s from.
    static func install() -> Int32 {
        var pair: [Int32] = [-1, -1]
        pipe(&pair)
        for end in pair {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            // A handler never blocks, even on many signals.
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        writer.store(pair[1], ordering: .sequentiallyConsistent)
        requestsToEnd.store(0, ordering: .sequentiallyConsistent)
        for number in crashes { handle(number) { TerminalSignals.crash($0) } }
        for number in ends { handle(number) { TerminalSignals.end($0) } }
        handle(SIGWINCH) { _ in TerminalSignals.send(.resized) }
        handle(SIGCONT) { _ in TerminalSignals.send(.resumed) }
        handle(SIGTSTP) { _ in TerminalSignals.send(.suspended) }
        return pair[0]
    }

    /// Unblocks the signals on the calling thread, since the process may have started with them
    /// blocked.
    static func unblock() {
        var set = sigset_t()
        sigemptyset(&set)
        for number in crashes + ends + [SIGWINCH, SIGCONT, SIGTSTP] { sigaddset(&set, number) }
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// Restores the former actions of the signals.
    static func remove() {
        for number in crashes + ends + [SIGWINCH, SIGCONT, SIGTSTP] {
            sigaction(number, former + Int(number), nil)
        }
    }

    /// Sends a message; a handler may do it.
    static func send(_ message: Message) {
        let savedError = errno
        var byte = message.rawValue
        write(writer.load(ordering: .relaxed), &byte, 1)
        errno = savedError
    }

    /// Stops the process until the shell lets it go on; the terminal is restored already.
    static func suspend() {
        var ours = sigaction()
        sigaction(SIGTSTP, nil, &ours)
        var standard = sigaction()
        sigaction(SIGTSTP, &standard, nil)
        // The threads of Swift's tasks take no signals; this one does, for a moment.
        var set = sigset_t()
        var mask = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &set, &mask)
        raise(SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &mask, nil)
        sigaction(SIGTSTP, &ours, nil)
    }

    private static func handle(_ number: Int32, _ handler: @convention(c) (Int32) -> Void) {
        let place = former + Int(number)
        sigaction(number, nil, place)
        // A process that was started to ignore a signal goes on ignoring it.
        guard address(of: place.pointee) != address(of: SIG_IGN) else { return }
        var action = sigaction()
        action.__sigaction_handler.sa_handler = handler
        action.sa_flags = SA_RESTART
        sigaction(number, &action, nil)
    }

    /// Restores the terminal, then runs the former action of the signal.
    private static func crash(_ number: Int32) {
        TerminalRestorer.restore()
        sigaction(number, former + Int(number), nil)
        raise(number)
    }

    /// The first request lets everything end in order; after the second one nothing may be left to
    /// restore the terminal.
    private static func end(_ number: Int32) {
        let place = former + Int(number)
        guard address(of: place.pointee) != address(of: SIG_DFL),
            let handler = place.pointee.__sigaction_handler.sa_handler
        else { return crash(number) }
        let (before, _) = requestsToEnd.add(1, ordering: .sequentiallyConsistent)
        if before > 0 { TerminalRestorer.restore() }
        handler(number)
    }

    private static func address(of action: sigaction) -> Int {
        address(of: action.__sigaction_handler.sa_handler)
    }

    private static func address(of handler: __sighandler_t?) -> Int {
        unsafeBitCast(handler, to: Int.self)
    }
}
