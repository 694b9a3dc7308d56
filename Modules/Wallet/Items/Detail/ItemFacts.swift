import TenonCore
import TenonUI
import WalletVault

/// All facts of an item: those of its kind, its notes, further fields, and its former versions.
struct ItemFacts {
    static let notes = "notes"

    private let kind: any ItemKindPresenting
    private let localizer: Localizer

    init(_ kind: any ItemKindPresenting, _ localizer: Localizer) {
        self.kind = kind
        self.localizer = localizer
    }

    func all(of item: Item, history: [ItemVersion]) -> [ItemFact] {
        kind.facts(of: item, localizer) + notes(of: item) + fields(of: item)
            + history.indices.flatMap { version($0, in: history) }
    }

    func notes(of item: Item) -> [ItemFact] {
        guard !item.notes.isEmpty else { return [] }
        return [
            ItemFact(
                id: Self.notes, label: kind.notesLabel(localizer), content: .text(item.notes))
        ]
    }

    func fields(of item: Item) -> [ItemFact] {
        item.customFields.enumerated().filter { !$0.element.isHidden }.map { index, field in
            ItemFact(
                id: "field-\(index)", label: field.label,
                content: field.isConcealed ? .concealed(field.value) : .text(field.value))
        }
    }

    /// What a former version kept.
    func version(_ index: Int, in history: [ItemVersion]) -> [ItemFact] {
        let version = history[index]
        let until = localizer(
            ItemsText.until, ["date": localizer.dateAndTime(version.replaced)])
        let parts = (kind.kind.parts + [.notes]).compactMap { part in
            version[part].map { value in
                (part.rawValue, label(of: part), value, part.isSecret || part == .notes)
            }
        }
        let fields = version.customValues.enumerated().map { place, custom in
            ("field-\(place)", custom.field.label, custom.field.value, custom.field.isConcealed)
        }
        return (parts + fields).map { name, label, value, isConcealed in
            ItemFact(
                id: "version-\(index)-\(name)", label: "\(label) (\(until))",
                content: isConcealed ? .concealed(value) : .text(value))
        }
    }

    /// The version that a fact belongs to.
    func version(of fact: String, in history: [ItemVersion]) -> ItemVersion? {
        history.indices.first { fact.hasPrefix("version-\($0)-") }.map { history[$0] }
    }

    private func label(of part: ItemPart) -> String {
        kind.parts.first { $0.part == part }?.label(localizer)
            ?? (part == .notes ? kind.notesLabel(localizer) : localizer.text(of: part.name))
    }
}
