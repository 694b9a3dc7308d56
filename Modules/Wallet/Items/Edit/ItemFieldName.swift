import Foundation
package import WalletVault

/// The name of a field in the form for an item; a kind adds its own to it.
package struct ItemFieldName: RawRepresentable, Hashable, Sendable {
    /// What it is called on the screen.
    package let rawValue: String

    /// Makes a name.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The title of the item.
    package static let title = Self(rawValue: "title")
    /// The notes.
    package static let notes = Self(rawValue: "notes")
    static let tags = Self(rawValue: "tags")
    static let favorite = Self(rawValue: "favorite")
    /// What is taken from the item.
    static let remove = Self(rawValue: "remove")
    /// What other programs have said about filling in a login; it can be taken from it.
    static let fillRules = Self(rawValue: "fill-rules")
    static let newLabel = Self(rawValue: "new-field-label")
    static let newValue = Self(rawValue: "new-field-value")
    static let newIsConcealed = Self(rawValue: "new-field-concealed")

    /// The field for a part.
    package static func part(_ part: ItemPart) -> Self { Self(rawValue: part.rawValue) }

    /// The field for one of the person's own fields.
    ///
    /// It is the same one whatever happens to fields with other labels.
    ///
    /// - Parameters:
    ///   - label: What the person calls it.
    ///   - place: Its place among those that are called so, from 0.
    static func custom(_ label: String, _ place: Int) -> Self {
        let encoded = label.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? label
        let name = "field-" + encoded.replacing("%", with: "_")
        return Self(rawValue: place == 0 ? name : "\(name)-\(place + 1)")
    }
}

extension Collection<CustomField> {
    /// The person's own fields with the names that they have in a form.
    var named: [(name: ItemFieldName, field: CustomField)] {
        var counts: [String: Int] = [:]
        return map { field in
            defer { counts[field.label, default: 0] += 1 }
            return (.custom(field.label, counts[field.label, default: 0]), field)
        }
    }
}
