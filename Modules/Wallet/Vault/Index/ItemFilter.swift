/// The part of a query that looks at kind, mark, tag, trash and name.
struct ItemFilter {
    private let kinds: UInt16
    private let isTrashed: Bool
    private let isFavorite: Bool
    private let tag: [UInt8]?
    private let only: Set<ItemID>?

    init(_ query: ItemQuery) {
        let wanted = query.kinds.isEmpty ? Set(ItemKind.allCases) : query.kinds
        kinds = wanted.reduce(0) { $0 | 1 << $1.position }
        isTrashed = query.isTrashed
        isFavorite = query.isFavorite
        tag = query.tag.map { Array($0.utf8) }
        only = query.only
    }

    /// Whether an entry passes.
    ///
    /// - Parameter fields: The encoded fields of its overview, asked for only when a tag is wanted.
    func takes(_ entry: IndexEntry, fields: () -> UnsafeRawBufferPointer) -> Bool {
        guard (entry.trashed != .min) == isTrashed, kinds & (1 << entry.kind) != 0,
            !isFavorite || entry.isFavorite, only?.contains(entry.id) ?? true
        else { return false }
        guard let tag else { return true }
        var reader = FieldReader(fields())
        // They were read without error when the entry was made.
        while let field = try? reader.next() {
            if field.tag == OverviewRecord.Tag.tag, field.value.elementsEqual(tag) { return true }
        }
        return false
    }
}

extension ItemKind {
    /// The place in `allCases`.
    var position: UInt8 {
        switch self {
        case .login: 0
        case .card: 1
        case .note: 2
        case .identity: 3
        case .bank: 4
        case .wifi: 5
        case .licence: 6
        case .sshKey: 7
        case .other: 8
        }
    }
}
