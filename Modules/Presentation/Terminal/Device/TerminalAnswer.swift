import TenonCore

/// What a terminal says of the pictures that it can show.
enum TerminalAnswer: Equatable, Sendable {
    /// Whether it takes pictures as kitty does.
    case kitty(isTaken: Bool)
    /// Whether it shows sixels, of its attributes (DA1, attribute 4).
    case attributes(hasSixels: Bool)
    /// How many pixels a place has.
    case cell(PictureSize)
}
