import CGTK
import Glibc
import Synchronization

/// Runs the jobs of ``DesktopActor`` in GTK's main loop, between its events.
///
/// A job becomes an idle source of GLib's main context, at the priority of events: sources of one
/// priority run in the order in which they were added, on the one thread that runs the loop. GLib
/// documents `g_idle_add_full` as safe to call from any thread. Jobs that come before the loop runs
/// wait in the context; those that come after its end are never run.
final class DesktopExecutor: SerialExecutor {
    static let shared = DesktopExecutor()

    private final class Box: Sendable {
        let job: UnownedJob

        init(_ job: UnownedJob) { self.job = job }
    }

    /// The thread that runs the loop; 0 before there is one.
    private let thread = Atomic<UInt>(0)

    /// Makes the calling thread the one that runs the loop.
    func adoptThread() { thread.store(pthread_self(), ordering: .releasing) }

    /// The calling thread no longer runs the loop; another thread may soon have its number.
    func leaveThread() { thread.store(0, ordering: .releasing) }

    func enqueue(_ job: consuming ExecutorJob) {
        let box = Unmanaged.passRetained(Box(UnownedJob(job)))
        g_idle_add_full(
            G_PRIORITY_DEFAULT,
            { data in
                // Each source has its own reference, and is removed when it has run once.
                guard let data else { return 0 }
                let box = Unmanaged<Box>.fromOpaque(data).takeRetainedValue()
                box.job.runSynchronously(on: DesktopExecutor.shared.asUnownedSerialExecutor())
                return 0
            }, box.toOpaque(), nil)
    }

    func isIsolatingCurrentThread() -> Bool? {
        thread.load(ordering: .acquiring) == pthread_self()
    }

    func checkIsolated() {
        precondition(isIsolatingCurrentThread() == true, "This is not the thread of the windows.")
    }
}
