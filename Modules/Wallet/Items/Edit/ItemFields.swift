import TenonCore
import TenonUI
import WalletVault

/// The fields that the forms of all kinds have.
package struct ItemFields {
    package static let title = "title"
    package static let notes = "notes"
    static let tags = "tags"
    static let favorite = "favorite"
    static let remove = "remove"
    static let newLabel = "new-field-label"
    static let newValue = "new-field-value"
    static let newIsConcealed = "new-field-concealed"

    let kind: any ItemKindPresenting
    let localizer: Localizer

    /// The form for an item; `nil` for a new one.
    func form(for item: Item?) -> ItemForm {
        var values = kind.values(of: item)
        values[Self.title] = .text(item?.title ?? "")
        values[Self.notes] = .text(item?.notes.reveal() ?? "")
        values[Self.tags] = .text(item?.tags.joined(separator: ", ") ?? "")
        values[Self.favorite] = .toggle(item?.isFavorite ?? false)
        values[Self.newLabel] = .text("")
        values[Self.newValue] = .secret(SecretText(utf8: []))
        values[Self.newIsConcealed] = .toggle(false)
        values[Self.remove] = .choices([])
        for (index, custom) in Self.shown(item) {
            values[Self.custom(index)] =
                custom.isConcealed
                ? .secret(SecretText(utf8: [])) : .text(custom.value.reveal())
        }
        return ItemForm(values)
    }

    /// The fields in their order.
    func fields(_ form: ItemForm, stored: Item?, problems: [String: String]) -> [Field] {
        var fields = [text(Self.title, ItemsText.title, form)]
        fields += kind.fields(form, stored: stored, localizer)
        fields += Self.shown(stored).map { index, custom in
            Field(
                id: Self.custom(index), label: custom.label,
                kind: custom.isConcealed
                    ? .secret(isSet: !custom.value.isEmpty)
                    : .text(form.untrimmed(Self.custom(index)), isMultiline: false))
        }
        fields += [
            Field(
                id: Self.notes, label: kind.notesLabel(localizer),
                kind: .text(form.untrimmed(Self.notes), isMultiline: true)),
            text(Self.tags, ItemsText.tags, help: ItemsText.tagsHelp, form),
            Field(
                id: Self.favorite, label: localizer(ItemsText.favorite),
                kind: .toggle(form.isOn(Self.favorite))),
            text(Self.newLabel, ItemsText.newField, help: ItemsText.newFieldHelp, form),
            Field(
                id: Self.newValue, label: localizer(ItemsText.newFieldValue),
                kind: .secret(isSet: false)),
            Field(
                id: Self.newIsConcealed, label: localizer(ItemsText.newFieldConcealed),
                kind: .toggle(form.isOn(Self.newIsConcealed))),
        ]
        let removable = removable(fields, stored)
        if !removable.isEmpty {
            fields.append(
                Field(
                    id: Self.remove, label: localizer(ItemsText.remove),
                    help: localizer(ItemsText.removeHelp),
                    kind: .choices(form.removed, options: removable)))
        }
        return fields.map { field in
            var field = field
            field.problem = problems[field.id]
            return field
        }
    }

    /// The item that a form describes.
    func item(_ form: ItemForm, stored: Item?) -> Item {
        var head = stored?.head ?? ItemHead(title: "")
        head.title = form.text(Self.title)
        head.notes = SecretText(form.untrimmed(Self.notes))
        head.tags = form.list(Self.tags, separator: ",")
        head.isFavorite = form.isOn(Self.favorite)
        let removed = form.removed
        head.customFields = head.customFields.enumerated().compactMap { index, custom in
            let id = Self.custom(index)
            guard !custom.isHidden else { return custom }
            guard !removed.contains(id) else { return nil }
            var custom = custom
            if custom.isConcealed {
                custom.value = form.secret(id) ?? custom.value
            } else {
                custom.value = SecretText(form.text(id))
            }
            return custom
        }
        if let value = form.secret(Self.newValue) {
            let label = form.text(Self.newLabel)
            head.customFields.append(
                CustomField(
                    label: label.isEmpty ? localizer(ItemsText.newField) : label, value: value,
                    isConcealed: form.isOn(Self.newIsConcealed)))
        }
        return kind.item(form, head: head, stored: stored)
    }

    private static func custom(_ index: Int) -> String { "field-\(index)" }

    private static func shown(_ item: Item?) -> [(Int, CustomField)] {
        (item?.customFields ?? []).enumerated().map { ($0.offset, $0.element) }
            .filter { !$0.1.isHidden }
    }

    /// Values that an empty field cannot remove: secrets, since empty means "as it was", and own
    /// fields.
    private func removable(_ fields: [Field], _ stored: Item?) -> [Field.Option] {
        let own = Set(Self.shown(stored).map { Self.custom($0.0) })
        return fields.filter { own.contains($0.id) || Self.isSet($0.kind) }
            .map { Field.Option(id: $0.id, title: $0.label) }
    }

    private static func isSet(_ secret: Field.Kind) -> Bool {
        if case .file(let name, _) = secret { return !name.isEmpty }
        return secret == .secret(isSet: true)
    }

    private func text(
        _ id: String, _ label: ItemsText, help: ItemsText? = nil, _ form: ItemForm
    ) -> Field {
        Field(
            id: id, label: localizer(label), help: help.map { localizer($0) } ?? "",
            kind: .text(form.untrimmed(id), isMultiline: false))
    }
}
