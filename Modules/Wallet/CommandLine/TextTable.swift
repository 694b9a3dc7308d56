import TenonCommandLine

/// Rows for people: columns as wide as their widest cell, up to a limit.
struct TextTable {
    private static let limit = 44

    let rows: [[String]]

    init(_ rows: [[String]]) {
        self.rows = rows.map { $0.map(SafeText.line) }
    }

    /// The rows as lines, without space at their ends.
    var text: String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            min(
                Self.limit,
                rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0)
        }
        var text = ""
        for row in rows {
            var line = ""
            for (column, cell) in row.enumerated() {
                let isLast = column == row.count - 1
                let shown =
                    cell.count > Self.limit && !isLast
                    ? cell.prefix(Self.limit - 1) + "…" : Substring(cell)
                line += shown
                if !isLast {
                    line += String(repeating: " ", count: widths[column] - shown.count + 2)
                }
            }
            while line.last == " " { line.removeLast() }
            text += line + "\n"
        }
        return text
    }
}
