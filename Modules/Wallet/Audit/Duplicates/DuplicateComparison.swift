import TenonCore
import WalletVault

/// In what two items differ, without the texts themselves.
struct DuplicateComparison: Sendable, Equatable {
    /// Something that items have.
    enum Subject: Sendable, Equatable {
        case title
        case part(ItemPart)
        case sites
        case fields
        case tags
        case attachments
    }

    /// What is not the same in both.
    let differences: [Subject]

    /// Whether both have a password, and not the same one.
    let hasOtherPassword: Bool
    /// Whether both have a secret for one-time codes, and not the same one.
    let hasOtherCodes: Bool

    /// Compares items of one kind.
    init(_ first: Item, _ second: Item) {
        let parts = (first.kind.parts + [.notes]).filter { first[$0] != second[$0] }
        func bothDiffer(in part: ItemPart) -> Bool {
            parts.contains(part) && [first, second].allSatisfy { $0[part]?.isEmpty == false }
        }
        hasOtherPassword = bothDiffer(in: .password)
        hasOtherCodes = bothDiffer(in: .oneTimePassword)
        var others: [Subject] = []
        func compare<Value: Equatable>(_ subject: Subject, _ value: (Item) -> Value) {
            if value(first) != value(second) { others.append(subject) }
        }
        compare(.sites) { Set($0.login?.sites ?? []) }
        compare(.tags) { Set($0.tags) }
        compare(.attachments) { Set($0.attachments.map { "\($0.size) \($0.name)" }) }
        // Those that are not shown, such as a passkey, count as well.
        compare(.fields, \.customFields)
        let titles: [Subject] = first.title == second.title ? [] : [.title]
        differences = titles + parts.map { .part($0) } + others
    }
}
