import Dispatch
import Glibc
import Synchronization
import TenonCore
import TenonMemory

/// Listens for the signals that end a process.
///
/// The first one cancels, so that everything is stopped in order and the code that changed the
/// terminal restores it; the second one ends the process at once, unless both say that the terminal
/// is closed. A closed pipe raises no signal any more: writing to it fails instead.
///
/// The handlers are there when `init` returns, and pass the signals on through a pipe: a signal
/// that comes before ``watch(cancel:)`` is neither lost nor does it end the process.
struct Interruption {
    /// The signals of Ctrl-C, of a request to end, and of a closed terminal.
    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    /// The end of the pipe that the handlers write to.
    private static let writer = Atomic<Int32>(-1)

    /// How long a program may take to end when its terminal is closed, in seconds: longer than saving what was
    /// typed may take.
    private static let endingTime = 30.0 * Double(Patience.factor)

    private let reader: Int32

    init() {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        reader = ends[0]
        Self.writer.store(ends[1], ordering: .sequentiallyConsistent)
        for number in Self.signals where !Self.isIgnored(number) { Self.handle(number) }
    }

    /// Calls back on the first signal, and ends the process on the second.
    func watch(cancel: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "tenon.interruption").async { [reader] in
            // The process may have been started with the signals blocked, in all its threads.
            var set = sigset_t()
            sigemptyset(&set)
            for number in Self.signals { sigaddset(&set, number) }
            pthread_sigmask(SIG_UNBLOCK, &set, nil)

            let first = Self.nextSignal(reader)
            cancel()
            let later = DispatchQueue.global()
            later.asyncAfter(deadline: .now() + 1) { Self.explainSecondSignal() }
            if first == SIGHUP {
                // Nobody is there who could send another one.
                later.asyncAfter(deadline: .now() + Self.endingTime) { Self.end() }
            }
            // Of a closed terminal the shell tells its jobs, and the system once more when the shell has ended.
            while Self.nextSignal(reader) == SIGHUP, first == SIGHUP {}
            Self.end()
        }
    }

    /// Waits for a signal, and tells which.
    private static func nextSignal(_ reader: Int32) -> Int32 {
        var byte: UInt8 = 0
        while read(reader, &byte, 1) != 1 {}
        return Int32(byte)
    }

    private static func end() -> Never { _exit(ExitStatus.interrupted.rawValue) }

    private static func explainSecondSignal() {
        let text: StaticString = "Stopping. Press Ctrl-C again to stop at once.\n"
        write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }

    private static func handle(_ number: Int32) {
        var action = sigaction()
        // Only what may be done in a handler: it writes a byte and leaves `errno` as it was.
        action.__sigaction_handler.sa_handler = { number in
            let saved = errno
            var byte = UInt8(truncatingIfNeeded: number)
            write(Interruption.writer.load(ordering: .relaxed), &byte, 1)
            errno = saved
        }
        action.sa_flags = SA_RESTART
        sigaction(number, &action, nil)
    }

    /// Whether the process was started so that it survives a signal, as by `nohup`.
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
