import Synchronization

/// What commands on the machines said that they had done.
final class Ledger: Sendable {
    private struct Content {
        var added: Set<String> = []
        var values: [String: Set<String>] = [:]
        var refusals: [String: Int] = [:]
        var count = 0
    }

    private let content = Mutex(Content())

    /// How many changes were acknowledged.
    var count: Int { content.withLock { $0.count } }

    /// An item was added whose password is its title.
    func add(_ title: String) {
        content.withLock { content in
            content.added.insert(title)
            content.count += 1
        }
    }

    /// An item was given a password.
    func give(_ title: String, _ password: String) {
        content.withLock { content in
            content.values[title, default: []].insert(password)
            content.count += 1
        }
    }

    /// A command was not done.
    func refuse(_ words: String) {
        content.withLock { $0.refusals[words, default: 0] += 1 }
    }

    /// Why commands were not done, and how many times.
    var refusals: [(words: String, count: Int)] {
        content.withLock { $0.refusals.sorted { $0.value > $1.value }.map { ($0.key, $0.value) } }
    }

    /// What is missing among the passwords that items have and had, by their titles.
    func losses(among passwords: [String: Set<String>]) -> [String] {
        content.withLock { content in
            let added = content.added.sorted().filter { passwords[$0]?.contains($0) != true }
                .map { "the added item \($0)" }
            let values = content.values.sorted { $0.key < $1.key }.flatMap { title, given in
                given.subtracting(passwords[title] ?? []).sorted()
                    .map { "the password \($0) of \(title)" }
            }
            return added + values
        }
    }
}
