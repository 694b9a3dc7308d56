import TenonUI

/// The text of a field, broken into lines of a width at any character, with the place of the caret.
struct InputText {
    /// The lines, each with spaces up to the width of the field.
    private(set) var lines: [String] = []
    /// Where the caret is, from the beginning of the field.
    private(set) var cursor = CellPoint(column: 0, row: 0)

    /// Sets the text of a field.
    ///
    /// - Parameters:
    ///   - text: Harmless text, perhaps with line breaks.
    ///   - caret: How many characters are before the caret; `nil` when there is none.
    ///   - width: The most columns of a line.
    ///   - minimum: The fewest columns of the field, as far as they fit.
    init(_ text: String, caret: Int?, width: Int, minimum: Int) {
        let width = max(3, width)
        // A column stays free, where the caret is behind the last character.
        let room = width - 1
        var line = ""
        var used = 0
        var count = 0
        for character in text {
            if count == caret { cursor = CellPoint(column: used, row: lines.count) }
            count += 1
            if character == "\n" {
                lines.append(line)
                (line, used) = ("", 0)
                continue
            }
            let size = DisplayWidth.of(character)
            if used + size > room {
                lines.append(line)
                (line, used) = ("", 0)
                if count - 1 == caret { cursor = CellPoint(column: 0, row: lines.count) }
            }
            line.append(character)
            used += size
        }
        if let caret, caret >= count { cursor = CellPoint(column: used, row: lines.count) }
        lines.append(line)
        let widest = lines.map { DisplayWidth.of($0) }.max() ?? 0
        let field = min(width, max(minimum, widest + 1))
        lines = lines.map { TextWrapping.padded($0, to: field) }
    }
}
