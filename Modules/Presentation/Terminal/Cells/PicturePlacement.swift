import TenonCore

/// A picture on a terminal, or those of its rows that are seen.
struct PicturePlacement: Hashable, Sendable {
    let picture: ShownPicture
    /// Where its upper left corner is.
    let point: CellPoint
    /// The rows of it that are seen.
    var rows: Range<Int>

    /// Whether nothing of it is cut off.
    var isWhole: Bool { rows.count == picture.area.rows }
}
