import TenonCore

/// A table of harmless text, measured for front ends that write it in columns of cells.
package struct MeasuredTable {
    /// The titles of the columns.
    package let titles: [String]
    /// The cells of each row, of which a short row has fewer.
    package let rows: [[String]]
    private let widths: [Int]
    private let columns: [TableBlock.Column]

    /// Measures a table.
    package init(_ table: TableBlock) {
        columns = table.columns
        titles = columns.map { HarmlessText.line($0.title) }
        rows = table.rows.map { $0.map { HarmlessText.line($0) } }
        let all = [titles] + rows
        widths = titles.indices.map { column in
            all.filter { column < $0.count }.map { DisplayWidth.of($0[column]) }.max() ?? 0
        }
    }

    /// The columns of the screen that it takes, with two between its own.
    package var width: Int { widths.reduce(0, +) + 2 * (widths.count - 1) }

    /// The cells of a row, all as wide as their columns; numbers are at the right.
    package func cells(_ row: [String]) -> [String] {
        columns.indices.map { column in
            TextWrapping.padded(
                column < row.count ? row[column] : "", to: widths[column],
                flushRight: columns[column].isNumeric)
        }
    }

    /// The line between the titles and the rows, in parts as wide as the columns.
    package func rule(_ sign: String) -> [String] {
        widths.map { String(repeating: sign, count: $0) }
    }
}
