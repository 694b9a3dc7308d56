import TenonCore
import TenonUI

/// A key with what is held down with it.
struct KeyStroke: Hashable, Sendable {
    /// A key.
    enum Key: Hashable, Sendable {
        /// A character that can be typed.
        case character(Character)
        case enter, tab, backspace, delete, escape
        case up, down, left, right, home, end, pageUp, pageDown
        case function(Int)
    }

    var key: Key
    var isControl = false
    var isAlt = false
    var isShift = false

    init(_ key: Key, isControl: Bool = false, isAlt: Bool = false, isShift: Bool = false) {
        self.key = key
        self.isControl = isControl
        self.isAlt = isAlt
        self.isShift = isShift
    }

    /// The character that it puts into a text; `nil` for all other keys.
    var typed: Character? {
        guard case .character(let character) = key, !isControl, !isAlt else { return nil }
        return character
    }
}

/// What comes from the terminal.
enum InputEvent: Sendable, Equatable {
    /// A key was pressed.
    case key(KeyStroke)
    /// Text was pasted; it may be a passphrase.
    case paste(SecretText)
    /// The left button was pressed.
    case click(CellPoint)
    /// The wheel was turned, up or down.
    case wheel(isDown: Bool, CellPoint)
    /// The terminal said what its background is.
    case background(RGBColor)
    /// The terminal said what pictures it can show.
    case answer(TerminalAnswer)
}
