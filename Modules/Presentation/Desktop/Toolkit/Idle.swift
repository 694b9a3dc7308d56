import CGTK

/// Runs something when GTK is idle: after pending layout and drawing.
@DesktopActor
enum Idle {
    private final class Box {
        let body: @DesktopActor () -> Void
        /// How many frames are still to come before.
        var frames = 2

        init(_ body: @escaping @DesktopActor () -> Void) { self.body = body }
    }

    static func run(_ body: @escaping @DesktopActor () -> Void) {
        g_idle_add_full(
            G_PRIORITY_DEFAULT_IDLE,
            { data in
                // The main loop runs on the windows' thread; the box is taken once and there only.
                nonisolated(unsafe) let data = data
                DesktopActor.assumeIsolated {
                    guard let data else { return }
                    Unmanaged<Box>.fromOpaque(data).takeRetainedValue().body()
                }
                return 0
            }, Unmanaged.passRetained(Box(body)).toOpaque(), nil)
    }

    /// Does something when a widget has got its place: in the frame after the next one.
    static func run(afterLayoutOf widget: Widget, _ body: @escaping @DesktopActor () -> Void) {
        gtk_widget_add_tick_callback(
            widget.pointer,
            { _, _, data in
                // As above; the box belongs to the callback.
                nonisolated(unsafe) let data = data
                return DesktopActor.assumeIsolated {
                    guard let data else { return 0 }
                    let box = Unmanaged<Box>.fromOpaque(data).takeUnretainedValue()
                    box.frames -= 1
                    if box.frames == 0 { box.body() }
                    return (box.frames > 0).c
                }
            }, Unmanaged.passRetained(Box(body)).toOpaque(),
            { data in if let data { Unmanaged<Box>.fromOpaque(data).release() } })
    }
}
