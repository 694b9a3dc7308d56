import TenonCore

/// A value or an answer as a recording keeps it: without the text of secrets.
public struct RecordedValue: Sendable, Codable, Equatable {
    enum Kind: String, Sendable, Codable {
        case text, toggle, choices
        /// A file on this machine: its path and name.
        case file
        /// A secret or the content of a file, which a replay asks for.
        case secret, content
        /// An empty secret, which means "as it was".
        case unchanged
        /// A secret with which nothing was done yet: an action that is done with it has it again.
        case typed
        case cancel, choice, confirm
    }

    private(set) var type: Kind
    /// The text, path, or id; the label of what a replay asks for.
    var text: String?
    var isOn: Bool?
    var ids: [String]?
    /// The name of a file.
    var name: String?

    /// Whether a replay asks for it.
    var isMissing: Bool { type == .secret || type == .content }

    init(_ type: Kind, text: String? = nil) {
        self.type = type
        self.text = text
    }

    /// Keeps what was put into a field.
    ///
    /// What is put into a secret field, or into one that the screen does not have, counts as a
    /// secret, even if the front end calls it something else.
    init(_ value: FieldValue, of field: Field?, id: String) {
        switch (value, field?.kind) {
        case (.secret(let secret), _):
            self.init(secret.isEmpty ? .unchanged : .secret, text: field?.label ?? id)
        case (_, .secret), (_, nil):
            self.init(.secret, text: field?.label ?? id)
        case (.text(let text), _):
            self.init(.text, text: text)
        case (.toggle(let isOn), _):
            self.init(.toggle)
            self.isOn = isOn
        case (.choices(let ids), _):
            self.init(.choices)
            self.ids = ids
        case (.file(let file), _):
            switch file.content {
            case .path(let path): self.init(.file, text: path)
            case .bytes: self.init(.content, text: field?.label ?? id)
            }
            name = file.name
        }
    }

    /// Makes it a value that a replay does not ask for, of what was typed and not sent.
    mutating func forgetSecret() {
        switch type {
        case .secret: type = .typed
        case .content: (type, text) = (.file, nil)
        case .text, .toggle, .choices, .file, .unchanged, .typed, .cancel, .choice, .confirm: break
        }
    }

    /// Keeps an answer; it counts as a secret unless it is known to be harmless.
    init(_ answer: Answer, to question: Question?) {
        switch (answer, question?.kind) {
        case (.cancel, _): self.init(.cancel)
        case (.choice(let id), _): self.init(.choice, text: id)
        case (.confirm, _): self.init(.confirm)
        case (.text(let text), .prompt(let prompt)) where !prompt.isSecret:
            self.init(.text, text: text.reveal())
        case (.text, .prompt(let prompt)): self.init(.secret, text: prompt.title)
        case (.text(let text), .confirm(let confirmation)):
            if case .severe(let name) = confirmation.severity, text == SecretText(name) {
                self.init(.text, text: name)
            } else {
                self.init(.secret, text: confirmation.title)
            }
        case (.text, .alert), (.text, nil): self.init(.secret, text: "")
        }
    }

    /// The value for a field; `nil` when this is not one.
    ///
    /// - Parameter given: What the replay was given for a secret.
    func fieldValue(given: SecretText?) -> FieldValue? {
        switch type {
        case .text: .text(text ?? "")
        case .toggle: .toggle(isOn ?? false)
        case .choices: .choices(ids ?? [])
        case .file: .file(FileValue(name: name ?? "", content: .path(text ?? "")))
        case .secret: .secret(given ?? SecretText(""))
        case .content:
            .file(FileValue(name: name ?? "", content: .bytes(given ?? SecretText(""))))
        case .unchanged: .secret(SecretText(""))
        case .typed: .secret(SecretText("•"))
        case .cancel, .choice, .confirm: nil
        }
    }

    /// The answer; `nil` when this is not one.
    ///
    /// - Parameter given: What the replay was given for a secret.
    func answer(given: SecretText?) -> Answer? {
        switch type {
        case .cancel: .cancel
        case .choice: .choice(text ?? "")
        case .confirm: .confirm
        case .text: .text(SecretText(text ?? ""))
        case .secret: .text(given ?? SecretText(""))
        case .toggle, .choices, .file, .content, .unchanged, .typed: nil
        }
    }
}
