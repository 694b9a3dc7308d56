import TenonCore
import WalletVault

/// Finds items with the same content.
struct CopyTable {
    private struct Entry {
        var count = 0
        var group = 0
    }

    private let hasher: KeyedHasher
    private var places: [SecretMark: Int32] = [:]
    private var entries: [Entry] = []

    init(hasher: KeyedHasher) { self.hasher = hasher }

    /// Counts an item; `nil` when there is too little in it to be a copy of something.
    mutating func add(_ item: Item) -> Int32? {
        guard let mark = mark(of: item) else { return nil }
        let place = places[mark] ?? Int32(entries.count)
        if Int(place) == entries.count {
            entries.append(Entry())
            places[mark] = place
        }
        entries[Int(place)].count += 1
        return place
    }

    /// The group of an item that is there several times; numbers are given in the order of asking.
    mutating func group(at place: Int32, next: inout Int) -> AuditedItem.Group? {
        guard entries[Int(place)].count > 1 else { return nil }
        if entries[Int(place)].group == 0 {
            next += 1
            entries[Int(place)].group = next
        }
        return AuditedItem.Group(
            number: entries[Int(place)].group, count: entries[Int(place)].count)
    }

    /// The mark of what makes an item what it is.
    private func mark(of item: Item) -> SecretMark? {
        switch item {
        case .login(let login):
            guard !login.sites.isEmpty, !login.password.isEmpty else { return nil }
            let sites = login.sites.map { SiteText.host(of: $0).lowercased() }.sorted()
            return hasher.mark(
                of: [
                    SecretText("login"), SecretText(sites.joined(separator: "\n")),
                    SecretText(login.userName.lowercased()), login.password,
                ])
        case .card(let card):
            guard !card.number.isEmpty else { return nil }
            // In groups every number is spelled in one way.
            let number = CardNumber(card.number).grouped
            return hasher.mark(of: [SecretText("card"), number])
        case .note(let note):
            guard !note.notes.isEmpty else { return nil }
            return hasher.mark(of: [SecretText("note"), SecretText(note.title), note.notes])
        }
    }
}
