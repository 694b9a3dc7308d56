import TenonCore
import TenonUI

/// The meaning of a line when no question is open.
enum Command: Equatable {
    /// Nothing was typed.
    case `return`
    case help
    case quit
    case back
    /// Takes back what was done last.
    case undo
    /// Other rows of a list.
    case turn(forward: Bool)
    case search(String)
    /// Lists the destinations, or goes to the one that is named.
    case places(String)
    /// Goes to a location.
    case go(String)
    /// A numbered element, with the text typed after the number.
    case number(Int, String)
    /// Chooses rows together: what was typed after the letter; empty for none.
    case select(String)
    /// Lists the filters, or chooses the options that are named.
    case filter(String)
    /// Numbers and ranges of rows, with what was typed after them.
    case rows(RowNumbers, String)
    /// Anything else: a letter or a title.
    case word(String)

    /// Reads a line.
    init(_ line: String) {
        let text = line.trimmed
        let first = text.prefix { $0 != " " }
        let rest = String(text.dropFirst(first.count)).trimmed
        switch text {
        case "", ".": self = .return
        case "?", "help": self = .help
        case "q", "quit": self = .quit
        case "b", "back": self = .back
        case "n", "next": self = .turn(forward: true)
        case "p", "previous": self = .turn(forward: false)
        case "u", "undo": self = .undo
        case "g": self = .places("")
        case "s": self = .select("")
        case "f": self = .filter("")
        default:
            if let numbers = RowNumbers(String(first)), numbers.isSeveral {
                self = .rows(numbers, rest)
                return
            }
            let digits = text.prefix { $0.isASCII && $0.isNumber }
            if text.hasPrefix("/") {
                self = .search(String(text.dropFirst()).trimmed)
            } else if first == "go", !rest.isEmpty {
                self = .go(rest)
            } else if first == "g", !rest.isEmpty {
                self = .places(rest)
            } else if first == "s", !rest.isEmpty {
                self = .select(rest)
            } else if first == "f", !rest.isEmpty {
                self = .filter(rest)
            } else if let number = Int(digits), number > 0 {
                self = .number(number, String(text.dropFirst(digits.count)).trimmed)
            } else {
                self = .word(text)
            }
        }
    }
}
