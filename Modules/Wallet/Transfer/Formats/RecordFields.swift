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

    /// The hidden field that says the kind; by it a reader knows what an export of Wallet has written.
    var hiddenField: CustomField {
        CustomField(
            label: ".\(ItemDraft.kindLabel)", value: SecretText(rawValue), isConcealed: true)
    }

    /// The part that has some label.
    func part(labelled label: String) -> ItemPart? {
        labelledParts.first { $0.label == label }?.part
    }
}

extension Item {
    /// The further fields of an item, with the kind and the parts of a record in front of them.
    var fieldsWithParts: [CustomField] { fields(without: nil) }

    /// The further fields of an item, with the parts of a record in front of them that a file has no
    /// place for.
    ///
    /// A field with the label of a part would be taken for the part, so that an empty part keeps its place.
    ///
    /// - Parameter placed: The parts that have a place in an item of the same kind; `nil` when the
    ///   file does not know the kind, which is then a field as well.
    func fields(without placed: Set<ItemPart>?) -> [CustomField] {
        guard let record else { return head.customFields }
        let parts = kind.labelledParts.compactMap { label, part -> CustomField? in
            let text = record[part] ?? SecretText(utf8: [])
            let isPlaced = placed?.contains(part) == true && !text.isEmpty
            guard !isPlaced,
                !text.isEmpty || head.customFields.contains(where: { $0.label == label })
            else { return nil }
            return CustomField(label: label, value: text, isConcealed: part.isSecret)
        }
        guard placed == nil else { return parts + head.customFields }
        return [kind.hiddenField] + parts + head.customFields
    }
}

extension ItemDraft {
    /// The label, without its dot, of the hidden field with the kind of an item.
    static let kindLabel = "wallet.kind"

    /// Becomes the record that ``Item/fieldsWithParts`` describes, if the fields do.
    mutating func takeRecord() {
        guard let index = fields.firstIndex(where: { $0.label == ".\(Self.kindLabel)" }),
            let kind = ItemKind(rawValue: fields[index].value.reveal()), kind.isRecord
        else { return }
        fields.remove(at: index)
        takeRecord(kind)
    }

    /// Becomes a record, whose parts are the first fields with their labels; a concealed field is no part
    /// that everybody sees.
    mutating func takeRecord(_ kind: ItemKind) { takeRecord(kind, kind.labelledParts) }

    /// Becomes a record, whose parts are the first fields with these labels.
    mutating func takeRecord(_ kind: ItemKind, _ labelled: [(label: String, part: ItemPart)]) {
        self.kind = kind
        for (label, part) in labelled where parts[part] == nil {
            guard
                let index = fields.firstIndex(where: {
                    $0.label == label && (part.isSecret || !$0.isConcealed)
                })
            else { continue }
            parts[part] = fields.remove(at: index).value
        }
    }
}
