import TenonCore
import TenonUI

/// Something that the person wants done.
enum TerminalCommand: Equatable, Sendable {
    case command(KeyCommand)
    /// An action of the screen, or of the row or fact that is named.
    case act(Action, target: String?)
    /// Goes to a place of the application.
    case visit(Location)
    /// Goes to a location, as it was typed.
    case go(String)
}

/// A command as it is offered, with its key.
struct Offer: Equatable, Sendable {
    var command: TerminalCommand
    var title: String
    /// What it does, in a sentence; may be empty.
    var help = ""
    var stroke: KeyStroke?
    /// Further keys that do the same.
    var others: [KeyStroke] = []
    var isEnabled = true
    /// The place that it leads to, if it is one of the application.
    var destination: Destination?

    /// The key as it is shown.
    var key: String { stroke?.label ?? "" }

    /// The key as it is shown where there is little room: without Alt.
    var shortKey: String {
        var short = stroke
        short?.isAlt = false
        return short?.label ?? ""
    }

    /// Whether it is pressed without Alt.
    var isShortKeyEnough: Bool { stroke?.isAlt != true }
}

/// All that can be done now, with the keys for it: from this one table come the footer, the
/// commands, the help and what a key does.
struct Offers: Sendable {
    /// What can be done with what has the focus, the first one by Return.
    var focused: [Offer] = []
    /// What can be done with the screen.
    var screen: [Offer] = []
    /// What can be done anywhere in the application.
    var application: [Offer] = []
    /// What the front end itself does.
    var system: [Offer] = []
    /// The places of the application, in their order.
    var places: [Offer] = []

    /// All of them.
    var all: [Offer] { focused + screen + application + system + places }

    /// What a key does.
    func command(for stroke: KeyStroke) -> TerminalCommand? {
        all.first { $0.stroke == stroke || $0.others.contains(stroke) }?.command
    }

