import SeededRandom
import Synchronization
import TenonCore
import WalletVault

/// A value that a vault has acknowledged.
struct WrittenValue: Sendable {
    let item: ItemID
    let field: ItemField
    let value: SecretText
}

/// People who change items, and what the vault acknowledged.
final class SimulatedPeople: Sendable {
    private let state: Mutex<(random: RandomNumbers, values: [WrittenValue])>

    init(seed: UInt64) { state = Mutex((RandomNumbers(seed: seed), [])) }

    /// What was acknowledged, in its order.
    var values: [WrittenValue] { state.withLock(\.values) }

    /// The next person.
    func next() -> SimulatedPerson {
        SimulatedPerson(random: RandomNumbers(seed: state.withLock { $0.random.next() }))
    }

    /// `true` once in so many times.
    func isLucky(one count: Int) -> Bool {
        state.withLock { Int.random(in: 0..<count, using: &$0.random) == 0 }
    }

    fileprivate func add(_ value: WrittenValue) { state.withLock { $0.values.append(value) } }
}

/// Somebody who changes one item.
struct SimulatedPerson {
    /// Few enough that several machines often change the same one.
    private static let itemLimit = 8

    var random: RandomNumbers

    /// Adds an item or changes one, and says what the vault acknowledged.
    ///
    /// Only values that are never replaced without going to a history are said.
    consuming func edit(_ vault: VaultManager, _ people: SimulatedPeople) async throws {
        let items = try await vault.list(ItemQuery(sort: .title)).items.map(\.id)
        let isNew = items.count < Self.itemLimit && Int.random(in: 0..<4, using: &random) == 0
        let secret = SecretText("value \(random.next())")
        guard !isNew, let id = items.randomElement(using: &random) else {
            let login = Login(
                title: "item \(random.next() % 1_000)", sites: ["https://example.com"],
                userName: "ada", password: secret)
            let added = try await vault.add(.login(login))
            return people.add(WrittenValue(item: added.id, field: .password, value: secret))
        }
        guard var login = try? await vault.login(id) else { return }
        let field: ItemField?
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1:
            login.password = secret
            field = .password
        case 2:
            login.notes = secret
            field = .notes
        case 3:
            let label = "field \(random.next())"
            login.customFields.append(CustomField(label: label, value: secret, isConcealed: true))
            field = Item.login(login).fields.keys.first { $0 == .custom(label, 0) }
        default:
            login.title = "item \(random.next() % 1_000)"
            login.tags = ["tag \(random.next() % 3)"]
            field = nil
        }
        do {
            try await vault.save(login)
        } catch let error as VaultError
            where [.vaultConflict, .vaultNoSuchItem].contains(error.code)
        {
            // An exchange was quicker.
            return
        }
        guard let field, let value = Item.login(login).fields[field] else { return }
        people.add(WrittenValue(item: id, field: field, value: value))
    }
}
