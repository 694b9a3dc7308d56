import CGTK
import TenonUI

/// Shows rows and columns of text; where they are wider than the page, they are moved sideways.
@DesktopActor
final class TableView: BlockView {
    var root: Widget { box }
    private let box = Box(GTK_ORIENTATION_VERTICAL, spacing: 8)
    private let heading: Heading
    private let grid: Widget
    private let area: HorizontalScroller
    private var shown: TableBlock?

    init(_ table: TableBlock, level: Int) {
        heading = Heading(level)
        grid = Widget(tenon_gtk_new(gtk_grid_get_type(), GTK_ACCESSIBLE_ROLE_TABLE))
        gtk_grid_set_column_spacing(grid.typed(), 18)
        gtk_grid_set_row_spacing(grid.typed(), 8)
        area = HorizontalScroller(grid.styled("padded"))
        box.append(heading.label, area.styled("card"))
        show(table)
    }

    func update(_ block: Block) {
        if case .table(let table) = block { show(table) }
    }

    private func show(_ table: TableBlock) {
        guard table != shown else { return }
        shown = table
        heading.text = table.caption
        grid.name(table.caption)
        area.nameContent(table.caption)
        while let child = gtk_widget_get_first_child(grid.pointer) {
            gtk_grid_remove(grid.typed(), child)
        }
        for (column, title) in table.columns.enumerated() {
            let label = Label(title.title)
                .styled("caption-heading", "dim-label")
            attach(label, column: column, row: 0, of: table)
        }
        for (row, cells) in table.rows.enumerated() {
            for (column, cell) in cells.enumerated() {
                attach(Label(cell), column: column, row: row + 1, of: table)
            }
        }
    }

    private func attach(_ label: Label, column: Int, row: Int, of table: TableBlock) {
        let isNumeric = table.columns.indices.contains(column) && table.columns[column].isNumeric
        if isNumeric {
            gtk_label_set_xalign(label.opaque, 1)
            label.styled("numeric")
        }
        label.aligned(GTK_ALIGN_FILL, GTK_ALIGN_START)
        label.expanding(horizontally: !isNumeric)
        gtk_grid_attach(grid.typed(), label.pointer, Int32(column), Int32(row), 1, 1)
    }
}
