import TenonCore
import TenonUI

/// The numbers and letters by which everything on a screen is reached.
///
/// Numbers run through the screen from top to bottom: a text that leads elsewhere in the
/// application has one, a fact that something can be done with, every field of a form, and every
/// row of a list, whether it is printed or not, so that a row keeps its number while one turns the
/// pages.
struct ScreenIndex {
    /// What a number stands for.
    enum Item {
        case fact(Fact)
        case row(Row)
        case field(Field)
        case link(Location)
        /// A row that is not present.
        case distantRow(list: String, index: Int)
    }

    /// Letters that always mean the same and are never given to an action of a screen.
    static let reserved: Set<String> = ["b", "g", "n", "p", "q", "u"]

    /// The letters that mean the same on all screens, and those for what a screen has.
    static func reserved(on screen: Screen) -> Set<String> {
        var letters = reserved
        if !screen.selectableLists.isEmpty { letters.insert("s") }
        if !screen.filters.isEmpty { letters.insert("f") }
        return letters
    }

    private let letters: ScreenKeys
    private let destinations: [Destination]
    private var facts: [Int: Fact] = [:]
    private var fields: [Int: Field] = [:]
    private var links: [Int: Location] = [:]
    private var lists: [(first: Int, list: ListBlock)] = []
    private var numbers: [String: Int] = [:]

    init(_ screen: Screen) {
        letters = ScreenKeys(screen, by: .written(reserved: Self.reserved(on: screen)))
        destinations = screen.destinations
        var next = 1
        func note(_ links: [(index: Int, location: Location)], below key: String) {
            for (index, location) in links {
                self.links[next] = location
                numbers["\(key)\n\(index)"] = next
                next += 1
            }
        }
        for block in screen.allBlocks {
            switch block {
            case .facts(let block):
                for fact in block.facts {
                    note(fact.locations, below: "\(block.id)\n\(fact.id)")
                    guard !fact.actions.isEmpty else { continue }
                    facts[next] = fact
                    numbers["\(block.id)\n\(fact.id)"] = next
                    next += 1
                }
            case .richText(let block):
                for (number, spans) in block.paragraphs.enumerated() {
                    note(spans.locations, below: "\(block.id)\n\(number)")
                }
            case .list(let list):
                guard list.selection != nil || list.rows.contains(where: { !$0.actions.isEmpty })
                else { continue }
                lists.append((next, list))
                numbers[list.id] = next
                next += list.total
            case .form(let form):
                for field in form.fields {
                    fields[next] = field
                    numbers["\(form.id)\n\(field.id)"] = next
                    next += 1
                }
            case .text, .table, .chart, .qrCode, .image, .progress, .group:
                continue
            }
        }
    }

    /// The actions of the screen and its forms with their letters.
    var keys: [ActionKey] { letters.shared }

    /// The actions of a row or a fact, or of rows that are chosen, with their letters.
    func keys(of actions: [Action]) -> [ActionKey] { letters.keys(of: actions) }

    /// What a number stands for; `nil` when it stands for nothing.
    subscript(_ number: Int) -> Item? {
        if let fact = facts[number] { return .fact(fact) }
        if let field = fields[number] { return .field(field) }
        if let location = links[number] { return .link(location) }
        for (first, list) in lists where number >= first && number < first + list.total {
            let index = number - first
            let place = index - list.offset
            return list.rows.indices.contains(place)
                ? .row(list.rows[place]) : .distantRow(list: list.id, index: index)
        }
        return nil
    }

    /// The list in which a number stands for a row.
    func list(of number: Int) -> ListBlock? {
        lists.first { number >= $0.first && number < $0.first + $0.list.total }?.list
    }

    /// The number of a fact; `nil` when nothing can be done with it.
    func number(of fact: Fact, in block: FactsBlock) -> Int? { numbers["\(block.id)\n\(fact.id)"] }

    /// The number of where a part of a fact leads, by the index of the part.
    func number(inFact fact: String, of block: String, _ part: Int) -> Int? {
        numbers["\(block)\n\(fact)\n\(part)"]
    }

    /// The number of where a span of a paragraph leads.
    func number(inText block: String, _ paragraph: Int, _ span: Int) -> Int? {
        numbers["\(block)\n\(paragraph)\n\(span)"]
    }

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
