import CGTK
import TenonCore
import TenonUI

/// Shows a paragraph or a heading; a tone is shown by a sign and a word.
@DesktopActor
final class TextView: BlockView {
    var root: Widget { box }
    private let box = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 10)
    private let mark: ToneMark
    private let label: Label

    init(_ text: TextBlock, context: ScreenContext) {
        mark = ToneMark(context.localizer)
        switch text.style {
        case .paragraph: label = Label()
        case .heading(let level): label = Heading(level).label
        }
        label.expanding(horizontally: true)
        box.append(mark.root, label)
        show(text)
    }

    func update(_ block: Block) {
        if case .text(let text) = block { show(text) }
    }

    private func show(_ text: TextBlock) {
        label.text = text.text
        label.isVisible = true
        mark.show(text.tone)
        for tone in Tone.allCases { box.setStyle("tone-\(tone.rawValue)", tone == text.tone) }
        box.setStyle("banner", text.tone != .neutral)
    }
}

/// A sign and a word for the tone of a message; nothing for a neutral one.
@DesktopActor
final class ToneMark {
    let root = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 6)
    private let localizer: Localizer
    private let icon = Icon("dialog-information-symbolic")
    private let word = Label().styled("tone-word")

    init(_ localizer: Localizer) {
        self.localizer = localizer
        root.append(icon, word).aligned(nil, GTK_ALIGN_START)
    }

    func show(_ tone: Tone) {
        root.isVisible = tone != .neutral
        switch tone {
        case .neutral: word.text = ""
        case .positive: show("emblem-ok-symbolic", .tonePositive)
        case .caution: show("dialog-warning-symbolic", .toneCaution)
        case .critical: show("dialog-error-symbolic", .toneCritical)
        }
    }

    private func show(_ name: String, _ text: UIText) {
        icon.show(name)
        word.text = localizer(text)
    }
}
