import TenonCore
import TenonUI

/// Maps meanings to colours that the terminal supports.
struct Palette: Equatable, Sendable {
    /// How many colours there are.
    enum Depth: Sendable {
        /// None: bold, underlined and reversed text say everything.
        case none
        /// The 16 of the person's own palette.
        case sixteen
        /// All of them.
        case full
    }

    var depth: Depth
    /// Whether what is behind the text is dark.
    var isDark: Bool
    /// Whether the page gets a colour, because the terminal's own is not the one that was chosen.
    var paintsPage: Bool
    /// The colours, where the terminal has all of them.
    var theme: Theme

    init(depth: Depth, isDark: Bool, paintsPage: Bool, brand: Brand = .standard) {
        (self.depth, self.isDark, self.paintsPage) = (depth, isDark, paintsPage)
        theme = brand.theme(isDark: isDark)
    }

    /// The control sequence that makes further text look like this (ECMA-48, SGR).
    func sequence(for style: CellStyle) -> String {
        var codes = ["0"]
        if style.marks.contains(.bold) { codes.append("1") }
        if style.marks.contains(.italic) { codes.append("3") }
        if style.marks.contains(.underline) { codes.append("4") }
        switch depth {
        case .none: codes += plainCodes(style)
        case .sixteen: codes += codesOfSixteen(style)
        case .full: codes += fullCodes(style)
        }
        if case .symbol(let ink, let paper) = style.part {
            codes += ink.map { color($0, layer: 38) } ?? []
            codes += paper.map { color($0, layer: 48) } ?? []
        }
        return ControlSequence.rendition(codes)
    }

    private func plainCodes(_ style: CellStyle) -> [String] {
        switch style.paper {
        case .selection: ["7"]
        case .field: ["4"]
        // Ink is light where it is dark behind it.
        case .code: isDark ? ["7"] : []
        case .page, .bar, .button, .dialog: []
        }
    }

    private func codesOfSixteen(_ style: CellStyle) -> [String] {
        if style.paper == .selection { return pageCodesOfSixteen + ["7"] }
        if style.paper == .code { return ["30", "107"] }
        var codes = style.paper == .field ? ["4"] : []
        switch style.ink {
        case .text: break
        case .secondary, .border: codes.append("2")
        case .accent: codes.append(isDark ? "36" : "34")
        case .positive: codes.append("32")
        // Yellow cannot be read on white.
        case .caution: codes.append(isDark ? "33" : "35")
        case .critical: codes.append("31")
        }
        return pageCodesOfSixteen + codes
    }

    private var pageCodesOfSixteen: [String] {
        guard paintsPage else { return [] }
        return isDark ? ["97", "40"] : ["30", "107"]
    }

    private func fullCodes(_ style: CellStyle) -> [String] {
        if style.paper == .code {
            return color(Self.black, layer: 38) + color(Self.white, layer: 48)
        }
        // The colour of a field alone would be too faint to be found.
        var codes = style.paper == .field ? ["4"] : []
        let paper: ColorRole? =
            switch style.paper {
            case .page: paintsPage ? .background : nil
            case .bar, .dialog: .surface
            case .field, .button: .field
            case .selection: .accent
            case .code: nil
            }
        if let paper { codes += color(theme[paper], layer: 48) }
        guard style.paper != .selection else { return codes + color(theme[.onAccent], layer: 38) }
        let ink: ColorRole =
            switch style.ink {
            case .text: .text
            case .secondary: .secondaryText
            case .border: .border
            case .accent: .accent
            case .positive: .positive
            case .caution: .caution
            case .critical: .critical
            }
        // On the terminal's own background its own colour of text is the one that can be read.
        if ink == .text, paper == nil { return codes }
        return codes + color(theme[ink], layer: 38)
    }

    private func color(_ color: PictureSymbol.Color, layer: Int) -> [String] {
        switch color {
        case .direct(let red, let green, let blue):
            ["\(layer)", "2", "\(red)", "\(green)", "\(blue)"]
        case .indexed(let number): ["\(layer)", "5", "\(number)"]
        }
    }

    private static let black = RGBColor(0)
    private static let white = RGBColor(0xFF_FF_FF)

    private func color(_ color: RGBColor, layer: Int) -> [String] {
        ["\(layer)", "2", "\(color.red)", "\(color.green)", "\(color.blue)"]
    }
}
