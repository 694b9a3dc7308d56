import TenonCommandLine

/// Rows for people: columns as wide as their widest cell, up to a limit.
struct TextTable {
    private static let limit = 44

    /// The cells of each row, each with its lines; only the last cell of a row has several.
    private let rows: [[[String]]]

    /// Makes a table of one line for each row.
    init(_ rows: [[String]]) {
        self.rows = rows.map { $0.map { [SafeText.line($0)] } }
    }

    /// Makes a table of labels and values; a value keeps its lines, which stand below each other.
    init(values: [(label: String, value: String)]) {
        rows = values.map { [[SafeText.line($0.label)], SafeText.lines($0.value)] }
    }

    /// The rows as lines, without space at their ends.
    var text: String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            min(
                Self.limit,
                rows.map { $0.indices.contains(column) ? $0[column][0].count : 0 }.max() ?? 0)
        }
        var text = ""
        for row in rows {
            var line = ""
            for (column, cell) in row.dropLast().enumerated() {
                let isTooLong = cell[0].count > Self.limit
                let shown = isTooLong ? cell[0].prefix(Self.limit - 1) + "…" : cell[0][...]
                line += shown + String(repeating: " ", count: widths[column] - shown.count + 2)
            }
            let margin = String(repeating: " ", count: line.count)
            for (number, last) in (row.last ?? [""]).enumerated() {
                line = (number == 0 ? line : margin) + last
                while line.last == " " { line.removeLast() }
                text += line + "\n"
            }
        }
        return text
    }
}
