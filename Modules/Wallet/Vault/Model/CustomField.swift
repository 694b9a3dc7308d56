package import TenonCore

/// A field that the person, or the program an item was imported from, added to an item.
package struct CustomField: Sendable, Equatable {
    /// What the field is called.
    ///
    /// A label that starts with a dot, such as `.firefox.guid`, belongs to another program: the field
    /// is kept and exported, and not shown to people.
    package var label: String
    /// The text.
    package var value: SecretText
    /// Whether the value is shown as dots until the person asks for it.
    package var isConcealed: Bool
    /// Encoded fields of a newer version, kept as they are.
    var unknown = UnknownFields()

    /// Makes a field.
    package init(label: String, value: SecretText, isConcealed: Bool) {
        self.label = label
        self.value = value
        self.isConcealed = isConcealed
    }

    /// Whether the field is kept for another program only.
    package var isHidden: Bool { Self.isHidden(label) }

    /// Whether a field of a label is kept for another program only.
    static func isHidden(_ label: String) -> Bool { label.hasPrefix(".") }

    /// Whether another field says the same, concealed or not.
    func isSame(as other: CustomField) -> Bool { label == other.label && value == other.value }
}
