import TenonCore
import Testing
import WalletVault

@testable import WalletAudit  // The marks are internal.

@Suite("Items that one file has made on two machines")
struct LikenessTests {
    /// Two items, and whether a person is shown that they may be the same.
    struct Pair: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let first: Item
        let second: Item
        let isAlike: Bool

        init(_ description: String, _ first: Item, _ second: Item, isAlike: Bool) {
            testDescription = description
            self.first = first
            self.second = second
            self.isAlike = isAlike
        }
    }

    private static let pairs = [
        Pair(
            "a login without a site", login(password: "p"), login(password: "p"), isAlike: true),
        Pair(
            "logins of one title with other passwords", login(password: "p"),
            login(password: "q"), isAlike: false),
        Pair(
            "logins of other titles", login("A", password: "p"), login("B", password: "p"),
            isAlike: false),
        Pair("logins of one title without a password", login(), login(), isAlike: false),
        Pair(
            "an entry whose password was changed since", login(password: "p", names: [name("1")]),
            login(password: "q", names: [name("1")]), isAlike: true),
        Pair(
            "entries of other names", login(password: "p", names: [name("1")]),
            login(password: "q", names: [name("2")]), isAlike: false),
        Pair(
            "one name of two programs", login(password: "p", names: [name("1")]),
            login(password: "q", names: [name("1", label: ".bitwarden.id")]), isAlike: false),
        Pair(
            "an entry that has become part of another one",
            login(password: "p", names: [name("1"), name("2")]),
            login(password: "q", names: [name("2")]), isAlike: true),
        Pair(
            "a network whose password was changed since", item(.wifi, .password, "p", "1"),
            item(.wifi, .password, "q", "1"), isAlike: true),
        Pair(
            "a network that is the same", item(.wifi, .password, "p"),
            item(.wifi, .password, "p"), isAlike: true),
        Pair(
            "a card whose number was changed since", item(.card, .number, "4", "1"),
            item(.card, .number, "5", "1"), isAlike: true),
        Pair(
            "a note whose text was changed since", item(.note, .notes, "p", "1"),
            item(.note, .notes, "q", "1"), isAlike: true),
        Pair(
            "an empty note", item(.note, .notes, "", "1"), item(.note, .notes, "", "1"),
            isAlike: true),
        Pair(
            "items of two kinds", item(.note, .notes, "p", "1"), item(.wifi, .password, "p", "1"),
            isAlike: false),
    ]

    private static func name(_ name: String, label: String = ".keepass.uuid") -> CustomField {
        CustomField(label: label, value: SecretText(name), isConcealed: false)
    }

    private static func login(
        _ title: String = "Title", password: String = "", names: [CustomField] = []
    ) -> Item {
        .login(
            Login(
                title: title, userName: "ada", password: SecretText(password), customFields: names))
    }

    private static func item(
        _ kind: ItemKind, _ part: ItemPart, _ text: String, _ name: String? = nil
    ) -> Item {
        let fields = [name].compactMap(\.self).map { Self.name($0) }
        let head = ItemHead(title: "Title", customFields: fields)
        var item = Item(kind, head: head) ?? .note(Note(head: head))
        item[part] = SecretText(text)
        return item
    }

    @Test("are shown as the same, whatever became of one of them", arguments: pairs)
    func marks(_ pair: Pair) {
        let hasher = KeyedHasher()
        let marks = Set(hasher.likenessMarks(of: pair.first))
        let isAlike = !marks.isDisjoint(with: hasher.likenessMarks(of: pair.second))
        #expect(isAlike == pair.isAlike)
    }
}
