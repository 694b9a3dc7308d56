import CGTK
import Foundation

/// GTK's main loop, on a thread of its own: neither it nor Swift's threads ever wait for the other.
enum DesktopLoop {
    /// The running loop.
    @DesktopActor private static var loop: OpaquePointer?
    /// Who waits for its end.
    @DesktopActor private static var ended: CheckedContinuation<Void, Never>?

    /// Starts the thread; returns when GTK is ready.
    ///
    /// - Parameters:
    ///   - identity: What the desktop knows the application by.
    ///   - language: What GTK's own texts are written in, as a BCP 47 tag.
    /// - Throws: ``DesktopError`` when there is no display.
    static func start(_ identity: DesktopIdentity, language: String) async throws {
        let isReady = await withCheckedContinuation { continuation in
            let thread = Thread {
                DesktopExecutor.shared.adoptThread()
                speak(language)
                g_set_prgname(identity.name)
                let isReady = gtk_init_check() != 0
                if isReady { DesktopActor.assumeIsolated { loop = g_main_loop_new(nil, 0) } }
                continuation.resume(returning: isReady)
                if isReady { run() }
            }
            thread.name = "windows"
            thread.stackSize = 8 << 20
            thread.start()
        }
        guard isReady else { throw DesktopError.noDisplay }
    }

    /// Ends the loop and waits for it; nothing of ``DesktopActor`` runs any more then.
    ///
    /// It is not of that actor, on which it could not go on after the end.
    static func stop() async {
        await withCheckedContinuation { continuation in
            Task { @DesktopActor in
                ended = continuation
                g_main_loop_quit(loop)
            }
        }
    }

    private static func run() {
        g_main_loop_run(DesktopActor.assumeIsolated { loop })
        DesktopActor.assumeIsolated {
            g_main_loop_unref(loop)
            loop = nil
            ended?.resume()
            ended = nil
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
