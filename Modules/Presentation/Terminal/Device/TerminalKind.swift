import TenonCore
import TenonUI

/// What a terminal can do, as its name and the environment say.
struct TerminalKind: Equatable, Sendable {
    /// The colours that may be used.
    var depth: Palette.Depth
    /// Whether the mouse is reported.
    var hasMouse: Bool
    /// Whether it may be asked what is behind the text, and what it can show.
    var mayBeAsked: Bool
    /// Whether it may be asked to copy.
    var hasClipboard: Bool
    /// Whether it may be asked for kitty's graphics: others show what they are asked, or take it for a title.
    var mayHaveKitty: Bool
    /// The colours of pictures in symbols; `nil` where there are too few.
    var symbolDepth: PictureSymbol.Depth?
    /// What the environment says about the background; `nil` when it says nothing.
    var isDark: Bool?
}

extension TerminalKind {
    /// Reads the environment: `TERM`, `COLORTERM`, `COLORFGBG`, and what forbids colours.
    ///
    /// - Returns: `nil` for a terminal on which nothing can be placed.
    init?(_ configuration: Configuration, application: ApplicationInfo) {
        let term = configuration.environmentVariable("TERM") ?? ""
        guard !term.isEmpty, term != "dumb", term != "unknown" else { return nil }
        let isConsole = term == "linux"
        let colorTerm = configuration.environmentVariable("COLORTERM") ?? ""
        let isFull = colorTerm == "truecolor" || colorTerm == "24bit" || term.hasSuffix("-direct")
        depth =
            !ColorPolicy.allows(configuration, application: application, isTerminal: true)
            ? .none : isFull && !isConsole ? .full : .sixteen
        hasMouse = !isConsole && !configuration[TerminalSettings.noMouse]
        mayBeAsked = !isConsole
        hasClipboard = !isConsole
        // tmux and screen stand between.
        let isShared =
            ["TMUX", "STY"].contains { configuration.environmentVariable($0)?.isEmpty == false }
            || ["tmux", "screen"].contains { term.hasPrefix($0) }
        mayHaveKitty = !isConsole && !isShared
        symbolDepth =
            switch depth {
            case .full: .full
            case .sixteen: term.contains("256color") ? .indexed : nil
            case .none: nil
            }
        isDark = configuration.environmentVariable("COLORFGBG").flatMap(Self.isDark(colors:))
        if isConsole { isDark = true }
    }

    /// What rxvt and others say: the numbers of the colours of text and background, `15;0`.
    private static func isDark(colors: String) -> Bool? {
        guard let number = colors.split(separator: ";").last.flatMap({ Int($0) }) else {
            return nil
        }
        return number < 7 || number == 8
    }
}
