import CGTK
import TenonCore
import TenonUI

/// Shows a form: its fields, and what can be done with them.
@DesktopActor
final class FormView: BlockView {
    var root: Widget { box }
    private let box = Box(GTK_ORIENTATION_VERTICAL, spacing: 12)
    private let fieldBox = Box(GTK_ORIENTATION_VERTICAL, spacing: 14)
    private let heading: Heading
    private let actions: ActionRow
    private let context: ScreenContext
    private var form: FormBlock
    private var fields: [(key: FieldKey, view: FieldView)] = []
    private var further: [Action] = []

    init(_ form: FormBlock, level: Int, context: ScreenContext) {
        self.form = form
        self.context = context
        heading = Heading(level)
        actions = ActionRow(context: context)
        box.append(heading.label, fieldBox, actions.root)
        show(form)
    }

    func update(_ block: Block) {
        if case .form(let form) = block { show(form) }
    }

    /// Shows further actions of the screen beside those of the form.
    func offer(_ actions: [Action]) {
        further = actions
        self.actions.update(form.actions + further)
    }

    /// Empties the entries of secrets that the session does not keep.
    func clearSecrets() {
        for (field, entry) in zip(form.fields, fields) where !field.isKept {
            entry.view.clearSecret()
        }
    }

    /// Notes that what was typed is being used.
    func useSecrets() { for (_, view) in fields { view.useSecret() } }

    /// Puts the focus on the first field with a problem, else on one that must be filled in, else
    /// on the first.
    func focusField() -> Bool {
        let pairs = zip(form.fields, fields)
        let wanted =
            pairs.first { $0.0.problem != nil }
            ?? pairs.first { $0.0.isRequired && $0.0.kind.isUnfilled } ?? pairs.first { _ in true }
        return wanted?.1.view.focus() ?? false
    }

    private func show(_ form: FormBlock) {
        self.form = form
        heading.text = form.title
        box.name(form.title)
        var old = Dictionary(
            fields.map { ($0.key, $0.view) }, uniquingKeysWith: { first, _ in first })
        fields = form.fields.map { field in
            let key = FieldKey(field)
            if let view = old.removeValue(forKey: key) {
                view.update(field)
                return (key, view)
            }
            return (
                key,
                FieldView(field, context: context) { [weak self] in
                    guard let self else { return }
                    self.context.wish(.submit(self.form))
                }
            )
        }
        for view in old.values { fieldBox.remove(view.root) }
        var last: Widget?
        for (_, view) in fields {
            fieldBox.place(view.root, after: last)
            last = view.root
        }
        actions.update(form.actions + further)
    }
}
