import TenonUI

/// Every escape sequence that is sent to a terminal, with where it is defined.
///
/// These are the ones that xterm, its descendants, tmux, screen and the Linux console share; a
/// terminal ignores those that it does not know.
enum ControlSequence {
    /// "Control sequence introducer" (ECMA-48, 5.4).
    private static let introducer = "\u{1B}["

    /// Moves the cursor (CUP, ECMA-48, 8.3.21).
    static func move(to point: CellPoint) -> String {
        "\(introducer)\(point.row + 1);\(point.column + 1)H"
    }

    /// Selects how text looks (SGR, ECMA-48, 8.3.117).
    static func rendition(_ codes: [String]) -> String {
        "\(introducer)\(codes == ["0"] ? "" : codes.joined(separator: ";"))m"
    }

    /// Erases from the cursor to the end of the line (EL, ECMA-48, 8.3.41).
    static let eraseLine = "\(introducer)K"
    /// Erases everything (ED, ECMA-48, 8.3.39).
    static let clear = "\(introducer)H\(introducer)2J"
    /// Hides the cursor (DECTCEM).
    static let hideCursor = "\(introducer)?25l"
    /// Shows the cursor (DECTCEM).
    static let showCursor = "\(introducer)?25h"

    /// Begins to use the whole screen: the alternate screen (xterm, mode 1049), and pasted text in
    /// brackets (mode 2004).
    static let enter = "\(introducer)?1049h\(introducer)?2004h"
    /// Reports presses of the mouse (mode 1000) with SGR coordinates (mode 1006).
    static let reportMouse = "\(introducer)?1000h\(introducer)?1006h"
    /// Asks for the colour of the background (OSC 11, xterm).
    static let askBackground = "\u{1B}]11;?\u{1B}\\"

    /// Asks whether pictures are taken as kitty does: a pixel that is not shown (kitty's graphics protocol,
    /// "Querying support").
    static let askKitty = "\u{1B}_Gi=\(kittyQuery),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
    /// The number of the picture by which is asked.
    static let kittyQuery = 31
    /// Asks how many pixels a place has (XTWINOPS 16, xterm).
    static let askCell = "\(introducer)16t"
    /// Asks for the attributes of the terminal (DA1, ECMA-48, 8.3.24).
    static let askAttributes = "\(introducer)c"
    /// Makes room for the 256 colours of a picture (XTSMGRAPHICS, xterm).
    static let useSixelColors = "\(introducer)?1;3;256S"

    /// Shows rows of a picture that kitty has, at the cursor, which stays.
    static func placePicture(
        _ id: UInt32, width: Int, rows: Range<Int>, rowHeight: Int
    ) -> String {
        let part = "y=\(rows.lowerBound * rowHeight),h=\(rows.count * rowHeight)"
        return "\u{1B}_Ga=p,q=2,i=\(id),C=1,\(part),c=\(width),r=\(rows.count)\u{1B}\\"
    }

    /// Takes a picture away, and perhaps out of kitty's memory.
    static func removePicture(_ id: UInt32, forgets: Bool) -> String {
        "\u{1B}_Ga=d,q=2,d=\(forgets ? "I" : "i"),i=\(id)\u{1B}\\"
    }

    /// Takes all pictures away, and out of kitty's memory.
    static let removePictures = "\u{1B}_Ga=d,q=2,d=A\u{1B}\\"

    /// Ends all that the ones above began, and leaves nothing of what was shown.
    ///
    /// One constant, since a signal handler writes it, perhaps in the middle of a picture, which the first
    /// sequence ends. A terminal without an alternate screen ignores the last sequence and is cleared by
    /// the one before.
    static let leave: StaticString = """
        \u{1B}\\\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[m\u{1B}[?25h\u{1B}[H\u{1B}[2J\u{1B}[?1049l
        """
    /// The same, and nothing of pictures, for terminals that were asked whether they take them as kitty does.
    static let leaveWithPictures: StaticString = """
        \u{1B}\\\u{1B}_Ga=d,q=2,d=A\u{1B}\\\
        \u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[m\u{1B}[?25h\u{1B}[H\u{1B}[2J\u{1B}[?1049l
        """
}
