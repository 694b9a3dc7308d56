import CGTK
import TenonCore
import TenonUI

/// Shows labels with values, each with what can be done with it.
@DesktopActor
final class FactsView: BlockView {
    var root: Widget { box }
    private let box = Box(GTK_ORIENTATION_VERTICAL, spacing: 8)
    private let card = Box(GTK_ORIENTATION_VERTICAL, role: GTK_ACCESSIBLE_ROLE_LIST)
    private let heading: Heading
    private let context: ScreenContext
    private var rows: [(id: String, row: FactRow)] = []

    init(_ facts: FactsBlock, level: Int, context: ScreenContext) {
        self.context = context
        heading = Heading(level)
        box.append(heading.label, card.styled("card"))
        show(facts)
    }

    func update(_ block: Block) {
        if case .facts(let facts) = block { show(facts) }
    }

    private func show(_ facts: FactsBlock) {
        heading.text = facts.title
        card.isVisible = !facts.facts.isEmpty
        var old = Dictionary(
            rows.map { ($0.id, $0.row) }, uniquingKeysWith: { first, _ in first })
        rows = facts.facts.map { fact in
            let row = old.removeValue(forKey: fact.id) ?? FactRow(context: context)
            row.show(fact)
            return (fact.id, row)
        }
        for row in old.values { card.remove(row.root) }
        var last: Widget?
        for (_, row) in rows {
            card.place(row.root, after: last)
            last = row.root
        }
    }
}

/// One label with its value.
@DesktopActor
private final class FactRow {
    let root = Box(
        GTK_ORIENTATION_HORIZONTAL, spacing: 12, role: GTK_ACCESSIBLE_ROLE_LIST_ITEM
    ).styled("row")
    private let context: ScreenContext
    private let label = Label().styled("caption", "dim-label")
    private let text = Box(GTK_ORIENTATION_VERTICAL, spacing: 2).expanding(horizontally: true)
    private var actions: ActionRow?
    private var value: Widget?
    private var code: CodeView?
    private var picture: PictureView?
    private var shown: Fact?

    init(context: ScreenContext) {
        self.context = context
        text.append(label).aligned(nil, GTK_ALIGN_CENTER)
        root.append(text)
    }

    func show(_ fact: Fact) {
        guard fact != shown else { return }
        if fact.value != shown?.value || fact.label != shown?.label {
            label.text = fact.label
            root.name(fact.label)
            showValue(fact)
        }
        if actions == nil {
            let actions = ActionRow(
                target: fact.id, about: fact.label, context: context)
            gtk_widget_set_valign(actions.root.pointer, GTK_ALIGN_CENTER)
            root.append(actions.root)
            self.actions = actions
        }
        actions?.update(fact.actions)
        shown = fact
    }

    private func showValue(_ fact: Fact) {
        if case .code(let now, let secondsLeft, let period) = fact.value, let code {
            return code.show(now, secondsLeft: secondsLeft, period: period)
        }
        if let value { text.remove(value) }
        (code, picture) = (nil, nil)
        let new = makeValue(fact)
        text.append(new)
        value = new
    }

    private func makeValue(_ fact: Fact) -> Widget {
        switch fact.value {
        case .text(let text):
            return Label(text).selectable().leftToRight()
        case .concealed:
            let dots = Label("••••••••").styled("concealed")
            dots.name(context.localizer(UIText.concealed))
            return dots
        case .revealed(let text):
            return Label(text).selectable().leftToRight().styled("monospace")
        case .link(let text, let address):
            let link = Button("")
            let label = Label(text)
            gtk_button_set_child(link.typed(), label.pointer)
            link.styled("link-button", "flat").aligned(GTK_ALIGN_START)
            link.name(text)
            link.describe(address)
            link.toolTip(address)
            link.onClick { [context] in context.wish(.follow(.address(address))) }
            return link
        case .code(let now, let secondsLeft, let period):
            let view = CodeView(context.localizer)
            view.show(now, secondsLeft: secondsLeft, period: period)
            code = view
            return view.root
        case .spans(let spans):
            let label = RichLabel(context)
            label.spans = spans
            return label
        case .moment(let moment):
            let label = Label(moment.text)
            label.describe(moment.exact)
            label.toolTip(moment.exact)
            return label
        case .person(let person, let location):
            let (view, picture) = PersonView.make(person, location: location, context)
            self.picture = picture
            return view
        }
    }
}

/// A code that changes, with the time that is left of it.
@DesktopActor
private final class CodeView {
    let root = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 12)
    private let localizer: Localizer
    private let label = Label().selectable().leftToRight().styled("code")
    private let bar = Widget(gtk_level_bar_new())
    private let time = Label().styled("caption", "dim-label", "numeric")
    private var end = ContinuousClock.now
    private var ticking: Task<Void, Never>?

    init(_ localizer: Localizer) {
        self.localizer = localizer
        gtk_widget_set_size_request(bar.pointer, 56, -1)
        bar.aligned(nil, GTK_ALIGN_CENTER)
        // It repeats the words beside it.
        root.append(label, bar, time)
    }

    isolated deinit { ticking?.cancel() }

    func show(_ code: String, secondsLeft: Int, period: Int) {
        label.text = code
        end = .now + .seconds(secondsLeft)
        gtk_level_bar_set_max_value(bar.opaque, Double(max(1, period)))
        showTime()
        guard ticking == nil else { return }
        ticking = Task { [weak self] in
            while !Task.isCancelled {
                // Up to the next whole second, so that no second is left out or seen twice.
                let left = self?.timeLeft ?? .zero
                guard left > .zero else { break }
                let part = Duration(
                    secondsComponent: 0, attosecondsComponent: left.components.attoseconds)
                try? await Task.sleep(for: part == .zero ? .seconds(1) : part)
                guard self?.showTime() == true else { break }
            }
            self?.ticking = nil
        }
    }

    private var timeLeft: Duration { max(.zero, ContinuousClock.now.duration(to: end)) }

    @discardableResult
    private func showTime() -> Bool {
        let (seconds, part) = timeLeft.components
        let left = Int(seconds) + (part > 0 ? 1 : 0)
        time.text = localizer(UIText.secondsLeft, count: left)
        gtk_level_bar_set_value(bar.opaque, Double(left))
        return left > 0
    }
}
