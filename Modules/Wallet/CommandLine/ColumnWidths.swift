import TenonUI

/// The widths of columns that stand beside each other on a terminal.
struct ColumnWidths {
    private static let gap = 2

    /// The width of each column.
    let widths: [Int]

    /// Gives each column the width of its cells.
    ///
    /// When that is too much in all, the narrow columns keep their width, and the others share the
    /// rest equally.
    ///
    /// - Parameters:
    ///   - rows: Cells of one line each.
    ///   - width: The columns of the terminal.
    init(of rows: [[String]], fitting width: Int) {
        let count = rows.map(\.count).max() ?? 0
        var widths = (0..<count).map { column in
            rows.lazy.filter { $0.indices.contains(column) }.map { DisplayWidth.of($0[column]) }
                .max() ?? 0
        }
        var rest = max(count, width - Self.gap * max(0, count - 1))
        for (place, column) in widths.indices.sorted(by: { widths[$0] < widths[$1] }).enumerated() {
            widths[column] = min(widths[column], max(1, rest / (count - place)))
            rest -= widths[column]
        }
        self.widths = widths
    }

    /// The cells of a row as a line, cut where they are wider than their columns.
    func line(_ cells: [String]) -> String {
        var line = zip(cells, widths).map { cell, width in
            TextWrapping.padded(TextWrapping.shortened(cell, to: width), to: width + Self.gap)
        }.joined()
        while line.last == " " { line.removeLast() }
        return line + "\n"
    }
}
