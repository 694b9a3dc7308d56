import TenonCore
package import TenonUI
package import WalletVault

/// A part of an item as people see it: what it is called, and how it is asked for.
///
/// The field of a form and the fact on a screen have the name of the part as their id.
package struct PresentedPart: Sendable {
    /// The part.
    let part: ItemPart
    private let name: @Sendable (Localizer) -> String
    private let help: (any LocalizedKey)?
    private let autofill: Field.Autofill
    private let accelerator: Accelerator?

    /// Describes a part.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - label: What it is called.
    ///   - help: What the form says of it.
    ///   - autofill: What programs that fill in forms may do with its field.
    ///   - accelerator: What copying it means on all screens.
    package init<Key: LocalizedKey>(
        _ part: ItemPart, _ label: Key, help: Key? = nil, autofill: Field.Autofill = .off,
        accelerator: Accelerator? = nil
    ) {
        self.part = part
        name = { $0(label) }
        self.help = help
        self.autofill = autofill
        self.accelerator = accelerator
    }

    /// Describes a part by what the table of parts says of it.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - accelerator: What copying it means on all screens.
    package init(_ part: ItemPart, accelerator: Accelerator? = nil) {
        self.part = part
        name = { $0.text(of: part.name) }
        help = part.isFile ? ItemsText.keyFileHelp : nil
        autofill = .off
        self.accelerator = accelerator
    }

    /// What it is called.
    package func label(_ localizer: Localizer) -> String { name(localizer) }

    /// The value of its field; a secret has none.
    fileprivate func value(of item: Item?) -> FieldValue {
        let text = part.isSecret ? nil : item?[part]?.reveal()
        return switch part.row.text {
        case .line, .lines, .month, .day:
            part.isSecret ? .secret(SecretText(utf8: [])) : .text(text ?? "")
        case .flag: .toggle(text == PartText.yes)
        // A new item has the first one; of a stored one nothing is said that nobody has said.
        case .choice(let choices): .text(text ?? choices.first?.text ?? "")
        }
    }

    /// Its field.
    fileprivate func field(_ form: ItemForm, stored: Item?, _ localizer: Localizer) -> Field {
        Field(
            ItemFieldName.part(part), label: label(localizer),
            help: help.map { localizer($0) } ?? "",
            kind: fieldKind(form, isSet: stored?.readableText(of: part) != nil, localizer),
            autofill: autofill)
    }

    private func fieldKind(_ form: ItemForm, isSet: Bool, _ localizer: Localizer) -> Field.Kind {
        let text = form.untrimmed(.part(part))
        guard !part.isFile else {
            return .file(name: isSet ? SecretText(utf8: []).description : "", accepts: [])
        }
        guard !part.isSecret else { return .secret(isSet: isSet) }
        switch part.row.text {
        case .line: return .text(text, isMultiline: false)
        case .lines: return .text(text, isMultiline: true)
        // What another program wrote stays as it is.
        case .day:
            return text.isDay || text.isEmpty ? .date(text) : .text(text, isMultiline: false)
        case .month: return .month(text)
        case .flag: return .toggle(form.isOn(.part(part)))
        case .choice(let choices):
            var options = choices.map {
                Field.Option(id: $0.text, title: localizer.text(of: $0.name))
            }
            if !options.contains(where: { $0.id == text }) {
                options.insert(Field.Option(id: text, title: text.isEmpty ? "–" : text), at: 0)
            }
            return .choice(text, options: options)
        }
    }

    /// What a screen says of it; `nil` when the item has none.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - qrCode: A QR code that the fact offers.
    package func fact(
        of item: Item, qrCode: ItemFact.QRCode? = nil, _ localizer: Localizer
    ) -> ItemFact? {
        guard let text = item.readableText(of: part) else { return nil }
        let number = CardNumber(text)
        let content: ItemFact.Content =
            part == .number
            ? .concealed(number.digits, shown: number.grouped)
            : part.isSecret ? .concealed(text) : .text(shown(text, localizer))
        return ItemFact(
            id: part.rawValue, label: label(localizer), content: content,
            accelerator: accelerator, qrCode: qrCode)
    }

    /// A text as people read it.
    private func shown(_ text: SecretText, _ localizer: Localizer) -> SecretText {
        switch part.row.text {
        case .line, .lines, .month, .day: return text
        case .flag: return SecretText(localizer(UIText.on))
        case .choice(let choices):
            let choice = choices.first { SecretText($0.text) == text }
            return choice.map { SecretText(localizer.text(of: $0.name)) } ?? text
        }
    }

    /// Gives an item what its field says; a secret that was not given stays.
    fileprivate func take(_ form: ItemForm, into item: inout Item) {
        if case .flag = part.row.text {
            item[part] = SecretText(form.isOn(.part(part)) ? PartText.yes : "")
        } else if !part.isSecret {
            item[part] = SecretText(form.text(.part(part)))
        } else if let secret = form.secret(.part(part)) {
            item[part] = secret
        }
    }
}

extension ItemPart {
    /// Whether it is a secret of several lines, which no field for a secret takes: it comes from a file.
    var isFile: Bool {
        guard case .lines = row.text else { return false }
        return isSecret
    }
}

extension String {
    /// Whether it is written as a day: `YYYY-MM-DD`.
    fileprivate var isDay: Bool { wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil }
}

extension [PresentedPart] {
    /// The values of a form for an item; `nil` for a new one.
    package func values(of item: Item?) -> [ItemFieldName: FieldValue] {
        Dictionary(uniqueKeysWithValues: map { (.part($0.part), $0.value(of: item)) })
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
