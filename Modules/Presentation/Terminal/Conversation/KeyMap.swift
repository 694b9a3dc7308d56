import TenonCore
import TenonUI

/// What keys can do apart from the actions of a screen; the names are those of the setting.
enum KeyCommand: String, CaseIterable, Sendable {
    case up, down, left, right
    case pageUp = "page-up"
    case pageDown = "page-down"
    case first, last, next, previous
    case choose
    case mark
    case markAll = "mark-all"
    case filter
    case submit
    case back
    case undo
    case search
    case commands
    case help
    case redraw
    case quit

    /// The keys that it has unless it is given others.
    fileprivate var strokes: [KeyStroke] {
        func control(_ letter: Character) -> KeyStroke {
            KeyStroke(.character(letter), isControl: true)
        }
        func letter(_ letter: Character) -> KeyStroke { KeyStroke(.character(letter)) }
        return switch self {
        case .up: [KeyStroke(.up), letter("k")]
        case .down: [KeyStroke(.down), letter("j")]
        case .left: [KeyStroke(.left)]
        case .right: [KeyStroke(.right)]
        case .pageUp: [KeyStroke(.pageUp), control("b")]
        case .pageDown: [KeyStroke(.pageDown), control("f")]
        case .first: [KeyStroke(.home), letter("<")]
        case .last: [KeyStroke(.end), letter(">")]
        case .next: [KeyStroke(.tab)]
        case .previous: [KeyStroke(.tab, isShift: true)]
        case .choose: [KeyStroke(.enter)]
        case .mark: [letter(" ")]
        case .markAll: [letter("*")]
        case .filter: [letter("F")]
        case .submit: [control("s")]
        case .back: [KeyStroke(.escape)]
        case .undo: [letter("U")]
        case .search: [letter("/"), control("r")]
        case .commands: [control("p"), letter(":")]
        case .help: [letter("?"), KeyStroke(.function(1))]
        case .redraw: [control("l")]
        case .quit: [letter("q"), control("q")]
        }
    }

    /// What it does, in words.
    var title: TerminalText {
        switch self {
        case .up: .commandUp
        case .down: .commandDown
        case .left: .commandLeft
        case .right: .commandRight
        case .pageUp: .commandPageUp
        case .pageDown: .commandPageDown
        case .first: .commandFirst
        case .last: .commandLast
        case .next: .commandNext
        case .previous: .commandPrevious
        case .choose: .commandChoose
        case .mark: .commandMark
        case .markAll: .commandMarkAll
        case .filter: .commandFilter
        case .submit: .commandSubmit
        case .back: .commandBack
        case .undo: .commandUndo
        case .search: .commandSearch
        case .commands: .commandCommands
        case .help: .commandHelp
        case .redraw: .commandRedraw
        case .quit: .commandQuit
        }
    }
}

/// Which key does what.
struct KeyMap: Sendable {
    private var commands: [KeyStroke: KeyCommand] = [:]
    private var strokes: [KeyCommand: [KeyStroke]] = [:]
    /// Keys that were given to actions of screens, by their ids or accelerators.
    private var actions: [String: KeyStroke] = [:]

    /// Makes the usual keys.
    init() {
        for command in KeyCommand.allCases { set(command, to: command.strokes) }
    }

    /// Makes the usual keys with those of a setting.
    ///
    /// - Parameter setting: Pairs of a name and a key, `commands=ctrl-k,order.copy=y`; a name that
    ///   is not a command is the id of an action, or an accelerator.
    /// - Throws: ``TerminalError``.
    init(_ setting: String?) throws(TerminalError) {
        self.init()
        for pair in (setting ?? "").split(separator: ",") {
            let parts = pair.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
            guard parts.count == 2, !parts[0].isEmpty, let stroke = KeyStroke(name: parts[1])
            else { throw .badKey(String(pair)) }
            if let former = commands[stroke] {
                set(former, to: (strokes[former] ?? []).filter { $0 != stroke })
            }
            if let command = KeyCommand(rawValue: parts[0]) {
                // The terminal's own key for it stays, so that the person can always leave.
                let kept = command.strokes.filter { $0.typed == nil && commands[$0] == command }
                set(command, to: [stroke] + kept)
            } else {
                actions[parts[0]] = stroke
            }
        }
    }

