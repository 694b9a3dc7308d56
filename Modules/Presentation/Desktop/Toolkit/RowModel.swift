import CGTK

/// A list model that knows how many rows there are, and nothing about them.
///
/// GTK asks for the items of the rows that are near the visible ones, and gets empty ones; what a row
/// shows is looked up by its position. So 100,000 rows cost no more than those that can be seen.
@DesktopActor
final class RowModel {
    /// What GTK allocates for an instance: a GObject with a number behind it.
    private struct Instance {
        var parent: GObject
        var count: guint
    }

    private static let type: GType = {
        let type = g_type_register_static_simple(
            g_object_get_type(), "TenonRowModel", guint(MemoryLayout<GObjectClass>.size), nil,
            guint(MemoryLayout<Instance>.size), nil, GTypeFlags(rawValue: 0))
        var info = GInterfaceInfo(
            interface_init: { interface, _ in
                guard let table = interface?.assumingMemoryBound(to: GListModelInterface.self)
                else { return }
                table.pointee.get_item_type = { _ in gtk_string_object_get_type() }
                table.pointee.get_n_items = { model in RowModel.count(model) }
                table.pointee.get_item = { model, position in
                    guard position < RowModel.count(model) else { return nil }
                    return UnsafeMutableRawPointer(gtk_string_object_new(""))
                }
            }, interface_finalize: nil, interface_data: nil)
        g_type_add_interface_static(type, g_list_model_get_type(), &info)
        return type
    }()

    /// The model, of which this object owns a reference.
    let pointer: OpaquePointer

    init() {
        pointer = OpaquePointer(g_object_new_with_properties(Self.type, 0, nil, nil))
    }

    isolated deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }

    /// How many rows there are.
    var count: Int { Int(Self.count(pointer)) }

    /// Takes over how many rows there are; they are added and taken away at the end, but for as many at
    /// the beginning as the others move down by.
    func setCount(_ new: Int, movingBy shift: Int) {
        let moved = max(0, min(count, -shift))
        if shift != 0 { change(at: 0, removing: moved, adding: max(0, shift)) }
        let common = min(count, new)
        if count != new { change(at: common, removing: count - common, adding: new - common) }
    }

    private func change(at place: Int, removing removed: Int, adding added: Int) {
        instance.pointee.count = guint(count - removed + added)
        g_list_model_items_changed(pointer, guint(place), guint(removed), guint(added))
    }

    private var instance: UnsafeMutablePointer<Instance> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: Instance.self)
    }

    private nonisolated static func count(_ model: OpaquePointer?) -> guint {
        guard let model else { return 0 }
        // GTK made the instance with the size that was registered with the type.
        return UnsafeMutableRawPointer(model).assumingMemoryBound(to: Instance.self).pointee.count
    }
}
