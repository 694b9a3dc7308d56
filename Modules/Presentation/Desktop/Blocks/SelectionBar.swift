import CGTK
import TenonCore
import TenonUI

/// How many rows of a list are chosen together, and what can be done with them; below the rows.
@DesktopActor
final class SelectionBar {
    let root = FlowBox().styled("selection-bar")
    private let context: ScreenContext
    private let count = Label().styled("heading")
    private let all: Button
    private let none: Button
    private let actions: ActionRow
    private var list: ListBlock?

    init(context: ScreenContext) {
        self.context = context
        actions = ActionRow(context: context)
        all = Button(context.localizer(UIText.chooseAll))
        none = Button(context.localizer(UIText.chooseNone))
        var last: Widget?
        for part in [count, all.styled("flat"), none.styled("flat"), actions.root] {
            root.place(part, after: last)
            last = part
        }
        all.onClick { [weak self] in
            guard let self, let list = self.list else { return }
            self.context.wish(.select(list.id, .choose(list.choosable)))
        }
        none.onClick { [weak self] in
            guard let self, let list = self.list else { return }
            self.context.wish(.select(list.id, .only([])))
        }
    }

    /// Shows the bar while rows can be chosen.
    func show(_ list: ListBlock, isChoosing: Bool) {
        self.list = list
        let chosen = list.selection?.chosen.count ?? 0
        root.isVisible = isChoosing
        count.text = context.localizer(UIText.chosen, count: chosen)
        let offered = isChoosing && chosen > 0 ? list.selection?.actions ?? [] : []
        actions.update(offered)
        actions.root.isVisible = !offered.isEmpty
    }
}
