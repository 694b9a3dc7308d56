import TenonCore
import WalletVault

/// Records in files that know cards at most: each part is a field with the English name of the part.
extension ItemKind {
    /// The parts of a card or a record, with what they are called in files.
    var labelledParts: [(label: String, part: ItemPart)] {
        self == .card
            ? CardField.allCases.map { ($0.rawValue, $0.part) }
            : isRecord ? parts.map { ("\($0.name)", $0) } : []
    }

    /// The part that has some label.
    func part(labelled label: String) -> ItemPart? {
        labelledParts.first { $0.label == label }?.part
    }
}

extension Item {
    /// The further fields of an item, with the kind and the parts of a record in front of them.
    ///
    /// A field with the label of a part would be taken for the part, so that an empty part keeps its place.
    var fieldsWithParts: [CustomField] {
        guard let record else { return head.customFields }
        let parts = kind.labelledParts.compactMap { label, part -> CustomField? in
            let text = record[part] ?? SecretText(utf8: [])
            guard !text.isEmpty || head.customFields.contains(where: { $0.label == label }) else {
                return nil
            }
            return CustomField(label: label, value: text, isConcealed: part.isSecret)
        }
        let kind = CustomField(
            label: ".\(ItemDraft.kindLabel)", value: SecretText(kind.rawValue), isConcealed: true)
        return [kind] + parts + head.customFields
    }
}

extension ItemDraft {
    /// The label, without its dot, of the hidden field with the kind of a record.
    static let kindLabel = "wallet.kind"

    /// Becomes the record that ``Item/fieldsWithParts`` describes, if the fields do.
    mutating func takeRecord() {
        guard let index = fields.firstIndex(where: { $0.label == ".\(Self.kindLabel)" }),
            let kind = ItemKind(rawValue: fields[index].value.reveal()), kind.isRecord
        else { return }
        fields.remove(at: index)
        takeRecord(kind)
    }

    /// Becomes a record, whose parts are the first fields with their labels.
    mutating func takeRecord(_ kind: ItemKind) {
        self.kind = kind
        for (label, part) in kind.labelledParts where parts[part] == nil {
            guard let index = fields.firstIndex(where: { $0.label == label }) else { continue }
            parts[part] = fields.remove(at: index).value
        }
    }
}
