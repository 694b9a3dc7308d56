import TenonUI

/// Bars of block elements (U+2588 and its parts of eighths).
enum BlockBar {
    private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    /// A bar with its empty rest.
    static func text(_ part: Double, width: Int, rest: String = "░") -> String {
        let bar = filled(part, width: width)
        return bar + String(repeating: rest, count: max(0, width - bar.count))
    }

    /// The full part of a bar; a part that is not zero can always be seen.
    static func filled(_ part: Double, width: Int) -> String {
        let part = Portion(part).value
        var units = Int((part * Double(width * 8)).rounded())
        if part > 0, units == 0 { units = 1 }
        return String(repeating: "█", count: units / 8) + eighths[units % 8]
    }
}
