import CGTK

/// Whether the desktop's portal reports a dark scheme; light without a portal.
@DesktopActor
final class SystemScheme {
    private static let portal = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Settings"
    private static let space = "org.freedesktop.appearance"
    private static let key = "color-scheme"

    private(set) var isDark = false
    private var changed: (@DesktopActor () -> Void)?

    /// Calls back after each change; the portal answers later, and nothing waits.
    func watch(_ changed: @escaping @DesktopActor () -> Void) {
        self.changed = changed
        g_bus_get(
            G_BUS_TYPE_SESSION, nil,
            { _, result, data in
                // The bus calls back on the thread that has asked, where all of this is used.
                nonisolated(unsafe) let answer = (result, data)
                DesktopActor.assumeIsolated {
                    guard let data = answer.1 else { return }
                    let scheme = Unmanaged<SystemScheme>.fromOpaque(data).takeRetainedValue()
                    if let bus = g_bus_get_finish(answer.0, nil) { scheme.connect(bus) }
                }
            }, Unmanaged.passRetained(self).toOpaque())
    }

    private func connect(_ bus: OpaquePointer) {
        defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
        g_dbus_connection_signal_subscribe(
            bus, Self.portal, Self.interface, "SettingChanged", Self.path, Self.space,
            G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, _, _, _, values, data in
                // On the same thread, as above.
                nonisolated(unsafe) let signal = (values, data)
                DesktopActor.assumeIsolated {
                    guard let values = signal.0, let data = signal.1 else { return }
                    Unmanaged<SystemScheme>.fromOpaque(data).takeUnretainedValue().take(values)
                }
            }, Unmanaged.passRetained(self).toOpaque(),
            { data in if let data { Unmanaged<SystemScheme>.fromOpaque(data).release() } })
        var names: [OpaquePointer?] = [
            g_variant_new_string(Self.space), g_variant_new_string(Self.key),
        ]
        g_dbus_connection_call(
            bus, Self.portal, Self.path, Self.interface, "Read", g_variant_new_tuple(&names, 2),
            nil,
            G_DBUS_CALL_FLAGS_NONE, 2000, nil,
            { bus, result, data in
                // On the same thread, as above.
                nonisolated(unsafe) let call = (bus, result, data)
                DesktopActor.assumeIsolated {
                    guard let data = call.2 else { return }
                    let scheme = Unmanaged<SystemScheme>.fromOpaque(data).takeRetainedValue()
                    let answer = g_dbus_connection_call_finish(
                        call.0.map { OpaquePointer($0) }, call.1, nil)
                    guard let answer else { return }
                    defer { g_variant_unref(answer) }
                    scheme.take(number: g_variant_get_child_value(answer, 0))
                }
            }, Unmanaged.passRetained(self).toOpaque())
    }

    /// Takes a change: of which space, of which key, and the value.
    private func take(_ values: OpaquePointer) {
        guard let key = g_variant_get_child_value(values, 1) else { return }
        defer { g_variant_unref(key) }
        guard let text = g_variant_get_string(key, nil), String(cString: text) == Self.key else {
            return
        }
        take(number: g_variant_get_child_value(values, 2))
    }

    /// Takes the value, which comes in one or two envelopes; 1 is dark.
    private func take(number value: OpaquePointer?) {
        guard let value else { return }
        defer { g_variant_unref(value) }
        if let type = g_variant_get_type_string(value), String(cString: type) == "v" {
            return take(number: g_variant_get_variant(value))
        }
        guard let type = g_variant_get_type_string(value), String(cString: type) == "u" else {
            return
        }
        isDark = g_variant_get_uint32(value) == 1
        changed?()
    }
}
