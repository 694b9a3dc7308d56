import ArgumentParser
import TenonCommandLine
import TenonCore
import WalletVault

/// Further fields as options, for `add` and `edit`.
struct FieldOptions: ParsableArguments {
    @Option(
        help: .localized("A further field, as LABEL=VALUE; may be given several times."))
    var setField: [String] = []

    @Option(
        help: .localized(
            "A concealed further field, as LABEL=FILE, with its value in the first line of the file; may be given several times."
        ))
    var setSecretField: [String] = []

    @Option(help: .localized("Remove the further field with this label."))
    var removeField: [String] = []

    func validate() throws {
        for text in setField + setSecretField {
            guard let (label, _) = Self.parts(of: text), !label.isEmpty else {
                throw ValidationError.localized(
                    "\"\(text)\" needs a label and \"=\" before its value.")
            }
            if label.hasPrefix(".") {
                throw ValidationError.localized("A label cannot begin with a dot.")
            }
        }
    }

    /// Whether nothing was given.
    var isEmpty: Bool { setField.isEmpty && setSecretField.isEmpty && removeField.isEmpty }

    /// The files with secrets.
    var files: [String] { setSecretField.compactMap { Self.parts(of: $0)?.value } }

    /// Changes the fields of an item.
    ///
    /// - Throws: ``WalletCommandError`` when a file cannot be read, or a field to remove is not there.
    func apply(to item: inout Item) throws {
        for label in removeField {
            guard item.customFields.contains(where: { $0.label == label }) else {
                throw WalletCommandError.noSuchField(label)
            }
            item.customFields.removeAll { $0.label == label }
        }
        for case let (label, value)? in setField.map(Self.parts) {
            set(label, SecretText(value), isConcealed: false, in: &item)
        }
        for case let (label, path)? in setSecretField.map(Self.parts) {
            set(label, try SecretFile.secret(of: path), isConcealed: true, in: &item)
        }
    }

    private func set(_ label: String, _ value: SecretText, isConcealed: Bool, in item: inout Item) {
        guard let index = item.customFields.firstIndex(where: { $0.label == label }) else {
            item.customFields.append(
                CustomField(label: label, value: value, isConcealed: isConcealed))
            return
        }
        item.customFields[index].value = value
        item.customFields[index].isConcealed = isConcealed
    }

    private static func parts(of text: String) -> (label: String, value: String)? {
        guard let equals = text.firstIndex(of: "=") else { return nil }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}
