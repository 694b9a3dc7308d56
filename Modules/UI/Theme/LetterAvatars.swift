/// The letters in colours that stand before the titles of rows, where there are pictures.
public enum LetterAvatars: Sendable, Equatable {
    /// In the eight colours of each front end.
    case standard
    /// In these colours; the letters are black or white, whichever is read better. Without any
    /// colour there are no letters.
    case colors([RGBColor])
    /// There are no letters.
    case none

    /// What stands before one title.
    public struct Avatar: Sendable, Equatable {
        /// One letter or digit, or a dot.
        public let letter: String
        /// The number of its colour, from 0; the same on every start.
        public let color: Int
    }

    private var count: Int {
        switch self {
        case .standard: 8
        case .colors(let colors): colors.count
        case .none: 0
        }
    }

    /// What stands before a title; `nil` when nothing does.
    public func avatar(for title: String) -> Avatar? {
        guard count > 0 else { return nil }
        let letter = title.first { $0.isLetter || $0.isNumber } ?? "•"
        // FNV-1a (RFC 9923): the same on every start, unlike `hashValue`.
        let hash = title.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return Avatar(letter: String(letter).uppercased(), color: Int(hash) % count)
    }

    /// The style sheet of its own colours, for elements with the classes `tile` and `tile-0` ….
    package var styleSheet: String {
        guard case .colors(let colors) = self else { return "" }
        return colors.enumerated().map { number, color in
            ".tile.tile-\(number) { background: \(color.hex); color: \(color.ink.hex); }\n"
        }.joined()
    }
}

extension RGBColor {
    /// Black or white, whichever is read better on this colour: always with a contrast of 4.5.
    public var ink: RGBColor {
        let (black, white) = (RGBColor(0x000000), RGBColor(0xFFFFFF))
        return contrast(to: white) >= contrast(to: black) ? white : black
    }
}
