package import TenonCore

/// QR codes in half blocks, of which a character of a terminal shows two, one above the other.
extension QRCode {
    /// The columns that the lines take, with the quiet zone.
    package var columns: Int { size + 2 * Self.quietZone }

    /// How many lines there are.
    package var lineCount: Int { (columns + 1) / 2 }

    /// The code with its quiet zone, as lines of equal width.
    ///
    /// - Parameter isInkDark: Whether the ink is dark, as on paper, or lighter than what is behind it,
    ///   as on most terminals.
    package func lines(isInkDark: Bool) -> [String] {
        func isInk(_ column: Int, _ row: Int) -> Bool {
            isDark(column: column - Self.quietZone, row: row - Self.quietZone) == isInkDark
        }
        return (0..<lineCount).map { line in
            String(
                (0..<columns).map { column -> Character in
                    switch (isInk(column, 2 * line), isInk(column, 2 * line + 1)) {
                    case (true, true): "█"
                    case (true, false): "▀"
                    case (false, true): "▄"
                    case (false, false): " "
                    }
                })
        }
    }

    /// The code in black on white on any terminal with colours; else in ink that is taken to be light.
    package func terminalLines(isColored: Bool) -> [String] {
        guard isColored else { return lines(isInkDark: false) }
        return lines(isInkDark: true).map { "\u{1B}[30;107m\($0)\u{1B}[0m" }
    }
}
