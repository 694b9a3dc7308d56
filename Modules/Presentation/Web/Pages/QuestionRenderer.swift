import TenonCore
import TenonUI

/// Writes a question as a dialog that works without scripts: it stands open at the top of the
/// page, everything else is inert, and its buttons send a form.
struct QuestionRenderer {
    let frame: PageFrame
    let session: PageContext.SessionPart

    private static let titleID = "question-title"
    private static let messageID = "question-message"
    private static let textID = "question-text"
    private static let problemID = "question-problem"

    private var localizer: Localizer { frame.context.localizer }

    /// The dialog of a question.
    ///
    /// - Parameter problem: What is wrong with the last answer.
    func dialog(_ question: Question, problem: String?) -> HTML {
        element(
            .dialog, .id("question"), .class("dialog", Self.style(question.kind)),
            Attribute(.open, if: true), Attribute(.role, Self.role(question.kind)),
            Attribute(.ariaModal, "true"), Attribute(.ariaLabelledBy, Self.titleID),
            Attribute(.ariaDescribedBy, Self.messageID), Attribute(.dataTarget, question.id)
        ) {
            frame.form(.answer, session, Attribute(.novalidate, if: true)) {
                element(
                    .input, Attribute(.type, "hidden"), Attribute(.name, FormNames.question),
                    Attribute(.value, question.id))
                content(question.kind, problem: problem)
            }
        }
    }

    /// An alert dialog interrupts; a prompt is a dialog like others.
    private static func role(_ kind: Question.Kind) -> String {
        switch kind {
        case .alert, .confirm: "alertdialog"
        case .prompt: "dialog"
        }
    }

    private static func style(_ kind: Question.Kind) -> String {
        switch kind {
        case .alert(let alert): "tone-\(alert.tone.rawValue)"
        case .confirm(let confirmation): confirmation.severity == .mild ? "" : "tone-critical"
        case .prompt: ""
        }
    }

    // MARK: - Content

    @HTMLBuilder
    private func content(_ kind: Question.Kind, problem: String?) -> HTML {
        switch kind {
        case .alert(let alert):
            head(alert.title, alert.message, tone: alert.tone, isMessage: true)
            element(.div, .class("buttons")) {
                for (index, choice) in alert.choices.enumerated() {
                    answer(
                        choice.title, value: "choice:\(choice.id)",
                        style: index == 0 ? "primary" : "", isFocused: index == 0)
                }
                dismiss(
                    kind.dismissTitle(localizer),
                    style: alert.choices.isEmpty ? "primary" : "quiet",
                    isFocused: alert.choices.isEmpty)
            }
        case .confirm(let confirmation):
            head(
                confirmation.title, confirmation.message,
                tone: confirmation.severity == .mild ? .neutral : .critical)
            self.confirmation(confirmation, problem: problem)
        case .prompt(let prompt):
            head(prompt.title, prompt.message, tone: .neutral)
            text(label: prompt.title, isSecret: prompt.isSecret, problem: problem)
            element(.div, .class("buttons")) {
                answer(localizer(UIText.dismiss), value: "text", style: "primary")
                dismiss(kind.dismissTitle(localizer), style: "quiet")
            }
        }
    }

    @HTMLBuilder
    private func confirmation(_ confirmation: Confirmation, problem: String?) -> HTML {
        let no = confirmation.cancelTitle ?? localizer(UIText.cancel)
        switch confirmation.severity {
        case .mild:
            element(.div, .class("buttons")) {
                answer(
                    confirmation.confirmTitle, value: "confirm", style: "primary", isFocused: true)
                dismiss(no, style: "quiet")
            }
        case .moderate:
            // What has words of its own comes first, and another way to go on last.
            let isFirst = confirmation.cancelTitle != nil
            element(.div, .class("buttons")) {
                if isFirst { dismiss(no, style: "", isFocused: true) }
                answer(confirmation.confirmTitle, value: "confirm", style: "destructive solid")
                if !isFirst { dismiss(no, style: "", isFocused: true) }
                if let other = confirmation.alternative {
                    answer(other.title, value: "choice:\(other.id)", style: "primary")
                }
            }
        case .severe(let name):
            text(
                label: localizer(UIText.typeName, ["name": name]), isSecret: false,
                problem: problem)
            element(.div, .class("buttons")) {
                answer(confirmation.confirmTitle, value: "text", style: "destructive solid")
                dismiss(no, style: "")
            }
        }
    }

    @HTMLBuilder
    private func head(
        _ title: String, _ message: String, tone: Tone, isMessage: Bool = false
    ) -> HTML {
        element(.h2, .id(Self.titleID), .class("dialog-title")) {
            let mark = ToneMark(localizer: localizer)
            if tone != .neutral { mark.sign(tone) }
            // What is only asked is no error yet.
            if isMessage { mark.word(tone) }
            element(.span, Attribute(.dir, "auto")) { title }
        }
        element(.p, .id(Self.messageID), .class("dialog-message"), Attribute(.dir, "auto")) {
            message
        }
    }

    private func text(label: String, isSecret: Bool, problem: String?) -> HTML {
        element(.div, .class("field", problem == nil ? "" : "has-problem")) {
            element(.label, Attribute(.for, Self.textID), Attribute(.dir, "auto")) { label }
            if let problem {
                element(.p, .class("problem"), .id(Self.problemID)) {
                    PageIcon.warning.html
                    element(.span, Attribute(.dir, "auto")) { problem }
                }
            }
            element(
                .input, Attribute(.type, isSecret ? "password" : "text"), .id(Self.textID),
                Attribute(.name, FormNames.answerText), Attribute(.autocomplete, "off"),
                Attribute(.autofocus, if: true), Attribute(.dataSecret, if: isSecret),
                problem == nil ? nil : Attribute(.ariaInvalid, "true"),
                problem == nil ? nil : Attribute(.ariaDescribedBy, Self.problemID),
                isSecret ? nil : Attribute(.spellcheck, "false"))
        }
    }

    private func answer(
        _ title: String, value: String, style: String, isFocused: Bool = false
    ) -> HTML {
        element(
            .button, Attribute(.type, "submit"), .class("button", style),
            .id(DOMIdentifier.make("answer", value)), Attribute(.name, FormNames.answer),
            Attribute(.value, value), Attribute(.autofocus, if: isFocused)
        ) { element(.span, Attribute(.dir, "auto")) { title } }
    }

    private func dismiss(_ title: String, style: String, isFocused: Bool = false) -> HTML {
        element(
            .button, Attribute(.type, "submit"), .class("button", style), .id("answer.cancel"),
            Attribute(.name, FormNames.answer), Attribute(.value, "cancel"),
            Attribute(.autofocus, if: isFocused)
        ) { title }
    }
}
