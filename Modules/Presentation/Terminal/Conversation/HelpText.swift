import TenonUI

/// All that can be typed, made from what can be done.
struct HelpText {
    let screen: Screen
    let offers: Offers
    let keys: KeyMap
    let localizer: Localizer

    /// The lines of the help.
    func lines(width: Int) -> [TextLine] {
        let setter = TextSetter(width: width)
        var lines: [TextLine] = []
        func add(_ title: some LocalizedKey, _ rows: [(key: String, title: String, help: String)]) {
            guard !rows.isEmpty else { return }
            lines.append(.empty)
            lines += setter.paragraph(localizer(title), .strong.with(.underline))
            let column = min(width / 2, (rows.map { DisplayWidth.of($0.key) }.max() ?? 0) + 2)
            for row in rows {
                let texts = TextSetter(width: max(8, width - column)).paragraph(row.title)
                for (number, text) in texts.enumerated() {
                    let key = TextWrapping.padded(number == 0 ? row.key : "", to: column)
                    lines.append(TextLine([TextRun(key, .key)] + text.runs))
                }
                if !row.help.isEmpty {
                    lines += setter.paragraph(row.help, .secondary, indent: column)
                }
            }
        }
        func rows(_ offers: [Offer]) -> [(key: String, title: String, help: String)] {
            offers.map { ($0.key, $0.title, $0.help) }
        }
        add(TerminalText.helpFocused, rows(offers.focused))
        add(TerminalText.helpScreen, rows(offers.screen))
        add(TerminalText.helpApplication, rows(offers.application))
        add(UIText.places, rows(offers.places))
        // The names are those that the setting for keys knows.
        add(
            TerminalText.helpKeys,
            KeyCommand.allCases.map { command in
                let labels = keys.strokes(for: command).map(\.label).joined(separator: "  ")
                return (labels, "\(localizer(command.title)) (\(command.rawValue))", "")
            })
        lines.append(.empty)
        lines += setter.paragraph(localizer(TerminalText.helpText), .secondary)
        lines += setter.paragraph(
            localizer(UIText.helpHere, ["location": "\(screen.location)"]), .secondary)
        return lines
    }
}