    /// What a key does; where text is typed, characters do nothing.
    func command(for stroke: KeyStroke, inText: Bool) -> KeyCommand? {
        inText && stroke.typed != nil ? nil : commands[stroke]
    }

    /// The key that is shown for a command; where text is typed, no character.
    func stroke(for command: KeyCommand, inText: Bool) -> KeyStroke? {
        (strokes[command] ?? []).first { !inText || $0.typed == nil }
    }

    /// All keys of a command.
    func strokes(for command: KeyCommand) -> [KeyStroke] { strokes[command] ?? [] }

    /// The key that was given to an action of a screen.
    func stroke(for action: Action) -> KeyStroke? {
        actions[action.id] ?? action.accelerator.flatMap { actions[$0.rawValue] }
    }

    /// Whether a key means nothing, neither by itself nor for an action.
    func isFree(_ stroke: KeyStroke) -> Bool {
        commands[stroke] == nil && !actions.values.contains(stroke)
    }

    /// Letters that no action of a screen gets.
    var reserved: Set<String> {
        Set(commands.keys.compactMap { $0.typed.map(String.init) })
            .union(actions.values.compactMap { $0.typed.map(String.init) })
    }

    private mutating func set(_ command: KeyCommand, to new: [KeyStroke]) {
        for stroke in strokes[command] ?? [] where commands[stroke] == command {
            commands[stroke] = nil
        }
        strokes[command] = new
        for stroke in new { commands[stroke] = command }
    }
}

extension KeyStroke {
    private static let names: [(String, Key)] = [
        ("enter", .enter), ("tab", .tab), ("backspace", .backspace), ("delete", .delete),
        ("esc", .escape), ("up", .up), ("down", .down), ("left", .left), ("right", .right),
        ("home", .home), ("end", .end), ("page-up", .pageUp), ("page-down", .pageDown),
        ("space", .character(" ")),
    ]

    /// Reads a key as a person writes it: `ctrl-k`, `alt-x`, `shift-tab`, `f2`, `page-down`, `y`.
    init?(name: String) {
        var rest = name
        var stroke = KeyStroke(.enter)
        for (prefix, path) in [
            ("ctrl-", \KeyStroke.isControl), ("alt-", \KeyStroke.isAlt),
            ("shift-", \KeyStroke.isShift),
        ] where rest.lowercased().hasPrefix(prefix) {
            rest.removeFirst(prefix.count)
            stroke[keyPath: path] = true
        }
        if rest.count == 1, let character = rest.first {
            stroke.key = .character(character)
        } else if let named = Self.names.first(where: { $0.0 == rest.lowercased() }) {
            stroke.key = named.1
        } else if rest.lowercased().hasPrefix("f"), let number = Int(rest.dropFirst()),
            (1...12).contains(number)
        {
            stroke.key = .function(number)
        } else {
            return nil
        }
        self = stroke
    }

    /// The key as it stands before what it does: `^P`, `Alt-s`, `Enter`, `a`.
    var label: String {
        let name: String
        switch key {
        case .character(" "): name = "Space"
        case .character(let character):
            if isControl { return "^\(character.uppercased())" }
            name = String(character)
        case .function(let number): name = "F\(number)"
        case .up: name = "↑"
        case .down: name = "↓"
        case .left: name = "←"
        case .right: name = "→"
        case .pageUp: name = "PgUp"
        case .pageDown: name = "PgDn"
        case .enter, .tab, .backspace, .delete, .escape, .home, .end:
            let plain = Self.names.first { $0.1 == key }?.0 ?? ""
            name = plain.prefix(1).uppercased() + plain.dropFirst()
        }
        return (isControl ? "Ctrl-" : "") + (isAlt ? "Alt-" : "") + (isShift ? "Shift-" : "") + name
    }
}
