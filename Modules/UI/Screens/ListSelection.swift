/// That several rows of a list can be chosen, and what can be done with them.
///
/// A scene says what can be done; the session keeps which rows are chosen, writes them into the
/// screen, and hands them to the scene with the action. They are named by their ids, so that they
/// may lie outside of the rows that are present.
public struct ListSelection: Sendable, Codable, Equatable {
    /// What can be done with the rows that are chosen; all have the scope `selection`.
    public var actions: [Action]
    /// The ids of rows that cannot be chosen.
    public var fixed: [String]
    /// The ids of the rows that are chosen, in the order of choosing; the session adds them.
    public var chosen: [String]

    /// Makes a selection in which nothing is chosen.
    ///
    /// - Parameters:
    ///   - actions: What can be done with the rows that are chosen; none of them has the id of another
    ///     action of the screen.
    ///   - fixed: The ids of rows that cannot be chosen.
    public init(actions: [Action], fixed: [String] = []) {
        self.actions = actions
        self.fixed = fixed
        chosen = []
    }
}

extension ListBlock {
    /// Whether a row can be chosen together with others.
    public func canChoose(_ row: Row) -> Bool {
        selection.map { !$0.fixed.contains(row.id) } ?? false
    }

    /// Whether a row is chosen.
    public func isChosen(_ row: Row) -> Bool { selection?.chosen.contains(row.id) ?? false }

    /// The ids of all present rows that can be chosen.
    public var choosable: [String] { rows.filter(canChoose).map(\.id) }
}

extension Screen {
    /// The lists whose rows can be chosen, in reading order.
    public var selectableLists: [ListBlock] {
        lists.filter { $0.selection != nil }
    }
}
