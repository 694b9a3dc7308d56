import CGTK
import TenonUI

/// Shows blocks under a common title.
@DesktopActor
final class GroupView: BlockView {
    var root: Widget { box }
    let stack: BlockStack
    private let box = Box(GTK_ORIENTATION_VERTICAL, spacing: 10)
    private let heading: Heading

    init(_ group: GroupBlock, level: Int, context: ScreenContext) {
        heading = Heading(level)
        stack = BlockStack(level: level + 1, context: context)
        box.append(heading.label, stack.root)
        show(group)
    }

    func update(_ block: Block) {
        if case .group(let group) = block { show(group) }
    }

    private func show(_ group: GroupBlock) {
        heading.text = group.title
        box.name(group.title)
        stack.update(group.blocks)
    }
}
