import CGTK
import Dispatch
import Glibc
import Synchronization

/// GTK's main loop, on its own thread: neither it nor Swift's threads ever wait for the other.
enum DesktopLoop {
    /// What the thread does.
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private static let stackSize = 8 << 20

    /// The running loop.
    @DesktopActor private static var loop: OpaquePointer?
    /// The thread, until its end is awaited.
    private static let thread = Mutex<pthread_t?>(nil)

    /// Starts the thread; returns when GTK is ready.
    ///
    /// - Parameters:
    ///   - identity: What the desktop knows the application by.
    ///   - language: What GTK's own texts are written in, as a BCP 47 tag.
    /// - Throws: ``DesktopError`` when there is no display.
    static func start(_ identity: DesktopIdentity, language: String) async throws {
        let isReady = await withCheckedContinuation { continuation in
            let hasBegun = begin {
                DesktopExecutor.shared.adoptThread()
                speak(language)
                g_set_prgname(identity.name)
                let isReady = DesktopDisplay.open()
                if isReady {
                    DisplayLoss.watch()
                    DesktopActor.assumeIsolated { loop = g_main_loop_new(nil, 0) }
                }
                continuation.resume(returning: isReady)
                if isReady { run() }
                DesktopExecutor.shared.leaveThread()
            }
            if !hasBegun { continuation.resume(returning: false) }
        }
        guard isReady else {
            await waitForEnd()
            throw DesktopError.noDisplay
        }
    }

    /// Ends the loop and waits for its thread; after that, no job of ``DesktopActor`` runs.
    ///
    /// It is not isolated to that actor, where it could not continue after the end. When the display is
    /// lost no job runs any more, and the thread ends with the process.
    static func stop() async {
        _ = await DisplayLoss.use {
            Task { @DesktopActor in g_main_loop_quit(loop) }
            await waitForEnd()
        }
    }

    private static func run() {
        g_main_loop_run(DesktopActor.assumeIsolated { loop })
        DesktopActor.assumeIsolated {
            g_main_loop_unref(loop)
            loop = nil
        }
    }

    // MARK: - The thread

    /// - Returns: Whether the thread could be made.
    private static func begin(_ body: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stackSize)
        var new = pthread_t()
        let work = Unmanaged.passRetained(Work(body))
        let result = pthread_create(
            &new, &attributes,
            { work in
                if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
                return nil
            }, work.toOpaque())
        guard result == 0 else {
            work.release()
            return false
        }
        thread.withLock { $0 = new }
        return true
    }

    /// Waits until the thread is gone, with all that libraries of graphics keep for it.
    ///
    /// They clean up when the thread ends and when the process ends, which must not happen at once.
    private static func waitForEnd() async {
        guard let thread = thread.withLock({ $0.take() }) else { return }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                pthread_join(thread, nil)
                continuation.resume()
            }
        }
    }

    /// Chooses the language of GTK's own texts for this thread alone: other threads format numbers.
    private static func speak(_ language: String) {
        gtk_disable_setlocale()
        let name = language.replacing("-", with: "_")
        for candidate in ["\(name).UTF-8", "", "C.UTF-8"] {
            // LC_CTYPE and LC_MESSAGES.
            if let locale = newlocale(1 << 0 | 1 << 5, candidate, nil) {
                uselocale(locale)
                return
            }
        }
    }
}
