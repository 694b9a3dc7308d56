import Synchronization
import TenonCore
import TestSupport
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

/// Fills a vault with items that have everything that items can have, and a past.
struct VaultGenerator {
    /// The time of a vault; it goes on whenever somebody looks.
    final class Clock: Sendable {
        private let time = Mutex<Int64>(1_700_000_000_123)

        func now() -> Timestamp {
            Timestamp(
                milliseconds: time.withLock { time in
                    time += 7_919
                    return time
                })
        }
    }

    private static let secrets = [
        "p1", "p2", "p3", "<&>'\"\r\n;", "пароль 🔑", "a\u{1}b", " spaces ", "{REF}", "",
    ]
    private static let labels = [
        "Seat", "PIN", "Password", "URL", "KP2A_URL", "KP2A_URL_1", "Title", "\u{2024}dot",
        "\u{2024}\u{2024}dots", "Cardholder", "Seat (2)", "otp (2)", "Issuer", "Line\nbreak",
        "username",
    ]
    private static let tags = ["home", "x;y, z", "Work/Mail", "Büro", "wallet"]
    private static let codes = [
        "GEZDGNBVGY3TQOJQ", "otpauth://totp/x?secret=GEZDGNBV&period=60",
        "otpauth://hotp/y?secret=GEZDGNBV&counter=3",
    ]

    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Adds items to a vault and changes them; the titles begin with their numbers.
    mutating func fill(_ vault: VaultManager, count: Int) async throws {
        for number in 0..<count {
            let item = item(number)
            let former = item.login == nil ? [] : versions()
            try await vault.write { try $0.write(.add(item, former: former)) }
            for _ in 0..<pick([0, 0, 1, 2, 3]) {
                let changed = changed(try await vault.item(item.id))
                try await vault.save(changed)
            }
            for number in 0..<pick([0, 0, 0, 1, 2]) {
                let content = Array(pick(Self.secrets).utf8)
                try await vault.attach("file \(number).txt", content, to: item.id)
            }
            if once(in: 4) { try await vault.markUsed(item.id) }
            if once(in: 10) { try await vault.moveToTrash(item.id) }
        }
    }

