import CGTK

/// Connects signals of GTK's objects with closures; the closures live as long as the objects.
///
/// The functions that GTK calls capture nothing: the closure is in a box that belongs to the
/// connection and is released with it. GTK calls on the thread that changes it, that of
/// ``DesktopActor``. `GCallback` stands for functions of every signature: GTK calls each with the
/// values of its signal, which the functions below are written for.
@DesktopActor
enum Signal {
    private final class Box<Handler> {
        let handler: Handler

        init(_ handler: Handler) { self.handler = handler }
    }

    /// A signal without values.
    static func connect(
        _ object: UnsafeMutableRawPointer, _ signal: String,
        _ handler: @escaping @DesktopActor () -> Void
    ) {
        let function: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
            Signal.call(data) { (handler: @DesktopActor () -> Void) in handler() }
        }
        connect(object, signal, unsafeBitCast(function, to: GCallback.self), Box(handler))
    }

    /// A signal with an object or another pointer, such as `notify`.
    static func connect(
        _ object: UnsafeMutableRawPointer, pointer signal: String,
        _ handler: @escaping @DesktopActor (UnsafeMutableRawPointer?) -> Void
    ) {
        let function: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = {
            _, value, data in
            // It stays on one thread, which makes and takes the call.
            nonisolated(unsafe) let value = value
            Signal.call(data) { (handler: @DesktopActor (UnsafeMutableRawPointer?) -> Void) in
                handler(value)
            }
        }
        connect(object, signal, unsafeBitCast(function, to: GCallback.self), Box(handler))
    }

    /// A signal with a number.
    static func connect(
        _ object: UnsafeMutableRawPointer, number signal: String,
        _ handler: @escaping @DesktopActor (Int) -> Void
    ) {
        let function: @convention(c) (gpointer?, CInt, gpointer?) -> Void = { _, number, data in
            Signal.call(data) { (handler: @DesktopActor (Int) -> Void) in handler(Int(number)) }
        }
        connect(object, signal, unsafeBitCast(function, to: GCallback.self), Box(handler))
    }

    /// The signal of a gesture that begins: how many presses there were, and where.
    static func connect(
        _ object: UnsafeMutableRawPointer, press signal: String,
        _ handler: @escaping @DesktopActor () -> Void
    ) {
        let function: @convention(c) (gpointer?, CInt, Double, Double, gpointer?) -> Void = {
            _, _, _, _, data in
            Signal.call(data) { (handler: @DesktopActor () -> Void) in handler() }
        }
        connect(object, signal, unsafeBitCast(function, to: GCallback.self), Box(handler))
    }

    /// Keys, in GTK's notation with `|` between them, that do something within a widget.
    static func connect(
        _ widget: Widget, keys: String, _ handler: @escaping @DesktopActor () -> Bool
    ) {
        let action = gtk_callback_action_new(
            { _, _, data in
                Signal.call(data) { (handler: @DesktopActor () -> Bool) in handler().c } ?? 0
            }, Unmanaged.passRetained(Box(handler)).toOpaque(),
            { data in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } })
        let controller = gtk_shortcut_controller_new()
        gtk_shortcut_controller_add_shortcut(
            controller, gtk_shortcut_new(gtk_shortcut_trigger_parse_string(keys), action))
        gtk_widget_add_controller(widget.pointer, controller)
    }

    /// What happens before the popover of a menu button opens.
    static func connect(
        menuButton: Widget, opening handler: @escaping @DesktopActor () -> Void
    ) {
        gtk_menu_button_set_create_popup_func(
            menuButton.opaque,
            { _, data in
                Signal.call(data) { (handler: @DesktopActor () -> Void) in handler() }
            }, Unmanaged.passRetained(Box(handler)).toOpaque(),
            { data in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } })
    }

    /// A signal that asks whether it was dealt with.
    static func connect(
        _ object: UnsafeMutableRawPointer, asking signal: String,
        _ handler: @escaping @DesktopActor () -> Bool
    ) {
        let function: @convention(c) (gpointer?, gpointer?) -> gboolean = { _, data in
            Signal.call(data) { (handler: @DesktopActor () -> Bool) in handler().c } ?? 0
        }
        connect(object, signal, unsafeBitCast(function, to: GCallback.self), Box(handler))
    }

    /// A signal with a text that asks whether it was dealt with.
    static func connect(
        _ object: UnsafeMutableRawPointer, askingText signal: String,
        _ handler: @escaping @DesktopActor (String) -> Bool
    ) {
        let function: @convention(c) (gpointer?, UnsafePointer<CChar>?, gpointer?) -> gboolean = {
            _, text, data in
            let text = text.map { String(cString: $0) } ?? ""
            return Signal.call(data) { (handler: @DesktopActor (String) -> Bool) in
                handler(text).c
            } ?? 0
        }
        connect(object, signal, unsafeBitCast(function, to: GCallback.self), Box(handler))
    }

    private static func connect(
        _ object: UnsafeMutableRawPointer, _ signal: String, _ function: GCallback,
        _ box: AnyObject
    ) {
        g_signal_connect_data(
            object, signal, function, Unmanaged.passRetained(box).toOpaque(),
            { data, _ in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } },
            GConnectFlags(rawValue: 0))
    }

    @discardableResult
    private nonisolated static func call<Handler, Result>(
        _ data: gpointer?, _ body: @DesktopActor (Handler) -> Result
    ) -> Result? {
        guard let data else { return nil }
        // Taken and used on one thread, as above.
        nonisolated(unsafe) let box = Unmanaged<Box<Handler>>.fromOpaque(data)
        return DesktopActor.assumeIsolated { body(box.takeUnretainedValue().handler) }
    }
}
