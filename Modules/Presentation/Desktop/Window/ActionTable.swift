import CGTK
import TenonCore
import TenonUI

/// The actions of the screens in sight and of the application, and going to its places, as
/// `GAction`s of the window, which keys, menus and the desktop itself use.
@DesktopActor
final class ActionTable {
    private let application: UnsafeMutablePointer<GtkApplication>
    private let map: OpaquePointer
    private let accelerators: Accelerators
    private let perform: @DesktopActor (Action) -> Void
    private var screen: Screen?
    private var present: [String: Action] = [:]
    /// The actions with their keys, in the order of the screen.
    private(set) var keys: [(action: Action, key: String)] = []

    init(
        _ window: Widget, application: UnsafeMutablePointer<GtkApplication>,
        accelerators: Accelerators, perform: @escaping @DesktopActor (Action) -> Void
    ) {
        self.application = application
        self.accelerators = accelerators
        self.perform = perform
        map = window.opaque
    }

    /// The name of an action for GLib, which takes few characters.
    nonisolated static func name(_ id: String) -> String {
        "act-"
            + id.utf8.map { byte in
                let isPlain =
                    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x61...0x7A).contains(byte)
                return isPlain
                    ? String(UnicodeScalar(byte)) : "-" + String(byte, radix: 16) + "."
            }.joined()
    }

    /// Takes over the actions of a screen.
    func update(_ screen: Screen?) {
        guard screen != self.screen else { return }
        self.screen = screen
        let all = screen?.keyedActions ?? []
        let new = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for id in present.keys where new[id] == nil {
            g_action_map_remove_action(map, Self.name(id))
            setKey(nil, of: id)
        }
        let keys = screen.map(accelerators.assign) ?? [:]
        for (id, action) in new {
            if present[id] == nil { add(id) }
            let found = g_action_map_lookup_action(map, Self.name(id))
            g_simple_action_set_enabled(found, action.isEnabled.c)
            setKey(keys[id], of: id)
        }
        present = new
        self.keys = all.compactMap { action in keys[action.id].map { (action, $0) } }
    }

    /// Adds an action of the window itself.
    func add(_ name: String, keys: [String], perform: @escaping @DesktopActor () -> Void) {
        guard let action = g_simple_action_new(name, nil) else { return }
        Signal.connect(UnsafeMutableRawPointer(action), pointer: "activate") { _ in perform() }
        g_action_map_add_action(map, action)
        g_object_unref(UnsafeMutableRawPointer(action))
        setKeys(keys, of: name)
    }

    /// Makes an action of the window possible or not.
    func enable(_ name: String, _ isEnabled: Bool) {
        guard let action = g_action_map_lookup_action(map, name) else { return }
        g_simple_action_set_enabled(action, isEnabled.c)
    }

    private func add(_ id: String) {
        add(Self.name(id), keys: []) { [weak self] in
            guard let self, let action = self.present[id] else { return }
            self.perform(action)
        }
    }

    private func setKey(_ key: String?, of id: String) {
        setKeys(key.map { [$0] } ?? [], of: Self.name(id))
    }

    private func setKeys(_ keys: [String], of name: String) {
        var pointers: [UnsafePointer<CChar>?] = keys.map { UnsafePointer(g_strdup($0)) }
        pointers.append(nil)
        gtk_application_set_accels_for_action(application, "win.\(name)", &pointers)
        for pointer in pointers { g_free(UnsafeMutableRawPointer(mutating: pointer)) }
    }
}
