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
            "A concealed further field, as LABEL=FILE, with its value, one line, in the file; may be given several times."
        ))
    var setSecretField: [String] = []

    @Option(
        help: .localized(
            "Remove the further field with this label; LABEL#2 is the second of several.")
    )
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
    /// What a label names is what it names before the change. A concealed field does not become one
    /// that everybody can read, unless it is removed by the same command.
    ///
    /// - Throws: ``WalletCommandError`` when a file cannot be read, a field to remove is not there, or a
    ///   label does not say which field is meant; `ValidationError` when a field is given twice.
    func apply(to item: inout Item) throws {
        let present = item.customFields
        var kept = present.map { Optional($0) }
        for label in removeField {
            guard let place = try FieldReference(label).place(in: present) else {
                throw WalletCommandError.noSuchField(label)
            }
            kept[place] = nil
        }
        var added: [CustomField] = []
        var changed: Set<Int> = []
        for field in try values {
            let twice = ValidationError.localized(
                "The field \"\(field.label)\" is given twice; give each field once.")
            if let place = try FieldReference(field.label).place(in: present), let old = kept[place]
            {
                guard field.isConcealed || !old.isConcealed else {
                    throw WalletCommandError.concealedField(field.label)
                }
                guard changed.insert(place).inserted else { throw twice }
                kept[place]?.value = field.value
                kept[place]?.isConcealed = field.isConcealed
            } else {
                guard !added.contains(where: { $0.label == field.label }) else { throw twice }
                added.append(field)
            }
        }
        item.customFields = kept.compactMap { $0 } + added
    }

    /// The fields as they are given.
    private var values: [CustomField] {
        get throws {
            setField.compactMap(Self.parts).map {
                CustomField(label: $0.label, value: SecretText($0.value), isConcealed: false)
            }
                + (try setSecretField.compactMap(Self.parts).map {
                    CustomField(
                        label: $0.label, value: try SecretFile.secret(of: $0.value),
                        isConcealed: true)
                })
        }
    }

    private static func parts(of text: String) -> (label: String, value: String)? {
        guard let equals = text.firstIndex(of: "=") else { return nil }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}
