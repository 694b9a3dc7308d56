import TenonUI

/// The numbers and letters by which everything on a screen is reached.
///
/// Numbers run through the screen from top to bottom: a fact that something can be done with has
/// one, every field of a form, and every row of a list, whether it is printed or not, so that a row
/// keeps its number while one turns the pages.
struct ScreenIndex {
    /// What a number stands for.
    enum Item {
        case fact(Fact)
        case row(Row)
        case field(Field)
        /// A row that is not present.
        case distantRow(list: String, index: Int)
    }

    /// Letters that always mean the same and are never given to an action of a screen.
    static let reserved: Set<String> = ["b", "g", "n", "p", "q", "u"]

    /// The actions of the screen and its forms with their letters.
    let keys: [ActionKey]

    private let destinations: [Destination]
    private var facts: [Int: Fact] = [:]
    private var fields: [Int: Field] = [:]
    private var lists: [(first: Int, list: ListBlock)] = []
    private var numbers: [String: Int] = [:]

    init(_ screen: Screen) {
        keys = ActionKeys.assign(screen.screenActions, reserved: Self.reserved)
        destinations = screen.destinations
        var next = 1
        for block in screen.allBlocks {
            switch block {
            case .facts(let block):
                for fact in block.facts where !fact.actions.isEmpty {
                    facts[next] = fact
                    numbers["\(block.id)\n\(fact.id)"] = next
                    next += 1
                }
            case .list(let list):
                guard list.rows.contains(where: { !$0.actions.isEmpty }) else { continue }
                lists.append((next, list))
                numbers[list.id] = next
                next += list.total
            case .form(let form):
                for field in form.fields {
                    fields[next] = field
                    numbers["\(form.id)\n\(field.id)"] = next
                    next += 1
                }
            case .text, .table, .chart, .qrCode, .progress, .group:
                continue
            }
        }
    }

    /// What a number stands for; `nil` when it stands for nothing.
    subscript(_ number: Int) -> Item? {
        if let fact = facts[number] { return .fact(fact) }
        if let field = fields[number] { return .field(field) }
        for (first, list) in lists where number >= first && number < first + list.total {
            let index = number - first
            let place = index - list.offset
            return list.rows.indices.contains(place)
                ? .row(list.rows[place]) : .distantRow(list: list.id, index: index)
        }
        return nil
    }

    /// The number of a fact; `nil` when nothing can be done with it.
    func number(of fact: Fact, in block: FactsBlock) -> Int? { numbers["\(block.id)\n\(fact.id)"] }

    /// The number of a field.
    func number(of field: Field, in form: FormBlock) -> Int? { numbers["\(form.id)\n\(field.id)"] }

    /// The number of the first row of a list; `nil` when nothing can be done with its rows.
    func firstNumber(of list: ListBlock) -> Int? { numbers[list.id] }

    /// The destination that a word means: its number among all, its title, how its title begins, or
    /// how a word of it does.
    func destination(_ word: String) -> Destination? {
        if let number = Int(word) {
            return destinations.indices.contains(number - 1) ? destinations[number - 1] : nil
        }
        let word = word.lowercased()
        func only(_ isMeant: (String) -> Bool) -> Destination? {
            let matches = destinations.filter { isMeant($0.title.lowercased()) }
            return matches.count == 1 ? matches[0] : nil
        }
        return only { $0 == word } ?? only { $0.hasPrefix(word) }
            ?? only { title in title.split(separator: " ").contains { $0.hasPrefix(word) } }
    }

    /// The action of the screen that a word means: its letter, its title or its id.
    func action(_ word: String) -> Action? { Self.action(word, in: keys) }

    /// The action that a word means.
    static func action(_ word: String, in keys: [ActionKey]) -> Action? {
        if let key = keys.first(where: { $0.letter == word.lowercased() }) { return key.action }
        let matches = keys.filter {
            $0.action.id == word || $0.action.title.lowercased() == word.lowercased()
        }
        return matches.count == 1 ? matches[0].action : nil
    }
}
