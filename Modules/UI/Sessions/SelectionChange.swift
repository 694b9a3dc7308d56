public import TenonCore

/// How the rows that are chosen in a list change.
public enum SelectionChange: Sendable, Equatable {
    /// These are chosen as well.
    case choose([String])
    /// These are chosen no more.
    case release([String])
    /// These are chosen, and no others.
    case only([String])
}

extension Screen {
    /// Checks that rows can be chosen in a list of this screen.
    ///
    /// - Throws: ``SessionError`` for an unknown list, one in which nothing can be chosen, and the first
    ///   row that is unknown or cannot be chosen.
    func check(_ change: SelectionChange, in id: String) throws {
        guard let list = list(id) else { throw SessionError.unknownList(id) }
        guard let selection = list.selection else { throw SessionError.noSelection(list) }
        switch change {
        case .release: return
        case .choose(let rows), .only(let rows):
            var known: [String: Row] = [:]
            for row in list.rows { known[row.id] = row }
            let chosen = Set(selection.chosen)
            for id in rows where !chosen.contains(id) {
                guard let row = known[id] else { throw SessionError.unknownRow(id) }
                guard list.canChoose(row) else { throw SessionError.fixedRow(row) }
            }
        }
    }

    /// The rows that an action is for; `nil` for an action that is not for those that are chosen.
    ///
    /// - Throws: ``SessionError`` when it is for those, and none is.
    func chosenRows(for action: Action) throws -> [String]? {
        guard action.scope == .selection else { return nil }
        let rows = selectableList(with: action.id)?.selection?.chosen ?? []
        guard !rows.isEmpty else { throw SessionError.nothingChosen(action) }
        return rows
    }

    /// Those of some rows that are still chosen for an action.
    func stillChosen(_ rows: [String], for action: String) -> [String] {
        let chosen = Set(selectableList(with: action)?.selection?.chosen ?? [])
        return rows.filter { chosen.contains($0) }
    }

    /// The list that an action of its selection belongs to.
    func selectableList(with action: String) -> ListBlock? {
        selectableLists.first { $0.selection?.actions.contains { $0.id == action } ?? false }
    }
}

extension Confirmation {
    /// The same question, with the number of rows that it is about.
    func counting(_ count: Int, _ localizer: Localizer) -> Confirmation {
        var copy = self
        let text = localizer(UIText.concernsRows, count: count)
        copy.message = message.isEmpty ? text : "\(text) \(message)"
        return copy
    }
}

extension SessionError {
    static func noSelection(_ list: ListBlock) -> SessionError {
        SessionError(
            .sessionNoSelection, "The rows of the list \"\(list.id)\" cannot be chosen together.",
            remedy: "Choose what to do with one of them.")
    }

    static func unknownRow(_ id: String) -> SessionError {
        SessionError(
            .sessionUnknownRow, "There is no row \"\(id)\" among those that are present.",
            remedy: "The screen may have changed; look at it again.")
    }

    static func fixedRow(_ row: Row) -> SessionError {
        SessionError(.sessionFixedRow, "\"\(row.title)\" cannot be chosen together with others.")
    }

    static func nothingChosen(_ action: Action) -> SessionError {
        SessionError(
            .sessionNothingChosen, "No row is chosen for \"\(action.title)\".",
            remedy: "Choose some rows first.")
    }

    static func unknownFilter(_ id: String) -> SessionError {
        SessionError(
            .sessionUnknownFilter, "There is no filter \"\(id)\" on this screen.",
            remedy: "The screen may have changed; look at it again.")
    }

    static func wrongOption(_ filter: Filter) -> SessionError {
        SessionError(
            .sessionWrongOption, "This is not one of the options of \"\(filter.title)\".",
            remedy: "The screen may have changed; look at it again.")
    }
}

extension ErrorCode {
    /// The rows of the list cannot be chosen.
    public static let sessionNoSelection = ErrorCode("session.no-selection", .usage)
    /// No such row is present.
    public static let sessionUnknownRow = ErrorCode("session.unknown-row", .usage)
    /// The row cannot be chosen.
    public static let sessionFixedRow = ErrorCode("session.fixed-row", .usage)
    /// An action needs rows that are chosen, and none is.
    public static let sessionNothingChosen = ErrorCode("session.nothing-chosen", .usage)
    /// The screen has no such filter.
    public static let sessionUnknownFilter = ErrorCode("session.unknown-filter", .usage)
    /// The filter has no such option, or takes only one.
    public static let sessionWrongOption = ErrorCode("session.wrong-option", .usage)
}
