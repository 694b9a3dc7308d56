import TenonCore
import TenonUI

/// The commands that can be searched and chosen.
struct CommandList {
    var editor = TextEditor()
    var selected = 0

    /// The commands that have all the words that were typed, first those whose titles have them; a location as
    /// well.
    func matches(_ offers: Offers, scheme: String, _ localizer: Localizer) -> [Offer] {
        let words = editor.text.lowercased().split(separator: " ")
        let all = offers.all.filter { $0.command != .command(.commands) }
        func isNamed(_ offer: Offer) -> Bool {
            words.allSatisfy { offer.title.lowercased().contains($0) }
        }
        let explained = all.filter { offer in
            !isNamed(offer)
                && words.allSatisfy { word in
                    offer.title.lowercased().contains(word)
                        || offer.help.lowercased().contains(word)
                }
        }
        var matches = all.filter(isNamed) + explained
        if words.count == 1, (try? Location(parsing: editor.text, scheme: scheme)) != nil {
            let text = editor.text.trimmed
            matches.append(
                Offer(command: .go(text), title: localizer(TerminalText.goTo, ["location": text])))
        }
        return matches
    }

    /// The dialog for a terminal of a width.
    func dialog(_ matches: [Offer], columns: Int, _ localizer: Localizer) -> Dialog {
        var dialog = Dialog(title: localizer(TerminalText.commandCommands))
        let width = DialogView.innerWidth(columns, wish: dialog.wish)
        dialog.input = Dialog.Input(
            text: editor.text, caret: editor.caret,
            placeholder: localizer(TerminalText.commandsHint))
        dialog.selected = min(selected, matches.count - 1)
        dialog.rows = matches.enumerated().map { place, offer in
            row(offer, width: width, isSelected: place == dialog.selected, localizer)
        }
        dialog.headings = headings(of: matches, width: width, localizer)
        if matches.isEmpty {
            dialog.lines = []
            dialog.problem = localizer(TerminalText.commandsNone)
        }
        return dialog
    }

    private func row(
        _ offer: Offer, width: Int, isSelected: Bool, _ localizer: Localizer
    ) -> TextLine {
        let mark = offer.destination.map { $0.isCurrent ? PlacesColumn.mark + " " : "  " } ?? ""
        var end = PlacesColumn.end(of: offer, localizer)
        if !end.isEmpty { end.append(TextRun("  ")) }
        end.append(TextRun(offer.key, .key))
        let room = width - TextLine(end).width - 1 - DisplayWidth.of(mark)
        let title = TextWrapping.shortened(HarmlessText.line(offer.title), to: max(1, room))
        var runs = [
            TextRun(mark, .accent), TextRun(title, offer.isEnabled ? .plain : .secondary),
        ]
        let rest = room - DisplayWidth.of(title) - 2
        if !offer.help.isEmpty, rest > 12 {
            let help = TextWrapping.shortened(HarmlessText.line(offer.help), to: rest)
            runs.append(TextRun("  " + help, .secondary))
        }
        let gap = width - TextLine(runs).width - TextLine(end).width
        runs.append(TextRun(String(repeating: " ", count: max(1, gap))))
        runs += end
        if isSelected {
            for index in runs.indices { runs[index].style.paper = .selection }
        }
        return TextLine(runs, paper: isSelected ? .selection : nil)
    }

    /// The headings of places, which stand apart from commands.
    private func headings(
        of matches: [Offer], width: Int, _ localizer: Localizer
    ) -> [Int: [TextLine]] {
        let setter = TextSetter(width: width)
        var headings: [Int: [TextLine]] = [:]
        var group: String?
        for (index, offer) in matches.enumerated() {
            guard let own = offer.destination?.group else { continue }
            var lines: [TextLine] = []
            if group == nil {
                if index > 0 { lines.append(.empty) }
                lines += setter.paragraph(localizer(UIText.places), .strong)
            }
            if group != own, !own.isEmpty {
                lines += setter.paragraph(own, .secondary.with(.bold), indent: 2)
            }
            group = own
            if !lines.isEmpty { headings[index] = lines }
        }
        return headings
    }
}
