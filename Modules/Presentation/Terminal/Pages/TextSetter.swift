import TenonCore
import TenonUI

/// Sets text into lines of a width.
struct TextSetter {
    let width: Int

    /// A text in lines, the later ones below the first one, after what comes before the text.
    func paragraph(
        _ text: String, _ style: CellStyle = .plain, after prefix: String = "", indent: Int = 0
    ) -> [TextLine] {
        let hang = DisplayWidth.of(prefix)
        let lines = TextWrapping.lines(
            of: HarmlessText.lines(text), width: max(2, width - indent - hang))
        return lines.enumerated().map { number, line in
            let start = number == 0 ? prefix : String(repeating: " ", count: hang)
            return TextLine(start + line, style).indented(by: indent)
        }
    }

    /// A message with the word and the sign of its tone.
    func message(
        _ text: String, _ tone: Tone, _ localizer: Localizer, indent: Int = 0
    ) -> [TextLine] {
        guard let sign = tone.sign, let word = tone.word else {
            return paragraph(text, indent: indent)
        }
        return paragraph(
            "\(localizer(word)): \(text)", .tone(tone), after: sign + " ", indent: indent)
    }

    /// Runs one behind the other with a gap, on as many lines as they need; a run that is too long
    /// for a line is broken.
    func flow(_ groups: [[TextRun]], gap: Int = 3) -> [TextLine] {
        var lines: [TextLine] = []
        var line = TextLine()
        var used = 0
        for group in groups {
            let size = group.reduce(0) { $0 + DisplayWidth.of($1.text) }
            if used > 0, used + gap + size > width {
                lines.append(line)
                (line, used) = (.empty, 0)
            }
            if used == 0, size > width {
                lines += broken(group)
                continue
            }
            if used > 0 {
                line.runs.append(TextRun(String(repeating: " ", count: gap)))
                used += gap
            }
            line.runs += group
            used += size
        }
        return line.runs.isEmpty ? lines : lines + [line]
    }

    /// Runs that are too long for one line; the first one is kept whole if it can be.
    private func broken(_ group: [TextRun]) -> [TextLine] {
        guard let head = group.first, group.count > 1, DisplayWidth.of(head.text) < width / 2 else {
            return group.flatMap { paragraph($0.text, $0.style) }
        }
        let hang = DisplayWidth.of(head.text)
        let rest = group.dropFirst()
        let lines = TextWrapping.lines(of: rest.map(\.text).joined(), width: max(2, width - hang))
        return lines.enumerated().map { number, line in
            let start =
                number == 0 ? head : TextRun(String(repeating: " ", count: hang))
            return TextLine([start, TextRun(line, rest.first?.style ?? .plain)])
        }
    }
}
