import CGTK
import Dispatch
import Glibc
import Synchronization
import TenonCore
import TenonMemory

/// What happens when the connection to the display is lost, such as when the X server or the compositor ends.
///
/// GDK ends the process at once, and what was typed would be gone with it. GTK's thread stands still instead,
/// so that nothing on ``DesktopActor`` goes on, and the program ends in order.
enum DisplayLoss {
    private struct State {
        var isLost = false
        /// Goes on when the use of the display ends; gets whether the display is still there.
        var use: CheckedContinuation<Bool, Never>?
    }

    /// How long the program may take to end, in seconds: longer than saving what was typed may take.
    private static let endingTime = 30 * Patience.factor

    private static let state = Mutex(State())

    /// Listens for the loss; call it from GTK's thread when the display is open.
    static func watch() {
        tenon_gtk_when_x11_is_lost { _ in DisplayLoss.standStill() }
        tenon_gtk_when_wayland_is_lost(gdk_display_get_default()) { _, _, _ in
            DisplayLoss.standStill()
        }
    }

    /// Uses the display until the operation ends or the display is lost; then the operation never goes on.
    ///
    /// - Returns: Whether the display is still there.
    static func use(_ operation: @escaping @Sendable () async -> Void) async -> Bool {
        await withCheckedContinuation { continuation in
            let mayBegin = state.withLock { state in
                if !state.isLost { state.use = continuation }
                return !state.isLost
            }
            guard mayBegin else { return continuation.resume(returning: false) }
            Task {
                await operation()
                endUse(isLost: false)
            }
        }
    }

    private static func endUse(isLost: Bool) {
        let use = state.withLock { state in
            defer { state.use = nil }
            state.isLost = state.isLost || isLost
            return state.use
        }
        use?.resume(returning: !isLost)
    }

    /// Keeps GTK's thread until the process has ended, and ends that if nothing else does.
    private static func standStill() -> Never {
        endUse(isLost: true)
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .seconds(endingTime))
        _exit(ExitStatus.unavailable.rawValue)
    }
}
