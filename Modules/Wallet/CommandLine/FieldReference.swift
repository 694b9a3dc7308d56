import TenonCore
import WalletVault

/// How a person or a file names a further field of an item: by its label, or as `PIN#2` when several have it.
///
/// The fields of one label are counted from 1, in the order in which they are shown. What a program
/// keeps in hidden fields cannot be named.
struct FieldReference {
    private static let mark: Character = "#"

    private let text: String

    init(_ text: String) { self.text = text }

    /// The place of the field that is meant; `nil` when no field is called so.
    ///
    /// - Throws: ``WalletCommandError`` when several are, or a number is given that none has.
    func place(in fields: [CustomField]) throws -> Int? {
        let places = Self.places(of: text, in: fields)
        if places.count > 1 {
            throw WalletCommandError.severalFields(
                text, places.compactMap { Self.name(of: $0, in: fields) })
        }
        if let place = places.first { return place }
        guard let mark = text.lastIndex(of: Self.mark),
            let number = Int(text[text.index(after: mark)...])
        else { return nil }
        let numbered = Self.places(of: String(text[..<mark]), in: fields)
        guard !numbered.isEmpty else { return nil }
        guard (1...numbered.count).contains(number) else {
            throw WalletCommandError.noSuchField(text)
        }
        return numbered[number - 1]
    }

    /// What the field at a place is called, so that no other is: its label, with a number if need be;
    /// `nil` when another field has that for a label.
    static func name(of place: Int, in fields: [CustomField]) -> String? {
        let label = fields[place].label
        let places = places(of: label, in: fields)
        guard places.count > 1, let index = places.firstIndex(of: place) else { return label }
        let name = "\(label)\(mark)\(index + 1)"
        return Self.places(of: name, in: fields).isEmpty ? name : nil
    }

    private static func places(of label: String, in fields: [CustomField]) -> [Int] {
        fields.indices.filter { !fields[$0].isHidden && fields[$0].label == label }
    }
}
