import TenonCore
package import TenonUI
package import WalletVault

/// A part of an item as people see it: what it is called, and how it is asked for.
///
/// The field of a form and the fact on a screen have the name of the part as their id.
package struct PresentedPart: Sendable {
    fileprivate let part: ItemPart
    private let label: any LocalizedKey
    private let help: (any LocalizedKey)?
    private let autofill: Field.Autofill
    private let shortcut: String?

    /// Describes a part.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - label: What it is called.
    ///   - help: What the form says of it.
    ///   - autofill: What programs that fill in forms may do with its field.
    ///   - shortcut: A letter that front ends may use as the key for copying it.
    package init<Key: LocalizedKey>(
        _ part: ItemPart, _ label: Key, help: Key? = nil, autofill: Field.Autofill = .off,
        shortcut: String? = nil
    ) {
        self.part = part
        self.label = label
        self.help = help
        self.autofill = autofill
        self.shortcut = shortcut
    }

    /// The value of its field; a secret has none.
    fileprivate func value(of item: Item?) -> FieldValue {
        part.isSecret
            ? .secret(SecretText(utf8: []))
            : .text(item?.readableText(of: part)?.reveal() ?? "")
    }

    /// Its field.
    fileprivate func field(_ form: ItemForm, stored: Item?, _ localizer: Localizer) -> Field {
        let isSet = stored?.readableText(of: part) != nil
        return Field(
            id: part.rawValue, label: localizer(label), help: help.map { localizer($0) } ?? "",
            kind: part.isSecret
                ? .secret(isSet: isSet)
                : .text(form.untrimmed(part.rawValue), isMultiline: false),
            autofill: autofill)
    }

    /// What a screen says of it; `nil` when the item has none.
    package func fact(of item: Item, _ localizer: Localizer) -> ItemFact? {
        guard let text = item.readableText(of: part) else { return nil }
        let number = CardNumber(text)
        let content: ItemFact.Content =
            part == .number
            ? .concealed(number.digits, shown: number.grouped)
            : part.isSecret ? .concealed(text) : .text(text)
        return ItemFact(
            id: part.rawValue, label: localizer(label), content: content, shortcut: shortcut)
    }

    /// Gives an item what its field says; a secret that was not typed stays.
    fileprivate func take(_ form: ItemForm, into item: inout Item) {
        if !part.isSecret {
            item[part] = SecretText(form.text(part.rawValue))
        } else if let secret = form.secret(part.rawValue) {
            item[part] = secret
        }
    }
}

extension [PresentedPart] {
    /// The values of a form for an item; `nil` for a new one.
    package func values(of item: Item?) -> [String: FieldValue] {
        Dictionary(uniqueKeysWithValues: map { ($0.part.rawValue, $0.value(of: item)) })
    }

    /// The fields with these values.
    ///
    /// - Parameters:
    ///   - form: The values.
    ///   - stored: What is in the vault; `nil` for a new item.
    ///   - localizer: The person's language.
    package func fields(_ form: ItemForm, stored: Item?, _ localizer: Localizer) -> [Field] {
        map { $0.field(form, stored: stored, localizer) }
    }

    /// The item that a form describes.
    ///
    /// - Parameters:
    ///   - form: The values.
    ///   - item: An item with everything that is not in these parts.
    package func item(_ form: ItemForm, over item: Item) -> Item {
        reduce(into: item) { item, part in part.take(form, into: &item) }
    }
}
