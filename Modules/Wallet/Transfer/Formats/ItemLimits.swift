import TenonCore
import WalletVault

/// What a vault takes; an item beyond it would end a whole import.
enum ItemLimits {
    /// Title, user name, sites and tags together, in bytes: a vault keeps them in its overview.
    private static let overview = 32 << 10
    /// Everything together, in bytes.
    private static let details = 3 << 20

    /// Whether there is nothing in an item, so that it could only be an empty row.
    private static func isEmpty(_ item: Item) -> Bool {
        let texts = [item.title, item.login?.userName ?? "", item.card?.holder ?? ""]
        let secrets = [
            item.notes, item.login?.password, item.login?.oneTimePassword, item.card?.number,
        ]
        return (texts + (item.login?.sites ?? [])).allSatisfy(\.isEmpty)
            && partsSize(of: item) == 0
            && secrets.allSatisfy { $0?.isEmpty ?? true }
            && item.customFields.allSatisfy(\.isHidden)
    }

    /// Why an item cannot be imported; `nil` when it can.
    static func problem(of item: Item) -> RowProblem.Reason? {
        let texts = [item.title, listed(item)] + item.tags + (item.login?.sites ?? [])
        guard !isEmpty(item) else { return .noName }
        guard texts.reduce(0, { $0 + $1.utf8.count + 8 }) <= overview,
            item.title.utf8.count <= 8 << 10
        else { return .fieldTooLong }
        return size(of: item) <= details ? nil : .rowTooLong
    }

    /// What the overview has beside the title: a user name, or the part that stands in its place.
    private static func listed(_ item: Item) -> String {
        switch item {
        case .login(let login): login.userName
        case .card(let card): card.holder
        case .record(let record): record.listedText
        case .note: ""
        }
    }

    /// How many bytes further fields of an item may have together.
    static func room(in item: Item) -> Int { details - size(of: item) }

    private static func size(of item: Item) -> Int {
        let count = item.customFields.reduce(item.notes.count) {
            $0 + $1.label.utf8.count + $1.value.count + 16
        }
        return count + (item.login?.password.count ?? 0) + (item.card?.number.count ?? 0)
            + partsSize(of: item)
    }

    private static func partsSize(of item: Item) -> Int {
        guard let record = item.record else { return 0 }
        return record.kind.parts.reduce(0) { $0 + (record[$1]?.count ?? 0) }
    }
}
