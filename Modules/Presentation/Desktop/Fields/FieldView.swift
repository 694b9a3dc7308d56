import CGTK
import TenonCore
import TenonUI

/// One field of a form: label, control, help, and what is wrong with the value.
@DesktopActor
final class FieldView {
    let root: Box
    private let context: ScreenContext
    private let control: any FieldControl
    private let label = Label().styled("field-label")
    private let help = Label().styled("caption", "dim-label")
    private let problem = Label(role: GTK_ACCESSIBLE_ROLE_ALERT).styled("caption", "problem")
    private let strength = StrengthBar()
    private var field: Field

    init(
        _ field: Field, context: ScreenContext, submit: @escaping @DesktopActor () -> Void
    ) {
        self.field = field
        self.context = context
        control = FieldView.makeControl(field, context)
        if case .toggle = field.kind {
            // The label is beside the switch, as everywhere on a desktop.
            let line = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 12)
            label.expanding(horizontally: true)
            line.append(label, control.root)
            root = Box(GTK_ORIENTATION_VERTICAL, spacing: 4).append(line, help, problem)
        } else {
            root = Box(GTK_ORIENTATION_VERTICAL, spacing: 4)
                .append(label, control.root, strength.root, help, problem)
        }
        control.changed = { [weak self] value in
            guard let self else { return }
            self.context.wish(.change(self.field, value))
        }
        control.submitted = submit
        show(field)
    }

    func update(_ field: Field) {
        self.field = field
        show(field)
    }

    /// Notes that a secret is being used.
    func useSecret() { (control as? SecretControl)?.use() }

    /// Empties the entry of a secret.
    func clearSecret() {
        (control as? SecretControl)?.clear()
        showHelp()
    }

    /// Puts the focus on it; what is wrong is to be corrected, and not to be typed over.
    func focus() -> Bool {
        field.problem == nil ? control.input.focus() : control.input.focusWithoutSelecting()
    }

    private func show(_ field: Field) {
        label.text =
            field.isRequired
            ? "\(field.label) (\(context.localizer(UIText.required)))" : field.label
        control.show(field.kind)
        (control as? SecretControl)?.show(field)
        strength.show(field.strength)
        problem.text = field.problem ?? ""
        problem.isVisible = field.problem != nil
        showHelp()
        control.input.name(field.label)
        (control as? NumberControl)?.slider.name(field.label)
        tenon_gtk_mark_invalid(control.input.pointer, (field.problem != nil).c)
        control.root.setStyle("invalid", field.problem != nil)
    }

    private func showHelp() {
        var texts = [field.help]
        if case .secret(isSet: true) = field.kind, (control as? SecretControl)?.hasText == false {
            texts.append(
                context.localizer(field.isKept ? UIText.secretKept : UIText.secretIsSet))
        }
        if case .number(_, _, let range?) = field.kind {
            texts.append(context.localizer.words(.range, range))
        }
        help.text = texts.filter { !$0.isEmpty }.joined(separator: " ")
        help.isVisible = !help.text.isEmpty
        control.input.describe(
            [field.revealed ?? "", field.strength?.text ?? "", help.text, problem.text]
                .filter { !$0.isEmpty }.joined(separator: " "))
    }

    private static func makeControl(
        _ field: Field, _ context: ScreenContext
    ) -> any FieldControl {
        switch field.kind {
        case .text(_, isMultiline: false): TextControl(purpose: field.autofill)
        case .text(_, isMultiline: true): MultilineControl()
        case .secret: SecretControl(context)
        case .number: NumberControl(language: context.localizer.language)
        case .date: DateControl(context.localizer)
        case .month: MonthControl(context.localizer)
        case .tokens: TokensControl(context.localizer)
        case .toggle: ToggleControl()
        case .choice: ChoiceControl()
        case .choices: ChoicesControl()
        case .file: FileControl(field, context)
        }
    }
}
