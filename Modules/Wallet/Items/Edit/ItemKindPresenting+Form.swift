import TenonCore
import TenonSecurity
import TenonUI
import WalletVault

/// What the forms of all kinds have.
extension ItemKindPresenting {
    /// The form for an item; `nil` for a new one.
    func form(for item: Item?) -> ItemForm {
        var values = values(of: item)
        values[.title] = .text(item?.title ?? "")
        values[.notes] = .text(item?.notes.reveal() ?? "")
        values[.tags] = .choices(item?.tags ?? [])
        values[.favorite] = .toggle(item?.isFavorite ?? false)
        values[.newLabel] = .text("")
        values[.newValue] = .secret(SecretText(utf8: []))
        values[.newIsConcealed] = .toggle(false)
        values[.remove] = .choices([])
        for (name, custom) in Self.shown(item) {
            values[name] =
                custom.isConcealed
                ? .secret(SecretText(utf8: [])) : .text(custom.value.reveal())
        }
        return ItemForm(values)
    }

    /// The fields in their order.
    func fields(
        _ form: ItemForm, stored: Item?, tags: [String], problems: [ItemFieldName: String],
        remarks: [ItemFieldName: SecretRemark], _ localizer: Localizer
    ) -> [Field] {
        func text(_ name: ItemFieldName, _ label: ItemsText, help: ItemsText? = nil) -> Field {
            Field(
                text: name, label: localizer(label), help: help.map { localizer($0) } ?? "",
                value: form.untrimmed(name))
        }
        var fields = [text(.title, .title)]
        fields += self.fields(form, stored: stored, localizer)
        fields += Self.shown(stored).map { name, custom in
            Field(
                name, label: custom.label,
                kind: custom.isConcealed
                    ? .secret(isSet: !custom.value.isEmpty)
                    : .text(form.untrimmed(name), isMultiline: false))
        }
        fields += [
            Field(
                ItemFieldName.notes, label: notesLabel(localizer),
                kind: .text(form.untrimmed(.notes), isMultiline: true)),
            Field(
                ItemFieldName.tags, label: localizer(ItemsText.tags),
                kind: .tokens(form.chosen(.tags), suggestions: tags)),
            Field(
                ItemFieldName.favorite, label: localizer(ItemsText.favorite),
                kind: .toggle(form.isOn(.favorite))),
            text(.newLabel, .newField, help: .newFieldHelp),
            Field(
                ItemFieldName.newValue, label: localizer(ItemsText.newFieldValue),
                kind: .secret(isSet: false)),
            Field(
                ItemFieldName.newIsConcealed, label: localizer(ItemsText.newFieldConcealed),
                kind: .toggle(form.isOn(.newIsConcealed))),
        ]
        var removable = removable(fields, stored)
        if stored?.login?.hasFillRules == true {
            removable.append(
                Field.Option(
                    id: ItemFieldName.fillRules.rawValue, title: localizer(ItemsText.fillRules)))
        }
        if !removable.isEmpty {
            fields.append(
                Field(
                    ItemFieldName.remove, label: localizer(ItemsText.remove),
                    help: localizer(ItemsText.removeHelp),
                    kind: .choices(form.removed.map(\.rawValue), options: removable)))
        }
        return fields.map { field in
            var field = field
            let name = ItemFieldName(rawValue: field.id)
            field.problem = problems[name]
            switch remarks[name] {
            case .strength(let strength):
                field.strength = SecretStrength(rank: strength.level.rawValue + 1, localizer)
            case .doubt(let doubt): field.help = doubt
            case nil: break
            }
            return field
        }
    }

    /// The item that a form describes.
    func item(_ form: ItemForm, stored: Item?, _ localizer: Localizer) -> Item {
        var head = stored?.head ?? ItemHead(title: "")
        head.title = form.text(.title)
        head.notes = SecretText(form.untrimmed(.notes))
        head.tags = form.chosen(.tags)
        head.isFavorite = form.isOn(.favorite)
        let removed = form.removed
        head.customFields = head.customFields.named.compactMap { name, custom in
            guard !custom.isHidden else { return custom }
            guard !removed.contains(name) else { return nil }
            var custom = custom
            if custom.isConcealed {
                custom.value = form.secret(name) ?? custom.value
            } else {
                custom.value = SecretText(form.text(name))
            }
            return custom
        }
        let label = form.text(.newLabel)
        let value = form.secret(.newValue) ?? SecretText("")
        if !label.isEmpty || !value.isEmpty {
            head.customFields.append(
                CustomField(
                    // A dot at its beginning would hide it.
                    label: label.isEmpty
                        ? localizer(ItemsText.newField) : HiddenLabel.shown(label), value: value,
                    isConcealed: form.isOn(.newIsConcealed)))
        }
        let item = item(form, head: head, stored: stored)
        guard removed.contains(.fillRules), case .login(var login) = item else { return item }
        login.dropFillRules()
        return .login(login)
    }

    private static func shown(_ item: Item?) -> [(name: ItemFieldName, field: CustomField)] {
        (item?.customFields ?? []).named.filter { !$0.field.isHidden }
    }

    /// Values that an empty field cannot remove: secrets, since empty means "as it was", and own
    /// fields.
    private func removable(_ fields: [Field], _ stored: Item?) -> [Field.Option] {
        let own = Set(Self.shown(stored).map(\.name.rawValue))
        return fields.filter { own.contains($0.id) || Self.isSet($0.kind) }
            .map { Field.Option(id: $0.id, title: $0.label) }
    }

    private static func isSet(_ secret: Field.Kind) -> Bool {
        if case .file(let name, _) = secret { return !name.isEmpty }
        return secret == .secret(isSet: true)
    }
}