    /// Finds what can be done.
    ///
    /// - Parameters:
    ///   - inText: Whether characters are typed into a text, so that letters need Alt.
    ///   - enter: What Return does in the field that has the focus.
    init(
        _ screen: Screen, item: PageItem?, inText: Bool, keys: KeyMap, canGoBack: Bool,
        canUndo: Bool = false, enter: FieldReturn = .nothing, localizer: Localizer
    ) {
        let selected = screen.selectableLists.first { $0.selection?.chosen.isEmpty == false }
        let letters = ScreenKeys(
            screen, by: .pressed(reserved: keys.reserved),
            chosen: inText ? [] : selected?.selection?.actions ?? [])
        func offer(
            _ action: Action, letter text: String? = nil, key: KeyStroke? = nil,
            target: String? = nil, isFirst: Bool = false
        ) -> Offer {
            var title = action.title
            if case .disabled(let reason) = action.availability {
                title += " (\(localizer(UIText.unavailable, ["reason": reason])))"
            }
            let letter = text.flatMap { $0.count == 1 ? $0.first : nil }
            let alt = letter.map { KeyStroke(.character($0), isAlt: true) }
            let plain = letter.map { KeyStroke(.character($0)) }
            var strokes = [keys.stroke(for: action), key, inText ? nil : plain, alt].compactMap(
                \.self)
            if isFirst, !inText { strokes.insert(KeyStroke(.enter), at: 0) }
            return Offer(
                command: .act(action, target: target), title: title, help: action.help,
                stroke: strokes.first, others: Array(strokes.dropFirst()),
                isEnabled: action.isEnabled)
        }
        if !letters.chosen.isEmpty {
            focused = letters.chosen.map { offer($0.action, letter: $0.letter) }
        } else if let item, case .field(let id) = item.id {
            let fieldKeys = FieldKeys(of: item.actions) { stroke in
                // The key of a search that is not there means nothing.
                let isSearch = keys.command(for: stroke, inText: true) == .search
                return keys.isFree(stroke) || isSearch && screen.search == nil
            }
            focused = item.actions.map {
                offer($0, key: fieldKeys.stroke(for: $0), target: id)
            }
        } else if let item, let target = item.target {
            focused = letters.keys(of: item.actions).enumerated().map {
                offer($1.action, letter: $1.letter, target: target, isFirst: $0 == 0)
            }
        }
        if item?.id == .search, let row = Self.found(on: screen) {
            // What was found first is at hand while one still types.
            focused = letters.keys(of: row.actions).dropFirst().filter { $0.action.isEnabled }.map {
                var offer = offer($0.action, letter: $0.letter, target: row.id)
                offer.title += ": \(row.title)"
                return offer
            }
        }
        if let location = item?.location {
            focused = [
                Offer(
                    command: .visit(location), title: localizer(UIText.open),
                    stroke: KeyStroke(.enter))
            ]
        }
        let ids = Set(screen.screenActions.map(\.id))
        let screenKeys = letters.shared.filter { ids.contains($0.action.id) }
        let own = screenKeys.filter { $0.action.scope != .application }
        self.screen = own.map { key in
            var result = offer(key.action, letter: key.letter)
            if enter == .submits(key.action.id), let stroke = result.stroke {
                result.others.insert(stroke, at: 0)
                result.stroke = KeyStroke(.enter)
            }
            return result
        }
        if case .does(let text) = enter {
            focused.append(
                Offer(
                    command: .command(.choose), title: localizer(text), stroke: KeyStroke(.enter)))
        }
        application = screenKeys.filter { $0.action.scope == .application }
            .map { offer($0.action, letter: $0.letter) }
        let byID = Dictionary(
            uniqueKeysWithValues: letters.shared.map { ($0.action.id, $0.letter) })
        places = screen.destinations.map { destination in
            var offer = offer(destination.action, letter: byID[destination.id])
            (offer.command, offer.destination) = (.visit(destination.location), destination)
            return offer
        }
        func add(_ command: KeyCommand, _ title: String) {
            let strokes = keys.strokes(for: command).filter { !inText || $0.typed == nil }
            system.append(
                Offer(
                    command: .command(command), title: title, stroke: strokes.first,
                    others: Array(strokes.dropFirst())))
        }
        if let count = selected?.selection?.chosen.count {
            let text = localizer(UIText.chosen, count: count)
            add(.back, "\(text): \(localizer(UIText.chooseNone))")
            // Where there is little room, how many they are is said before anything else.
            if !letters.chosen.isEmpty { focused.insert(system.removeLast(), at: 0) }
        }
        if let list = item?.id.list.flatMap({ screen.list($0) }), list.selection != nil {
            let row = list.rows.first { $0.id == item?.target }
            if let row, list.canChoose(row) {
                add(.mark, localizer(UIText.chooseRow, ["name": row.title]))
            }
            add(.markAll, localizer(UIText.chooseAll))
        }
        if canUndo { add(.undo, localizer(UIText.undo)) }
        if let search = screen.search { add(.search, search.label) }
        if !screen.filters.isEmpty { add(.filter, localizer(UIText.filters)) }
        if canGoBack, selected == nil { add(.back, localizer(UIText.back)) }
        add(.commands, localizer(TerminalText.commandCommands))
        add(.help, localizer(TerminalText.commandHelp))
        add(.quit, localizer(TerminalText.commandQuit))
    }

    /// The row that a search has found first.
    private static func found(on screen: Screen) -> Row? {
        guard screen.search?.text.isEmpty == false else { return nil }
        for list in screen.lists {
            if let row = list.rows.first { return list.offset == 0 ? row : nil }
        }
        return nil
    }
}

/// What Return does in a field.
enum FieldReturn: Equatable {
    /// Nothing, or what it does everywhere.
    case nothing
    /// Something that the words say.
    case does(TerminalText)
    /// The action of the form with an id.
    case submits(String)
}
