import SeededRandom
import Synchronization
import TenonCore
import WalletSync
import WalletVault

/// A value that a vault has acknowledged.
struct WrittenValue: Sendable {
    let item: ItemID
    let field: ItemField
    let value: SecretText
    /// When it was set, as the machine knew it that handed it over; `nil` where that knew nothing of it.
    var stamp: Stamp?
    /// Whether it was a former value then that somebody told of.
    var isTold = false
}

/// People who change items, and what the vault acknowledged.
final class SimulatedPeople: Sendable {
    private struct State {
        var random: RandomNumbers
        var values: [WrittenValue] = []
        var removed: Set<ItemField> = []
    }

    private let state: Mutex<State>
    private let itemLimit: Int

    /// - Parameter itemLimit: How many items they make: few enough that several machines often change the same one.
    init(seed: UInt64, itemLimit: Int) {
        state = Mutex(State(random: RandomNumbers(seed: seed)))
        self.itemLimit = itemLimit
    }

    /// What was acknowledged, in its order.
    var values: [WrittenValue] { state.withLock(\.values) }

    /// The files that somebody wanted removed.
    var removed: Set<ItemField> { state.withLock(\.removed) }

    /// The next person.
    func next() -> SimulatedPerson {
        SimulatedPerson(
            itemLimit: itemLimit,
            random: RandomNumbers(seed: state.withLock { $0.random.next() }))
    }

    /// `true` once in so many times.
    func isLucky(one count: Int) -> Bool {
        state.withLock { Int.random(in: 0..<count, using: &$0.random) == 0 }
    }

    fileprivate func add(_ value: WrittenValue) { state.withLock { $0.values.append(value) } }

    fileprivate func remove(_ field: ItemField) { state.withLock { _ = $0.removed.insert(field) } }
}

/// Somebody who changes one item.
struct SimulatedPerson {
    let itemLimit: Int
    var random: RandomNumbers

    /// Adds an item or changes one, and says what the vault acknowledged.
    ///
    /// Only values that are never replaced without going to a history are said.
    consuming func edit(_ vault: VaultManager, _ people: SimulatedPeople) async throws {
        let items = try await vault.list(ItemQuery(sort: .title)).items.map(\.id)
        let isNew = items.count < itemLimit && Int.random(in: 0..<4, using: &random) == 0
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
        if Int.random(in: 0..<5, using: &random) == 0 {
            return try await editFiles(of: login, vault, people)
        }
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

    /// Attaches a file to an item, or removes one.
    private consuming func editFiles(
        of login: Login, _ vault: VaultManager, _ people: SimulatedPeople
    ) async throws {
        do {
            if let old = login.attachments.randomElement(using: &random),
                login.attachments.count > 3 || Int.random(in: 0..<3, using: &random) == 0
            {
                // Nobody need have heard of it.
                people.remove(.attachment(old.id))
                return try await vault.detach(old, from: login.id)
            }
            let seed = random.next()
            let size = Int.random(in: 0..<9_000, using: &random)
            let file = try await vault.attach(
                "file \(seed)", SimulatedFile.content(seed: seed, size: size), to: login.id,
                at: login.changed)
            people.add(
                WrittenValue(item: login.id, field: .attachment(file.id), value: file.encoded))
        } catch let error as VaultError
            where [.vaultConflict, .vaultNoSuchItem].contains(error.code)
        {
            // An exchange was quicker.
        }
    }
}
