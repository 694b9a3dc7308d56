import TenonCore
import TenonUI

/// Sets text into lines of a width.
struct LineLayout {
    /// Something that can be typed, with what it does.
    struct Key {
        let key: String
        let title: String
        var isEnabled = true

        var text: String { "[\(key)] \(title)" }
    }

    let width: Int
    let style: TextStyle

    /// A text in lines, the later ones below the first one, after what comes before the text.
    func paragraph(
        _ text: String, after prefix: String = "", indent: Int = 0, mark: TextStyle.Mark? = nil
    ) -> [String] {
        let margin = String(repeating: " ", count: indent)
        let hang = DisplayWidth.of(prefix)
        let lines = TextWrapping.lines(
            of: HarmlessText.lines(text), width: width - indent - hang)
        return lines.enumerated().map { number, line in
            let start = number == 0 ? prefix : String(repeating: " ", count: hang)
            return margin + marked(start + line, mark)
        }
    }

    /// Something that can be typed, over several lines, those below the first one set in.
    private func brokenKey(_ key: Key, indent: Int) -> [String] {
        let hang = 4
        let lines = TextWrapping.lines(
            of: HarmlessText.line(key.text), width: width - indent - hang)
        let margin = String(repeating: " ", count: indent)
        return lines.enumerated().map { number, line in
            let start = margin + (number == 0 ? "" : String(repeating: " ", count: hang))
            return start + (number == 0 ? marked(key, line) : line)
        }
    }

    /// A heading with a line below it that shows its level, 1 to 3.
    func heading(_ text: String, level: Int) -> [String] {
        let lines = TextWrapping.lines(of: HarmlessText.line(text), width: width)
        let length = lines.map { DisplayWidth.of($0) }.max() ?? 0
        let rule = level <= 1 ? "=" : level == 2 ? "-" : "."
        return lines.map { style($0, .strong) }
            + [style(String(repeating: rule, count: length), .role(.border))]
    }

    /// Things that can be typed, side by side as far as they fit.
    func keys(_ keys: [Key], indent: Int = 0) -> [String] {
        let gap = 3
        var lines: [String] = []
        var line = ""
        var used = 0
        for key in keys {
            let text = HarmlessText.line(key.text)
            let size = DisplayWidth.of(text)
            if used > 0, indent + used + gap + size > width {
                lines.append(line)
                (line, used) = ("", 0)
            }
            if used == 0, indent + size > width {
                lines += brokenKey(key, indent: indent)
                continue
            }
            let margin = String(repeating: " ", count: used == 0 ? indent : gap)
            line += margin + marked(key, text)
            used += (used == 0 ? 0 : gap) + size
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// A text with a mark, if it has one.
    func marked(_ text: String, _ mark: TextStyle.Mark?) -> String {
        mark.map { style(text, $0) } ?? text
    }

    private func marked(_ key: Key, _ text: String) -> String {
        guard key.isEnabled else { return style(text, .role(.secondaryText)) }
        let head = HarmlessText.line("[\(key.key)]")
        guard text.hasPrefix(head) else { return text }
        return style(head, .role(.accent)) + text.dropFirst(head.count)
    }
}
