import CGTK
import TenonCore
import TenonUI

/// Shows the screen of one location, and goes on showing it when it changes.
@DesktopActor
final class ScreenView {
    /// How the parts of a screen are placed.
    enum Layout {
        /// Blocks one below the other, in an area that scrolls.
        case page
        /// A list that scrolls by itself and takes all the room below the other parts.
        case list
        /// Narrow and in the middle, before there is anything to navigate to.
        case alone

        init(_ screen: Screen, isAlone: Bool) {
            if case .list? = screen.blocks.last, screen.lists.count == 1, screen.fields.isEmpty {
                self = .list
            } else {
                self = isAlone ? .alone : .page
            }
        }
    }

    let root = Box(GTK_ORIENTATION_VERTICAL, role: GTK_ACCESSIBLE_ROLE_MAIN)
    private(set) var screen: Screen
    private(set) var layout: Layout
    /// What was typed and is on its way to the session, which keeps it.
    private var draft = FormDraft()
    /// Whether an action of a form was done, and nothing was typed since.
    private var hasActed = false
    private let localizer: Localizer
    private let avatars: LetterAvatars
    private let codes: (any QRCodeMaking)?
    private let images: ImageLoader
    private let send: @DesktopActor (SessionInput, ScreenView) -> Void
    private let follow: @DesktopActor (TextSpan.Link) -> Void
    private lazy var context = ScreenContext(
        localizer: localizer, avatars: avatars, codes: codes, images: images
    ) { [weak self] in self?.receive($0) }
    private let head = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 12)
    private let headText = Box(GTK_ORIENTATION_VERTICAL, spacing: 4)
    /// What turns choosing several rows of a list on that fills the screen.
    private var chooser: Widget?
    private let title = Heading(1)
    private let summary = Label().styled("dim-label")
    private lazy var toolbar = ActionRow(context: context)
    private lazy var filters = FilterBar(context: context)
    private lazy var phase = PhaseView(context: context)
    private lazy var stack = BlockStack(context: context)
    private lazy var footer = ActionRow(context: context)

    init(
        _ screen: Screen, isAlone: Bool, localizer: Localizer, avatars: LetterAvatars,
        codes: (any QRCodeMaking)?, images: ImageLoader,
        send: @escaping @DesktopActor (SessionInput, ScreenView) -> Void,
        follow: @escaping @DesktopActor (TextSpan.Link) -> Void
    ) {
        self.screen = screen
        self.localizer = localizer
        self.avatars = avatars
        self.codes = codes
        self.images = images
        self.send = send
        self.follow = follow
        layout = Layout(screen, isAlone: isAlone)
        root.expanding(horizontally: true, vertically: true)
        headText.append(title.label, summary)
        head.append(headText.expanding(horizontally: true))
        build()
        show()
    }

    /// Shows the screen as it is now.
    func update(_ screen: Screen, isAlone: Bool) {
        let hasSearched = screen.search?.text != self.screen.search?.text
        self.screen = screen
        draft.reconcile(with: screen)
        let layout = Layout(screen, isAlone: isAlone)
        if layout != self.layout {
            let hadFocus = root.hasFocusWithin
            self.layout = layout
            build()
            show()
            if hadFocus { focus() }
        } else {
            let mayFocus = stack.forms.isEmpty && !root.hasFocusElsewhere
            show()
            // A form that comes when its values are there takes the caret as one that was there at once.
            if mayFocus, !stack.forms.isEmpty { focus() }
        }
        if hasActed, screen.phase == .ready, focusProblem() { hasActed = false }
        if hasSearched { for list in lists { stack.list(list)?.scrollToTop() } }
    }

    /// Puts the focus where a person begins on this screen.
    func focus() {
        for form in stack.forms where form.focusField() { return }
        // If something has the focus already, GTK would go on to what follows it.
        guard !root.hasFocusWithin else { return }
        for list in lists where stack.list(list)?.focusRows() == true { return }
        gtk_widget_child_focus(root.pointer, GTK_DIR_TAB_FORWARD)
    }

    /// Puts the focus into the first field that is wrong; `false` when none is.
    @discardableResult
    private func focusProblem() -> Bool {
        guard screen.fields.contains(where: { $0.problem != nil }) else { return false }
        focus()
        return true
    }

    /// Marks a row as the one whose content is shown beside the list.
    func mark(_ row: String?) { for list in lists { stack.list(list)?.mark(row) } }

    /// Whether choosing a row of a list does this action.
    func opens(_ row: String, by action: String) -> Bool {
        layout == .list
            && lists.contains { list in
                screen.list(list)?.rows.first { $0.id == row }?.actions.first?.id == action
            }
    }

    /// Does an action of the screen with what was typed.
    func act(_ action: Action, target: String? = nil) {
        if target == nil {
            for form in stack.forms { form.useSecrets() }
            draft.markSent(by: action.id, on: screen)
            hasActed = screen.forms.contains { $0.actions.contains { $0.id == action.id } }
            // A screen that says the same again does not come again.
            if hasActed { focusProblem() }
        }
        send(.act(action.id, target: target), self)
    }

    // MARK: - Building

    private var lists: [String] {
        screen.lists.map(\.id)
    }

    /// Places the parts anew, for another layout.
    private func build() {
        root.removeAll()
        if gtk_widget_get_parent(head.pointer) != nil { head.remove() }
        stack = BlockStack(fills: layout == .list, context: context)
        toolbar = ActionRow(context: context)
        filters = FilterBar(context: context)
        phase = PhaseView(context: context)
        footer = ActionRow(context: context)
        let isList = layout == .list
        let content = Box(GTK_ORIENTATION_VERTICAL, spacing: isList ? 12 : 18).styled("page")
        content.setStyle("dense", isList)
        toolbar.root.styled("page-actions")
        content.append(
            head, toolbar.root, filters.root, phase.root, stack.root, footer.root)
        stack.root.expanding(horizontally: true, vertically: isList)
        let isAlone = layout == .alone
        setAlignment(isAlone)
        let clamp = ClampBox(content, width: isAlone ? ClampBox.narrow : ClampBox.page)
        if isList {
            root.append(clamp.expanding(horizontally: true, vertically: true))
        } else {
            if isAlone { clamp.aligned(nil, GTK_ALIGN_CENTER) }
            root.append(ScrolledArea(clamp).expanding(horizontally: true, vertically: true))
        }
        content.setStyle("alone", isAlone)
    }

    private func setAlignment(_ isCentered: Bool) {
        for label in [title.label, summary] {
            gtk_label_set_xalign(label.opaque, isCentered ? 0.5 : 0)
            gtk_label_set_justify(
                label.opaque, isCentered ? GTK_JUSTIFY_CENTER : GTK_JUSTIFY_LEFT)
        }
    }

    private func show() {
        let screen = draft.applied(to: self.screen)
        title.text = screen.title
        summary.text = screen.summary
        summary.isVisible = !screen.summary.isEmpty
        root.name(screen.title)
        filters.show(screen.filters)
        phase.show(screen)
        stack.update(screen.blocks)
        showChooser()
        showActions(screen)
        for form in stack.forms { form.clearSecrets() }
    }

    /// Places what turns choosing several rows on beside the title.
    private func showChooser() {
        let new = layout == .list ? lists.first.flatMap { stack.list($0)?.chooser } : nil
        guard new?.pointer != chooser?.pointer else { return }
        if let chooser { head.remove(chooser) }
        chooser = new
        head.append(new)
    }

    /// Beside a form stand its actions first; otherwise those of the screen are below its title.
    private func showActions(_ screen: Screen) {
        let offered = PhaseView.offered(screen)
        let actions = screen.actions.filter { $0.scope != .application && $0.id != offered }
        let forms = stack.forms
        toolbar.update(forms.isEmpty ? actions : [])
        footer.update(forms.count > 1 ? actions : [])
        for form in forms { form.offer(forms.count == 1 ? actions : []) }
    }

    // MARK: - What the parts ask for

    private func receive(_ wish: ScreenWish) {
        switch wish {
        case .act(let action, let target): act(action, target: target)
        case .submit(let form):
            if let action = form.actions.first, action.isEnabled { act(action) }
        case .change(let field, let value):
            hasActed = false
            draft.set(value, for: field.asIs(in: screen))
            send(.edit([field.id: value]), self)
        case .window(let list, let range): send(.window(list, range), self)
        case .reading(let list, let row): send(.reading(list, row: row), self)
        case .select(let list, let change): send(.select(list, change), self)
        case .filter(let filter, let options): send(.filter(filter, options), self)
        case .follow(let link): follow(link)
        }
    }
}

extension Field {
    /// The field as its screen has it, without what was typed; the session hears every letter, and
    /// its screens say which.
    fileprivate func asIs(in screen: Screen) -> Field {
        var field = screen.field(id) ?? self
        field.isLive = true
        return field
    }
}
