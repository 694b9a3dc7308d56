import TenonCore
import TenonUI

/// How a cell looks, in terms of what it means; ``Palette`` turns that into colours.
struct CellStyle: Hashable, Sendable {
    /// What the text is.
    enum Ink: UInt8, Sendable {
        case text, secondary, border, accent, positive, caution, critical
    }

    /// What is behind the text.
    enum Paper: UInt8, Sendable {
        /// Nothing in particular.
        case page
        /// The lines at the top and at the bottom.
        case bar
        /// Where something can be typed.
        case field
        /// What has the focus.
        case selection
        /// Something that can be pressed.
        case button
        /// A dialog on top of everything.
        case dialog
        /// A QR code: black on white in every scheme, for a camera.
        case code
    }

    /// What is added to the letters.
    struct Marks: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        static let bold = Marks(rawValue: 1)
        static let underline = Marks(rawValue: 2)
        static let italic = Marks(rawValue: 4)
    }

    var ink = Ink.text
    var paper = Paper.page
    var marks: Marks = []
    /// What it shows of a picture.
    var part: PicturePart?

    static let plain = CellStyle()
    static let strong = CellStyle(marks: .bold)
    static let secondary = CellStyle(ink: .secondary)
    static let border = CellStyle(ink: .border)
    static let accent = CellStyle(ink: .accent)
    static let key = CellStyle(ink: .accent, marks: .bold)

    /// The style of a message.
    static func tone(_ tone: Tone) -> CellStyle {
        switch tone {
        case .neutral: plain
        case .positive: CellStyle(ink: .positive)
        case .caution: CellStyle(ink: .caution)
        case .critical: CellStyle(ink: .critical)
        }
    }

    /// The same on something else.
    func on(_ paper: Paper) -> CellStyle {
        var style = self
        style.paper = paper
        return style
    }

    /// The same with further marks.
    func with(_ marks: Marks) -> CellStyle {
        var style = self
        style.marks.formUnion(marks)
        return style
    }
}
