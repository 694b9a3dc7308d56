/// The rows that a person has chosen in the lists of one scene.
///
/// Of a long list only a window is present: a row that was chosen and is not among those in the window
/// is still chosen, unless the window has the place where it was seen last.
struct ChosenRows {
    private struct Chosen {
        var ids: [String] = []
        /// Where the rows were seen last.
        var places: [String: Int] = [:]
    }

    private var lists: [String: Chosen] = [:]

    /// Whether no row is chosen.
    var isEmpty: Bool { lists.allSatisfy(\.value.ids.isEmpty) }

    /// Carries out a change, which was checked.
    mutating func apply(_ change: SelectionChange, to list: String) {
        var ids = lists[list]?.ids ?? []
        switch change {
        case .choose(let rows): ids += rows
        case .release(let rows):
            let released = Set(rows)
            ids.removeAll { released.contains($0) }
        case .only(let rows): ids = rows
        }
        var known: Set<String> = []
        lists[list, default: Chosen()].ids = ids.filter { known.insert($0).inserted }
    }

    /// Forgets the rows that are gone, and writes the others into the screen.
    mutating func reconcile(_ screen: inout Screen) {
        var kept: [String: Chosen] = [:]
        screen.changeLists { list in
            guard list.selection != nil, let chosen = lists[list.id], !chosen.ids.isEmpty else {
                return
            }
            let remaining = Self.remaining(chosen, in: list)
            kept[list.id] = remaining
            list.selection?.chosen = remaining.ids
        }
        lists = kept
    }

    private static func remaining(_ chosen: Chosen, in list: ListBlock) -> Chosen {
        var places: [String: Int] = [:]
        for (index, row) in list.rows.enumerated() { places[row.id] = list.offset + index }
        let window = list.offset..<list.offset + list.rows.count
        let fixed = Set(list.selection?.fixed ?? [])
        var remaining = Chosen()
        for id in chosen.ids where !fixed.contains(id) {
            let place = places[id] ?? chosen.places[id]
            let isGone = places[id] == nil && (place.map(window.contains) ?? true)
            guard !isGone, window.count < list.total || places[id] != nil else { continue }
            remaining.ids.append(id)
            remaining.places[id] = place
        }
        return remaining
    }
}
