import CGTK
import TenonUI

/// A list is shown from the row on that it begins with, and the row in sight stays when rows above it
/// come or go.
extension ListView {
    /// Where the person reads.
    struct Place {
        /// Whether there were rows already.
        var hasBegun = false
        /// Whether the list is being moved to the row that it begins with.
        var isMoving = false
        /// Whether that row gets the focus.
        var takesFocus = false
        /// The row in sight first, by its id.
        var row: String?
        /// What tells that it is another one, in a moment.
        var telling: Task<Void, Never>?
    }

    /// The time until it is told that another row is in sight first.
    private static let patience = Duration.milliseconds(200)

    /// Shows the rows that come first from the first of them on.
    func begin() {
        guard !place.hasBegun, let first = list.rows.first else { return }
        place.hasBegun = true
        place.row = first.id
        guard list.offset > 0 else { return }
        place.isMoving = area != nil
        // Once the view is the present one, and before others are asked for, which are more than the
        // person reads.
        step { list in
            list.context.wish(.reading(list.id, row: first.id))
            guard list.place.isMoving else { return }
            // GTK shows a row that comes into sight from below at the top.
            list.scroll(to: list.list.total - 1)
            list.step { list in
                list.scroll(to: list.position(of: list.place.row, in: list.list) ?? 0)
                list.step { $0.end() }
            }
        }
    }

    private func step(_ body: @escaping @DesktopActor (ListView) -> Void) {
        Idle.run(afterLayoutOf: view) { [weak self] in if let self { body(self) } }
    }

    private func scroll(to position: Int) {
        let position = g_variant_ref_sink(g_variant_new_uint32(guint(position)))
        gtk_widget_activate_action_variant(view.pointer, "list.scroll-to-item", position)
        g_variant_unref(position)
    }

    private func end() {
        place.isMoving = false
        let first = position(of: place.row, in: list)
        if place.takesFocus, let row = rows.first(where: { $0.position == first }) {
            row.view.focus()
        }
        // Near the end of the list it is one above; the place is known to be further down.
        place.row = firstInSight ?? place.row
        askForMissing()
    }

    /// Takes note that the list was moved, perhaps by the person.
    func wasMoved() {
        guard place.hasBegun, !place.isMoving, place.telling == nil else { return }
        place.telling = Task { [weak self] in
            try? await Task.sleep(for: Self.patience)
            guard let self, !Task.isCancelled else { return }
            self.place.telling = nil
            guard let row = self.firstInSight, row != self.place.row else { return }
            self.place.row = row
            self.context.wish(.reading(self.id, row: row))
        }
    }

    /// The first row of which at least half is in sight, if it is loaded.
    ///
    /// GTK holds rows that are elsewhere, so it is asked what stands at the top.
    private var firstInSight: String? {
        let middle = Double(gtk_widget_get_width(view.pointer)) / 2
        var height = 1.0
        for _ in 0..<2 {
            let found = gtk_widget_pick(view.pointer, middle, height, GTK_PICK_DEFAULT)
            guard let found, let row = rows.first(where: { $0.view.contains(found) }),
                let lines = row.view.lines(in: view)
            else { return nil }
            if lines.top + lines.bottom >= 0 { return self.row(at: row.position)?.id }
            height = Double(lines.bottom) + 1
        }
        return nil
    }

    /// How far down the row in sight stands in what the list becomes; at the top the list stays there.
    func shift(to new: ListBlock) -> Int {
        guard let old = position(of: place.row, in: list), old > 0,
            let now = position(of: place.row, in: new)
        else { return 0 }
        // One alone may have been moved by itself.
        let neighbours = [old - 1, old + 1].compactMap { place in
            row(at: place).flatMap { position(of: $0.id, in: new) }.map { $0 - place }
        }
        return neighbours.isEmpty || neighbours.contains(now - old) ? now - old : 0
    }

    private func position(of row: String?, in list: ListBlock) -> Int? {
        list.rows.firstIndex { $0.id == row }.map { list.offset + $0 }
    }
}
