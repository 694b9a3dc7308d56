/// The part of a query that looks at kind and trash.
struct ItemFilter {
    private let kinds: UInt8
    private let isTrashed: Bool

    init(_ query: ItemQuery) {
        let wanted = query.kinds.isEmpty ? Set(ItemKind.allCases) : query.kinds
        kinds = wanted.reduce(0) { $0 | 1 << $1.position }
        isTrashed = query.isTrashed
    }

    func takes(_ entry: IndexEntry) -> Bool {
        (entry.trashed != .min) == isTrashed && kinds & (1 << entry.kind) != 0
    }
}

extension ItemKind {
    /// The place in `allCases`.
    var position: UInt8 {
        switch self {
        case .login: 0
        case .card: 1
        case .note: 2
        case .other: 3
        }
    }
}
