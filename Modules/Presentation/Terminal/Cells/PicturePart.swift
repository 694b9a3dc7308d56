import TenonCore

/// What one place shows of a picture.
enum PicturePart: Hashable, Sendable {
    /// A symbol in two colours; `nil` for those of the terminal.
    case symbol(ink: PictureSymbol.Color?, paper: PictureSymbol.Color?)
    /// A piece of a picture that the terminal draws by itself.
    case piece(of: ShownPicture, column: Int, row: Int)
}

extension PictureSymbol {
    /// The symbol as text with its looks.
    var run: TextRun {
        var style = CellStyle.plain
        style.part = .symbol(ink: ink, paper: paper)
        return TextRun(String(character), style)
    }
}
