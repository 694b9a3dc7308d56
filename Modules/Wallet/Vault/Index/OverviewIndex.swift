import TenonCore
import TenonMemory

/// All opened overviews of a vault, compact in memory of their own: what lists and search run on.
///
/// Used by one thread at a time.
final class OverviewIndex {
    let entries = SecretTable<IndexEntry>()
    /// The start of each entry's title, for sorting.
    let prefixes = SecretTable<TitlePrefix>()
    /// The encoded fields.
    let records = SecretArena()
    /// The folded text.
    let texts = SecretArena()

    /// The live entries by title.
    private var byTitle = Ordering(order: [], count: 0)
    /// The live entries by last use; made when it is asked for first.
    private var byUse: Ordering?
    /// The position of each live entry by id; made when it is asked for first.
    private var positions: [ItemID: UInt32]?
    /// The last search: a longer one looks at its matches only.
    private var lastSearch: (words: [[UInt8]], matches: [UInt32])?

    /// Up to how many changed entries are put into their places one by one.
    private static let fewChanges = 64

    /// An order of entries, and the place of each entry in it.
    private struct Ordering {
        let order: [UInt32]
        let rank: [UInt32]

        init(order: [UInt32], count: Int) {
            self.order = order
            var rank = [UInt32](repeating: .max, count: count)
            for (place, position) in order.enumerated() { rank[Int(position)] = UInt32(place) }
            self.rank = rank
        }
    }

    /// The memory that is mapped, in bytes.
    var byteCount: Int {
        entries.byteCount + prefixes.byteCount + records.byteCount + texts.byteCount
    }

    /// The number of items, those in the trash included.
    var count: Int { byTitle.order.count }

    /// Makes room for entries that will be added; memory that stays unused costs nothing.
    func reserve(_ count: Int) {
        entries.reserve(count)
        prefixes.reserve(count)
    }

    /// Puts the entries in order, after the first load.
    func sort() {
        let order = titleOrder.sorted()
        byTitle = Ordering(order: order, count: entries.count)
        forgetDerived()
    }

    /// Takes over what another index, filled by another thread, holds; both are in order.
    func absorb(_ other: OverviewIndex) {
        let recordShift = records.absorb(other.records)
        let textShift = texts.absorb(other.texts)
        let positionShift = UInt32(entries.count)
        entries.reserve(entries.count + other.entries.count)
        prefixes.reserve(prefixes.count + other.prefixes.count)
        for prefix in other.prefixes.elements { prefixes.append(prefix) }
        for entry in other.entries.elements {
            var entry = entry
            entry.record += recordShift
            entry.text += textShift
            entries.append(entry)
        }
        let order = titleOrder.merged(
            byTitle.order, other.byTitle.order.map { $0 + positionShift })
        byTitle = Ordering(order: order, count: entries.count)
        forgetDerived()
    }

    // MARK: - Lists

    func page(_ query: ItemQuery) throws -> ItemPage {
        let ordering = query.sort == .title ? byTitle : useOrdering()
        let elements = entries.elements
        let filter = ItemFilter(query)
        var total = 0
        var items: [ItemOverview] = []
        func visit(_ position: UInt32) throws {
            let entry = elements[Int(position)]
            guard filter.takes(entry, fields: { fields(of: entry) }) else { return }
            if query.window.contains(total) { items.append(try overview(entry)) }
            total += 1
        }
        let words = Folding.words(of: query.text)
        if words.isEmpty {
            for position in ordering.order { try visit(position) }
        } else {
            // Matches come in the order of the entries; a set of places brings them into order.
            var places = PlaceSet(count: ordering.order.count)
            for position in matches(words) { places.insert(ordering.rank[Int(position)]) }
            try places.forEach { try visit(ordering.order[$0]) }
        }
        return ItemPage(
            total: total, offset: min(query.window.lowerBound, total), items: items)
    }

    /// The value of an entry.
    func overview(_ entry: IndexEntry) throws -> ItemOverview {
        try OverviewRecord(fields: fields(of: entry)).overview(entry.id)
    }

    /// The values of items, found in one pass over all.
    func overviews(of ids: Set<ItemID>) throws -> [ItemOverview] {
        try entries.elements.filter { $0.isLive && ids.contains($0.id) }.map(overview)
    }

