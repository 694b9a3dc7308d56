import TenonUI

/// A screen that has changed in place, with what changed in its lists instead of their rows.
struct ScreenChange: Encodable, Equatable {
    /// A row at its offset among the rows that are present now.
    struct PlacedRow: Encodable, Equatable {
        let at: Int
        let row: Row
    }

    /// A row that has another place among those that stayed.
    struct Move: Encodable, Equatable {
        let from: Int
        let to: Int
    }

    /// How the rows of a list become those of the new screen; see `ListDifference` for the order.
    struct Rows: Encodable, Equatable {
        let removed: [Int]
        let moved: [Move]
        let inserted: [PlacedRow]
        let changed: [PlacedRow]

        init(from old: [Row], to new: [Row]) {
            let difference = ListDifference(from: old, to: new)
            removed = difference.removals
            moved = difference.moves.map { Move(from: $0.old, to: $0.new) }
            inserted = difference.insertions.map { PlacedRow(at: $0, row: new[$0]) }
            changed = difference.changes.map { PlacedRow(at: $0.new, row: new[$0.new]) }
        }
    }

    private enum Key: String, CodingKey {
        case event, screen, rows
    }

    /// The new screen; its lists have no rows.
    let screen: Screen
    /// By the id of the list; each list of the screen has an entry.
    let rows: [String: Rows]

    /// Compares two states of a screen; `nil` for two different screens.
    init?(from old: Screen, to new: Screen) {
        guard old.location == new.location else { return nil }
        var before: [String: [Row]] = [:]
        for list in old.lists { before[list.id] = list.rows }
        rows = Dictionary(
            new.lists.map {
                ($0.id, Rows(from: before[$0.id] ?? [], to: $0.rows))
            },
            uniquingKeysWith: { $1 })
        var screen = new
        screen.changeLists { $0.rows = [] }
        self.screen = screen
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode("change", forKey: .event)
        try container.encode(screen, forKey: .screen)
        try container.encode(rows, forKey: .rows)
    }
}
