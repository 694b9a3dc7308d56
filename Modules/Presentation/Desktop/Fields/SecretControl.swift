import CGTK
import TenonCore
import TenonUI

/// A secret: never shown unless the person asks for it or has it made, in memory that is not paged out.
@DesktopActor
final class SecretControl: FieldControl {
    var root: Widget { entry.root }
    var input: Widget { entry.input }
    var changed: (@DesktopActor (FieldValue) -> Void)?
    var submitted: (@DesktopActor () -> Void)?

    private let entry: SecretEntry
    private let context: ScreenContext
    private let makers = Box(GTK_ORIENTATION_HORIZONTAL)
    private var menu: RowMenu?
    private var field: Field?
    private var isShowing = false
    /// Whether there is anything in the entry.
    private(set) var hasText = false
    /// Whether something was typed that no screen has shown as kept yet; an older screen does not know of it.
    private var isAwaited = false
    /// Whether what is revealed next was made, not typed here.
    private var isExpecting = true

    init(_ context: ScreenContext) {
        self.context = context
        entry = SecretEntry(context.localizer)
        entry.add(makers)
        Signal.connect(input.pointer, "changed") { [weak self] in
            guard let self, !self.isShowing else { return }
            let secret = EntryText(widget: self.input).secret
            let wasEmpty = !self.hasText
            self.hasText = !secret.isEmpty
            self.isAwaited = self.hasText
            // What is typed is newer than what a maker was asked for.
            self.isExpecting = false
            self.changed?(.secret(secret))
            // The session conceals only what it was told of, and it is not told of an empty field.
            if wasEmpty, self.entry.isShown { self.tell(true) }
        }
        Signal.connect(input.pointer, "activate") { [weak self] in self?.submitted?() }
        entry.toggled = { [weak self] isShown in self?.tell(isShown) }
    }

    /// What a screen says of a secret is in the whole of its field.
    func show(_ kind: Field.Kind) {}

    /// Shows what can be done with the secret, and the secret itself if it was made.
    func show(_ field: Field) {
        let before = self.field
        self.field = field
        if field.isKept { isAwaited = false }
        entry.label = field.label
        if before?.makers != field.makers { showMakers(of: field) }
        defer { if before == nil { isExpecting = false } }
        guard let text = field.revealed else {
            if before?.revealed != nil { entry.show(false) }
            return
        }
        if isExpecting, SecretText(text) != EntryText(widget: input).secret {
            isExpecting = false
            put(text)
            changed?(.secret(SecretText(text)))
        }
        if before?.revealed == nil { entry.show(true) }
    }

    /// Notes that what was typed is being used, after which the session may drop it at once.
    func use() { isAwaited = false }

    /// Forgets what was typed, unless it is newer than what the session has said.
    func clear() { if hasText, !isAwaited { put("") } }

    private func put(_ text: String) {
        isShowing = true
        hasText = !text.isEmpty
        entry.set(text)
        isShowing = false
    }

    private func showMakers(of field: Field) {
        makers.removeAll()
        menu = nil
        let actions = field.makers
        guard let first = actions.first else { return }
        let icon = first.icon?.symbolicName ?? "view-refresh-symbolic"
        let button = Button(icon: icon, "\(first.title) \(field.label)")
        button.toolTip(first.title)
        button.describe(first.help)
        button.onClick { [weak self] in self?.make(.act(first, target: field.id)) }
        makers.append(button.styled("flat", "reveal").aligned(nil, GTK_ALIGN_CENTER))
        guard actions.count > 1 else { return }
        let menu = RowMenu(
            context: ScreenContext(
                localizer: context.localizer, avatars: context.avatars, codes: context.codes,
                images: context.images
            ) { [weak self] in self?.make($0) }, takesFocus: true)
        menu.show(Row(id: field.id, title: field.label), actions: Array(actions.dropFirst()))
        makers.append(menu.root.styled("flat"))
        self.menu = menu
    }

    /// Lets the secret be made; what is typed next belongs into the field.
    private func make(_ wish: ScreenWish) {
        isExpecting = true
        input.focusWithoutSelecting()
        context.wish(wish)
    }

    /// The session knows what is in sight, conceals it after a time, and lets assistive technology know.
    private func tell(_ isShown: Bool) {
        guard let field else { return }
        let action = isShown ? SecretAction.reveal : .conceal
        // What was typed before this view was there is in the session, and comes from it.
        guard hasText || field.isKept else { return }
        if isShown, !hasText { isExpecting = true }
        context.wish(.act(Action(action, title: ""), target: field.id))
    }
}
