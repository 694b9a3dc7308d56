import CGTK
import Glibc
import TenonCore
import TenonUI

/// A dialog that asks one question.
@DesktopActor
final class QuestionDialog {
    /// The numbers by which GTK tells the buttons apart; choices have those from 0 on.
    private enum Response {
        static let confirm = 1000
        static let cancel = 1001
    }

    let question: Question
    private let window: Widget
    private let answered: @DesktopActor (Answer) -> Void
    private var entry: Widget?
    private var secretEntry: SecretEntry?
    private var confirmButton: Widget?
    private var isOpen = true

    init(
        _ question: Question, over parent: Widget, localizer: Localizer,
        answered: @escaping @DesktopActor (Answer) -> Void
    ) {
        self.question = question
        self.answered = answered
        let (title, message) = (question.kind.title, question.kind.message)
        let type =
            switch question.kind {
            case .alert(let alert): alert.tone == .critical ? GTK_MESSAGE_ERROR : GTK_MESSAGE_INFO
            case .confirm: GTK_MESSAGE_QUESTION
            case .prompt: GTK_MESSAGE_OTHER
            }
        window = Widget(
            tenon_gtk_message_dialog(
                parent.typed(), type, HarmlessText.lines(title),
                message.isEmpty ? nil : HarmlessText.lines(message)))
        gtk_window_set_title(window.typed(), HarmlessText.line(title))
        // The title is in the dialog already.
        let bar = Box(GTK_ORIENTATION_HORIZONTAL)
        bar.isVisible = false
        gtk_window_set_titlebar(window.typed(), bar.pointer)
        window.name(title)
        window.describe(message)
        build(localizer)
        Signal.connect(window.pointer, number: "response") { [weak self] in self?.respond($0) }
        gtk_window_present(window.typed())
        entry?.focus()
    }

    isolated deinit { close() }

    /// Closes the dialog without an answer.
    func close() {
        guard isOpen else { return }
        isOpen = false
        gtk_window_destroy(window.typed())
    }

    // MARK: - Content

    private func build(_ localizer: Localizer) {
        add(question.kind.dismissTitle(localizer), Response.cancel)
        switch question.kind {
        case .alert(let alert):
            for (index, choice) in alert.choices.enumerated() { add(choice.title, index) }
            setDefault(alert.choices.isEmpty ? Response.cancel : 0)
        case .confirm(let confirmation):
            build(confirmation, localizer)
        case .prompt(let prompt):
            add(localizer(UIText.dismiss), Response.confirm).styled("suggested-action")
            setDefault(Response.confirm)
            addEntry(isSecret: prompt.isSecret, name: prompt.title, localizer)
        }
    }

    private func build(_ confirmation: Confirmation, _ localizer: Localizer) {
        let button = add(confirmation.confirmTitle, Response.confirm)
        confirmButton = button
        if let alternative = confirmation.alternative {
            add(alternative.title, 0).styled("suggested-action")
        }
        switch confirmation.severity {
        case .mild:
            button.styled("suggested-action")
            setDefault(Response.confirm)
        case .moderate:
            button.styled("destructive-action")
            setDefault(Response.cancel)
        case .severe(let name):
            button.styled("destructive-action")
            button.isSensitive = false
            let label = localizer(UIText.typeName, ["name": name])
            append(Label(label).centered())
            addEntry(isSecret: false, name: label, localizer)
            guard let entry else { return }
            Signal.connect(entry.pointer, "changed") { [weak self] in
                guard let self, let entry = self.entry else { return }
                self.confirmButton?.isSensitive = EntryText(widget: entry).text == name
            }
            setDefault(Response.confirm)
        }
    }

    @discardableResult
    private func add(_ title: String, _ response: Int) -> Button {
        let button = Button(title)
        gtk_dialog_add_action_widget(window.typed(), button.pointer, Int32(response))
        return button
    }

    private func setDefault(_ response: Int) {
        gtk_dialog_set_default_response(window.typed(), Int32(response))
    }

    private func addEntry(isSecret: Bool, name: String, _ localizer: Localizer) {
        let secret = isSecret ? SecretEntry(localizer) : nil
        let entry = secret?.input ?? Widget(gtk_entry_new())
        secretEntry = secret
        tenon_gtk_set_bool(entry.pointer, "activates-default", 1)
        entry.name(name)
        append(secret?.root ?? entry)
        self.entry = entry
    }

    private func append(_ widget: Widget) {
        guard let area = gtk_message_dialog_get_message_area(window.typed()) else { return }
        Box.append(widget, to: area)
    }

    // MARK: - Answers

    private func respond(_ response: Int) {
        guard isOpen else { return }
        // Before the dialog goes, and the text with it.
        let answer = answer(to: response)
        close()
        answered(answer)
    }

    private func answer(to response: Int) -> Answer {
        switch (question.kind, response) {
        case (.alert(let alert), _) where alert.choices.indices.contains(response):
            return .choice(alert.choices[response].id)
        case (.confirm(let confirmation), Response.confirm):
            guard case .severe(let name) = confirmation.severity else { return .confirm }
            return .text(SecretText(name))
        case (.confirm(let confirmation), 0):
            return confirmation.alternative.map { .choice($0.id) } ?? .cancel
        case (.prompt, Response.confirm):
            return entry.map { .text(EntryText(widget: $0).secret) } ?? .cancel
        case (.alert, _), (.confirm, _), (.prompt, _):
            return .cancel
        }
    }
}
