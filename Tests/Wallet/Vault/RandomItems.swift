import TenonCore
import TestSupport
import WalletVault

/// Items of all kinds, with anything in them that an item can have.
struct RandomItems {
    var random: SeededGenerator

    mutating func flip() -> Bool { Bool.random(using: &random) }
    mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }

    /// One of a few words, so that some are the same; `nil` now and then.
    mutating func word(_ name: String) -> String {
        flip() ? "" : "\(name) \(number(0...3))"
    }
    mutating func secret(_ name: String) -> SecretText { SecretText(word(name)) }
    mutating func time() -> Timestamp {
        Timestamp(milliseconds: 1_600_000_000_000 + Int64(number(0...50)) * 1_000)
    }

    mutating func field() -> CustomField {
        let labels = ["PIN", "Title", "Note", ".bitwarden.id", ".bitwarden.login.uris", "."]
        return CustomField(
            label: labels[number(0...labels.count - 1)],
            value: SecretText("field \(number(0...4))"), isConcealed: flip())
    }

    mutating func item(_ kind: ItemKind) -> Item? {
        let head = ItemHead(
            title: word("title"), tags: (0..<number(0...2)).map { "tag \($0 + number(0...1))" },
            isFavorite: flip(), notes: secret("notes"),
            customFields: (0..<number(0...4)).map { _ in field() }, created: time(),
            changed: time(), used: flip() ? time() : nil, timesUsed: number(0...9))
        guard var item = Item(kind, head: head) else { return nil }
        for part in kind.parts {
            item[part] = part == .expiry ? SecretText("0\(number(1...3))/2030") : secret("\(part)")
        }
        if case .login(var login) = item {
            let sites = ["https://a.example", "https://a.example/x", "a.example:8443", "b.example"]
            login.sites = sites.filter { _ in flip() }
            login.passwordChanged = time()
            login.isPasswordDated = flip()
            item = .login(login)
        }
        return item
    }

    mutating func version(_ kind: ItemKind) -> ItemVersion {
        var values: [ItemField: SecretText] = [:]
        for part in kind.parts + [.notes] where part.isVersioned && flip() {
            values[ItemField(part)] =
                part == .expiry ? SecretText("04/2030") : secret("\(part)")
        }
        for place in 0..<number(0...2) {
            let field = field()
            if !field.isHidden { values[.custom(field.label, place)] = field.encoded }
        }
        return ItemVersion(
            restored: values, changed: flip() ? time() : Timestamp(milliseconds: 0),
            replaced: time())
    }
}