    private func fields(of entry: IndexEntry) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: records.memory(at: entry.record), count: Int(entry.recordCount))
    }

    /// How many items there are, in one pass over all.
    func counts() -> VaultCounts {
        var counts = VaultCounts()
        var kinds = [Int](repeating: 0, count: ItemKind.allCases.count)
        for entry in entries.elements where entry.isLive {
            if entry.trashed == .min {
                kinds[Int(entry.kind)] += 1
                if entry.isFavorite { counts.favorites += 1 }
            } else {
                counts.trashed += 1
            }
        }
        for (kind, count) in zip(ItemKind.allCases, kinds) where count > 0 {
            counts.byKind[kind] = count
        }
        return counts
    }

    /// All tags of items that are not in the trash, each with the number of items that have it.
    func tags() throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for entry in entries.elements where entry.isLive && entry.trashed == .min {
            var reader = FieldReader(fields(of: entry))
            while let field = try reader.next() {
                if field.tag == OverviewRecord.Tag.tag { counts[field.text, default: 0] += 1 }
            }
        }
        return counts
    }

    /// The entry of an item.
    func entry(of id: ItemID) -> IndexEntry? {
        position(of: id).map { entries.elements[Int($0)] }
    }

    /// The ids and revisions of all items of a bucket.
    func revisions(inBucket number: Int) -> [ItemID: Int64] {
        var found: [ItemID: Int64] = [:]
        for entry in entries.elements where entry.isLive && entry.id.bucket == number {
            found[entry.id] = entry.revision
        }
        return found
    }

    /// The items in the trash, with the time of the vault at which each went there.
    func trashed() throws -> [(id: ItemID, stamp: TrashStamp?)] {
        try entries.elements.filter { $0.isLive && $0.trashed != .min }.map { entry in
            (entry.id, try OverviewRecord(fields: fields(of: entry)).trashStamp)
        }
    }

    // MARK: - Changes

    /// Applies changes: new contents of items, and items that are gone.
    func apply(
        updated: [(id: ItemID, revision: Int64, fields: SecretWriter)], removed: [ItemID]
    ) throws {
        var touched: Set<UInt32> = []
        for id in removed + updated.map(\.id) {
            guard let position = position(of: id) else { continue }
            wipe(position)
            touched.insert(position)
            positions?[id] = nil
        }
        var added: [UInt32] = []
        for update in updated {
            added.append(UInt32(entries.count))
            try update.fields.withBytes {
                try add(update.id, revision: update.revision, fields: $0)
            }
            positions?[update.id] = UInt32(entries.count - 1)
        }
        var order = byTitle.order.filter { !touched.contains($0) }
        let titles = titleOrder
        if added.count > Self.fewChanges {
            order = titles.sorted()
        } else {
            for position in added {
                order.insert(position, at: titles.place(of: position, in: order))
            }
        }
        byTitle = Ordering(order: order, count: entries.count)
        forgetDerived()
    }

    /// Zeros what the index held of an entry.
    private func wipe(_ position: UInt32) {
        let entry = entries.elements[Int(position)]
        UnsafeMutableRawBufferPointer(
            start: records.memory(at: entry.record), count: Int(entry.recordCount)
        ).wipe()
        UnsafeMutableRawBufferPointer(
            start: texts.memory(at: entry.text), count: Int(entry.textCount)
        ).wipe()
        prefixes.elements[Int(position)] = TitlePrefix(texts.memory(at: entry.text), count: 0)
        entries.elements[Int(position)].isLive = false
    }

    /// Compares titles; valid until the next entry is added.
    private var titleOrder: TitleOrder {
        TitleOrder(prefixes: prefixes.elements, entries: entries.elements, texts: texts)
    }

    private func forgetDerived() {
        byUse = nil
        lastSearch = nil
    }

    // MARK: - Search

    /// The positions of the live entries in whose text all words occur, in their order.
    private func matches(_ words: [[UInt8]]) -> [UInt32] {
        let searches = words.map { TextSearch($0) }
        let elements = entries.elements
        let texts = texts
        var matches: [UInt32] = []
        func examine(_ position: UInt32) {
            let entry = elements[Int(position)]
            guard entry.isLive else { return }
            let text = UnsafeRawPointer(texts.memory(at: entry.text))
            for search in searches where !search.occurs(in: text, count: Int(entry.textCount)) {
                return
            }
            matches.append(position)
        }
        if let last = lastSearch, Self.narrows(words, last.words) {
            for position in last.matches { examine(position) }
        } else {
            for position in 0..<UInt32(elements.count) { examine(position) }
        }
        lastSearch = (words, matches)
        return matches
    }

    /// Whether all that matches the new words also matched the old ones, as when typing goes on.
    private static func narrows(_ new: [[UInt8]], _ old: [[UInt8]]) -> Bool {
        old.allSatisfy { word in new.contains { $0.starts(with: word) } }
    }

    private func useOrdering() -> Ordering {
        if let byUse { return byUse }
        let elements = entries.elements
        // A stable order: those used at the same time, or never, stay in the order of titles.
        let order = byTitle.order.enumerated().map { (place: $0.offset, position: $0.element) }
            .sorted {
                let (left, right) = (
                    elements[Int($0.position)].used, elements[Int($1.position)].used
                )
                return left != right ? left > right : $0.place < $1.place
            }
        let ordering = Ordering(order: order.map(\.position), count: elements.count)
        byUse = ordering
        return ordering
    }

    private func position(of id: ItemID) -> UInt32? {
        if let positions { return positions[id] }
        var made: [ItemID: UInt32] = [:]
        made.reserveCapacity(entries.count)
        for (position, entry) in entries.elements.enumerated() where entry.isLive {
            made[entry.id] = UInt32(position)
        }
        positions = made
        return made[id]
    }
}