    private mutating func once(in count: Int) -> Bool {
        Int.random(in: 0..<count, using: &random) == 0
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &random)]
    }

    private mutating func secret() -> SecretText { SecretText(pick(Self.secrets)) }

    private mutating func time() -> Timestamp {
        Timestamp(
            milliseconds: Int64.random(in: 1_400_000_000_000...1_600_000_000_000, using: &random))
    }

    private mutating func item(_ number: Int) -> Item {
        let created = time()
        let used = once(in: 3) ? created.advanced(by: .seconds(5_000)) : nil
        let head = ItemHead(
            title: "n\(number) " + pick(["Mail", "a/b \"c\", d", "ü"]), tags: someTags(),
            isFavorite: once(in: 3), notes: secret(), customFields: [], created: created,
            changed: created.advanced(by: .milliseconds(90_500)), used: used,
            timesUsed: used == nil ? 0 : 4)
        var item: Item
        switch Int.random(in: 0..<7, using: &random) {
        case 0: item = .note(Note(head: head))
        case 6: item = record(head)
        case 1:
            item = .card(
                Card(
                    head: head, holder: pick(["", "Ada L"]), number: SecretText("4111 1111"),
                    expiry: pick([nil, YearMonth(year: 2031, month: 4)]),
                    securityCode: SecretText(pick(["", "123"])), pin: SecretText(pick(["", "9"])),
                    issuer: pick(["", "Bank"])))
        default:
            var login = Login(
                head: head, sites: someSites(number), userName: pick(["", "ada", "bob"]),
                password: secret(),
                oneTimePassword: once(in: 3) ? SecretText(pick(Self.codes)) : nil,
                passwordChanged: created.advanced(by: .milliseconds(pick([0, 1_001, 90_500]))))
            login.isPasswordDated = !once(in: 4)
            item = .login(login)
        }
        item.customFields = fields(item)
        if once(in: 4) { putIntoGroup(&item) }
        return item
    }

    /// An item of one of the kinds that are in the table.
    private mutating func record(_ head: ItemHead) -> Item {
        let kind = pick(ItemKind.allCases.filter(\.isRecord))
        guard var record = Record(kind, head: head) else { return .note(Note(head: head)) }
        for part in kind.parts where !once(in: 3) { record[part] = secret() }
        return .record(record)
    }

    private mutating func someTags() -> [String] {
        Self.tags.filter { _ in once(in: 3) }
    }

    private mutating func someSites(_ number: Int) -> [String] {
        ["https://n\(number).example", "n\(number).test/x?a=1,2", "http://localhost:8080"]
            .filter { _ in !once(in: 2) }
    }

    private mutating func fields(_ item: Item) -> [CustomField] {
        var fields = (0..<pick([0, 0, 1, 2, 4])).map { _ in
            CustomField(label: pick(Self.labels), value: secret(), isConcealed: once(in: 2))
        }
        if item.login?.oneTimePassword == nil, item.login != nil, once(in: 5) {
            // Codes that are not made here.
            fields.append(
                CustomField(label: "otp", value: SecretText("steam://ABC"), isConcealed: true))
        }
        // No time, as where a person has taken the expiry away.
        let hidden = [
            ".firefox.guid", ".proton.itemId", ".keeper.text", HiddenLabel.fillTag,
            HiddenLabel.keePassExpiry,
        ]
        for label in hidden where once(in: 4) {
            let value = label == ".keeper.text" ? "a\u{2}b\n" : "{\(pick(["1", "2"]))}"
            fields.append(CustomField(label: label, value: SecretText(value), isConcealed: true))
        }
        return fields
    }

    /// Groups with one name at one place, and with names that look like paths.
    private mutating func putIntoGroup(_ item: inout Item) {
        let uuid = [UInt8](repeating: pick([1, 2]), count: 16)
        let groups = pick([
            ["Plain", "Path"], [KeePassGroup(name: "Same", uuid: uuid)],
            [KeePassGroup(name: "a/b", uuid: uuid), KeePassGroup(name: "c")],
        ])
        item.customFields.append(
            CustomField(
                label: ".\(KeePassItem.groupLabel)", value: groups.kept, isConcealed: true))
        if !once(in: 4) { item.tags.append(groups.path) }
    }

    /// Former passwords as a file brings them.
    private mutating func versions() -> [ItemVersion] {
        (0..<pick([0, 0, 0, 1, 2, 5])).map { index in
            let changed = time()
            return ItemVersion(
                password: SecretText("old\(index)"), userName: pick([nil, "ada", "eve"]),
                changed: once(in: 2) ? changed : nil,
                replaced: changed.advanced(by: .milliseconds(70_001)))
        }
    }

    /// The item as a person changes it.
    private mutating func changed(_ item: Item) -> Item {
        var item = item
        if once(in: 3) { item.notes = secret() }
        if once(in: 3) {
            item.customFields =
                item.customFields.filter(\.isHidden)
                + fields(item).filter { !$0.isHidden }
        }
        switch item {
        case .login(var login):
            if !once(in: 3) { login.password = secret() }
            if once(in: 4) { login.userName = pick(["", "ada", "bob"]) }
            if once(in: 4) { login.oneTimePassword = pick([nil, SecretText(pick(Self.codes))]) }
            item = .login(login)
        case .card(var card):
            card.number = SecretText(pick(["4111 1111", "5500 0000"]))
            if once(in: 2) { card.expiry = pick([nil, YearMonth(year: 2033, month: 12)]) }
            if once(in: 2) { card.pin = SecretText(pick(["", "1", "2"])) }
            item = .card(card)
        case .record(var record):
            for part in record.kind.parts where once(in: 3) { record[part] = secret() }
            item = .record(record)
        case .note: break
        }
        return item
    }
}
