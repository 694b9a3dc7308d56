import TenonCore
import TenonUI

/// The commands that can be searched and chosen.
struct CommandList {
    var editor = TextEditor()
    var selected = 0

    /// The commands that have all the words that were typed; a location as well.
    func matches(_ offers: Offers, scheme: String, _ localizer: Localizer) -> [Offer] {
        let words = editor.text.lowercased().split(separator: " ")
        var matches = offers.all.filter { offer in
            offer.command != .command(.commands)
                && words.allSatisfy { word in
                    offer.title.lowercased().contains(word)
                        || offer.help.lowercased().contains(word)
                }
        }
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
            let isSelected = place == dialog.selected
            let key = offer.key
            let room = width - DisplayWidth.of(key) - 1
            let title = TextWrapping.shortened(HarmlessText.line(offer.title), to: room)
            var runs = [TextRun(title, offer.isEnabled ? .plain : .secondary)]
            let rest = room - DisplayWidth.of(title) - 2
            if !offer.help.isEmpty, rest > 12 {
                let help = TextWrapping.shortened(HarmlessText.line(offer.help), to: rest)
                runs.append(TextRun("  " + help, .secondary))
            }
            let used = TextLine(runs).width
            runs.append(
                TextRun(String(repeating: " ", count: max(1, width - used - DisplayWidth.of(key)))))
            runs.append(TextRun(key, .key))
            if isSelected {
                for index in runs.indices { runs[index].style.paper = .selection }
            }
            return TextLine(runs, paper: isSelected ? .selection : nil)
        }
        if matches.isEmpty {
            dialog.lines = []
            dialog.problem = localizer(TerminalText.commandsNone)
        }
        return dialog
    }
}
