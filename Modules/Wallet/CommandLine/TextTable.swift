import TenonCore
import TenonUI

/// Rows for people: columns as wide as their widest cell, up to a limit.
struct TextTable {
    private static let limit = 44

    /// The cells of each row, each with its lines; only the last cell of a row has several.
    private let rows: [[[String]]]

    /// Makes a table of one line for each row.
    init(_ rows: [[String]]) {
        self.rows = rows.map { $0.map { [HarmlessText.line($0)] } }
    }

    /// Makes a table in which the last cell of a row keeps its lines, which stand below each other.
    init(values: [[String]]) {
        rows = values.map { row in
            let lines = HarmlessText.lines(row.last ?? "").split(
                separator: "\n", omittingEmptySubsequences: false)
            return row.dropLast().map { [HarmlessText.line($0)] } + [lines.map(String.init)]
        }
    }

    /// The rows as lines, without space at their ends.
    var text: String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            let cells = rows.lazy.filter { $0.indices.contains(column) }.map { $0[column][0] }
            return min(Self.limit, cells.map(DisplayWidth.of).max() ?? 0)
        }
        var text = ""
        for row in rows {
            let line = zip(row.dropLast(), widths).map { cell, width in
                TextWrapping.padded(
                    TextWrapping.shortened(cell[0], to: Self.limit), to: width + 2)
            }.joined()
            let margin = String(repeating: " ", count: DisplayWidth.of(line))
            for (number, last) in (row.last ?? [""]).enumerated() {
                var line = (number == 0 ? line : margin) + last
                while line.last == " " { line.removeLast() }
                text += line + "\n"
            }
        }
        return text
    }
}
