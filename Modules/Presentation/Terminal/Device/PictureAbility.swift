import TenonCore

/// What is known of the pictures that a terminal can show.
struct PictureAbility: Equatable, Sendable {
    /// The usual proportions of a place, and as many pixels as are worth decoding for symbols.
    static let usualCell = PictureSize(width: 8, height: 16)
    /// The sizes of a place that are believed.
    private static let sides = 2...64

    /// The colours of symbols; `nil` where there are too few.
    var depth: PictureSymbol.Depth?
    private(set) var hasKitty = false
    private(set) var hasSixels = false
    private(set) var cell: PictureSize?

    init(depth: PictureSymbol.Depth?) { self.depth = depth }

    /// Takes what the terminal has said.
    mutating func take(_ answer: TerminalAnswer) {
        switch answer {
        case .kitty(let isTaken): hasKitty = isTaken
        case .attributes(let hasSixels): self.hasSixels = hasSixels
        case .cell(let size):
            guard Self.sides.contains(size.width), Self.sides.contains(size.height) else { return }
            cell = size
        }
    }

    /// How pictures are shown; `nil` where they are told in words.
    var mode: PictureMode? {
        if hasKitty { return .kitty(cell: cell ?? Self.usualCell) }
        // Sixels cannot be placed without knowing how many pixels a place has.
        if hasSixels, let cell { return .sixels(cell: cell) }
        return depth.map { .symbols($0) }
    }

    /// The colours of the symbols that stand in for what is not drawn.
    ///
    /// Terminals that draw have at least 256, whatever their name says.
    var symbolDepth: PictureSymbol.Depth { depth ?? .indexed }
}
