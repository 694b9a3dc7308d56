import TenonCore

/// How pictures are shown on a terminal.
enum PictureMode: Hashable, Sendable {
    case symbols(PictureSymbol.Depth)
    /// The size of a place, in pixels.
    case sixels(cell: PictureSize)
    case kitty(cell: PictureSize)

    /// How many pixels a place has; `nil` where it does not matter.
    var cell: PictureSize? {
        switch self {
        case .symbols: nil
        case .sixels(let cell), .kitty(let cell): cell
        }
    }
}
