import Dispatch
import Glibc
import Synchronization
import TenonCore

/// Listens for the signals that end a process.
///
/// The first one cancels, so that everything is stopped in order and whoever changed the terminal
/// restores it; the second one ends the process at once. A closed pipe raises no signal any more:
/// whoever writes to it gets an error instead.
struct Interruption {
    /// The signals of Ctrl-C, of a request to end, and of a closed terminal.
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    private let sources: [any DispatchSourceSignal]

    /// Starts to listen; ends listening when it is released.
    init(cancel: @escaping @Sendable () -> Void) {
        signal(SIGPIPE, SIG_IGN)
        let queue = DispatchQueue(label: "tenon.interruption")
        let first = FirstSignal(cancel: cancel)
        sources = Self.signals.filter { !Self.isIgnored($0) }.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { first.received() }
            source.resume()
            return source
        }
    }

    /// Whether the process was started so that it survives a signal, as by `nohup`.
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

/// Tells the first signal from the second.
private final class FirstSignal: Sendable {
    private let cancel: @Sendable () -> Void
    private let isOver = Atomic(false)

    init(cancel: @escaping @Sendable () -> Void) { self.cancel = cancel }

    func received() {
        guard !isOver.exchange(true, ordering: .relaxed) else {
            _exit(ExitStatus.interrupted.rawValue)
        }
        cancel()
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
            let text: StaticString = "Stopping. Press Ctrl-C again to stop at once.\n"
            write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
        }
    }
}
