package import TenonCore

/// What a browser sent with a form: values by name, in order, wiped when they are let go.
package struct FormData: Sendable {
    /// One value.
    package struct Entry: Sendable {
        /// The name of the control.
        package let name: String
        /// The name of the file; `nil` for other values.
        package let fileName: String?
        /// The bytes.
        package let value: SecretText
    }

    /// The values in the order of the form.
    package var entries: [Entry] = []

    /// Makes an empty form.
    init() {}

    /// The first value with a name.
    func first(_ name: String) -> SecretText? {
        entries.first { $0.name == name }?.value
    }

    /// The first value with a name, as text; not for secrets.
    package func text(_ name: String) -> String? { first(name)?.reveal() }

    /// All values with a name, as text.
    package func texts(_ name: String) -> [String] {
        entries.filter { $0.name == name }.map { $0.value.reveal() }
    }

    /// Whether there is a value with a name.
    func contains(_ name: String) -> Bool { entries.contains { $0.name == name } }
}

/// Why a form cannot be read.
package struct FormProblem: Error, Equatable {
    /// The error, for tests and for authors of clients.
    let reason: String

    static let tooManyEntries = FormProblem(reason: "too many entries")
    static let badEscape = FormProblem(reason: "a wrong escape")
    static let notText = FormProblem(reason: "text that is not UTF-8")
}
