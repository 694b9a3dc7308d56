import TenonCore
import TestSupport
import Testing
import WalletVault

@Suite struct VaultListTests {
    private let fixture = VaultFixture()

    private func vault(_ logins: [Login]) async throws -> VaultManager {
        let manager = try await fixture.created()
        try await manager.write { batch in
            for login in logins { try batch.write(.add(.login(login))) }
        }
        return manager
    }

    private func titles(_ manager: VaultManager, _ query: ItemQuery) async throws -> [String] {
        try await manager.list(query).items.map(\.title)
    }

    @Test("Titles are in order without regard to case and diacritics, whatever their length")
    func order() async throws {
        let sorted = [
            "", "10", "9", "Äpfel", "apfelkuchen", "Ápfelmus", "example.com", "example.com/a",
            "example.com/b", "Example.org", "Łódź", "lohn", "œuvre", "Straße", "strasse 2", "日本",
        ]
        var random = SeededGenerator(seed: 17)
        let manager = try await vault(sorted.shuffled(using: &random).map { Login(title: $0) })
        #expect(try await titles(manager, ItemQuery(window: 0..<100)) == sorted)
    }

    @Test("A window returns its part and the size of the whole")
    func windows() async throws {
        let manager = try await vault((10..<60).map { Login(title: "Item \($0)") })
        let page = try await manager.list(ItemQuery(window: 10..<13))
        #expect(page.total == 50)
        #expect(page.offset == 10)
        #expect(page.items.map(\.title) == ["Item 20", "Item 21", "Item 22"])
        let last = try await manager.list(ItemQuery(window: 48..<Int.max))
        #expect(last.items.map(\.title) == ["Item 58", "Item 59"])
        let beyond = try await manager.list(ItemQuery(window: 70..<80))
        #expect(beyond.items.isEmpty)
        #expect(beyond.total == 50)
        #expect(beyond.offset == 50)
        let found = try await manager.list(ItemQuery(text: "item", window: 49..<60))
        #expect(found.total == 50)
        #expect(found.items.map(\.title) == ["Item 59"])
    }

    @Test("All items come page by page, in order", arguments: [1, 7, 50, 5000])
    func all(atOnce count: Int) async throws {
        let expected = (10..<60).map { "Item \($0)" }
        let manager = try await vault(expected.map { Login(title: $0) })
        let found = try await manager.all(ItemQuery(text: "item"), atOnce: count)
        #expect(found.map(\.title) == expected)
        #expect(try await manager.all(ItemQuery(text: "nothing"), atOnce: count).isEmpty)
    }

    @Test("No item is missed or comes twice while others are added and removed before it")
    func allWhileChanging() async throws {
        let lasting = (10..<60).map { "Item \($0)" }
        let manager = try await vault(lasting.map { Login(title: $0) })
        let writer = Task {
            while !Task.isCancelled {
                let item = Item.login(Login(title: "A first one"))
                try await manager.write { try $0.write(.add(item)) }
                try await manager.moveToTrash(item.id)
            }
        }
        for _ in 0..<20 {
            let found = try await manager.all(ItemQuery(), atOnce: 10)
            #expect(found.map(\.title).filter { $0 != "A first one" } == lasting)
        }
        writer.cancel()
        _ = await writer.result
    }

    @Test("The recently used come first, then the others by title")
    func recent() async throws {
        let manager = try await vault(["d", "c", "b", "a"].map { Login(title: $0) })
        let ids = try await manager.list(ItemQuery()).items.map(\.id)
        #expect(try await titles(manager, ItemQuery(sort: .recentlyUsed)) == ["a", "b", "c", "d"])
        try await manager.markUsed(ids[2])
        fixture.advance(by: .seconds(1))
        try await manager.markUsed(ids[3])
        #expect(try await titles(manager, ItemQuery(sort: .recentlyUsed)) == ["d", "c", "a", "b"])
        let text = ItemQuery(text: "a", sort: .recentlyUsed)
        #expect(try await titles(manager, text) == ["a"])
    }

    @Test(
        "All words must occur somewhere in title, user name or sites",
        arguments: [
            ("", ["Bank São Paulo", "Café Zürich", "GitHub"]),
            ("   ", ["Bank São Paulo", "Café Zürich", "GitHub"]),
            ("git", ["GitHub"]), ("GITHUB", ["GitHub"]), ("cafe", ["Café Zürich"]),
            ("CAFÉ", ["Café Zürich"]), ("cafe\u{301} zurich", ["Café Zürich"]),
            ("zürich café", ["Café Zürich"]), ("sao", ["Bank São Paulo"]), ("ada", ["GitHub"]),
            ("ada git", ["GitHub"]), ("ada bank", []), ("banco.example", ["Bank São Paulo"]),
            ("b", ["Bank São Paulo", "GitHub"]), ("ithu", ["GitHub"]), ("githubb", []),
            ("paulobob", []), ("paulo bob", ["Bank São Paulo"]), ("secret", []),
            ("ｇｉｔ", ["GitHub"]), ("/konto?x", ["Bank São Paulo"]),
        ])
    func search(_ text: String, _ expected: [String]) async throws {
        let manager = try await vault([
            Login(title: "GitHub", sites: ["https://github.com"], userName: "Ada"),
            Login(
                title: "Bank São Paulo", sites: ["https://banco.example/konto?x=1"],
                userName: "bob", password: SecretText("secret")),
            Login(title: "Café Zürich", userName: "çelik"),
        ])
        #expect(try await titles(manager, ItemQuery(text: text)) == expected)
    }

    @Test("Typing on, going back and changing words always find what a new search finds")
    func typing() async throws {
        let manager = try await vault(
            (0..<300).map { Login(title: "Entry \($0)", userName: "user\($0 % 7)") })
        let keystrokes = [
            "e", "en", "entry", "entry 1", "entry 12", "entry 1", "entry 1 user3", "entry user3",
            "x", "", "user", "user6 9", "ser6 99",
        ]
        for text in keystrokes {
            let words = text.split(separator: " ")
            let expected = (0..<300).filter { number in
                words.allSatisfy { "entry \(number)\nuser\(number % 7)\n".contains($0) }
            }
            let page = try await manager.list(ItemQuery(text: text, window: 0..<1000))
            #expect(Set(page.items.map(\.title)) == Set(expected.map { "Entry \($0)" }), "\(text)")
            #expect(page.total == expected.count)
        }
    }

    @Test("Words of any length are found at any place of a text")
    func places() async throws {
        let text = "abcdefghijklmnopqrstuvwxyz0123456789-abcdefghijklmnopqrstuvwxyz!?"
        let manager = try await vault([Login(title: text)])
        for start in [0, 1, 14, 15, 16, 17, 31, 32, 40, 62] {
            for count in [1, 2, 3, 15, 16, 17, 33] where start + count <= text.count {
                let word = String(text.dropFirst(start).prefix(count))
                #expect(try await manager.list(ItemQuery(text: word)).total == 1, "\(word)")
                #expect(try await manager.list(ItemQuery(text: word + "~")).total == 0)
            }
        }
    }

    @Test("The list follows additions, changes and deletions at once")
    func follows() async throws {
        let manager = try await vault(["b", "d"].map { Login(title: $0) })
        #expect(try await titles(manager, ItemQuery()) == ["b", "d"])
        var added = try await manager.add(Login(title: "C", userName: "first"))
        #expect(try await titles(manager, ItemQuery()) == ["b", "C", "d"])
        added.title = "e"
        added.userName = "second"
        try await manager.save(added)
        #expect(try await titles(manager, ItemQuery()) == ["b", "d", "e"])
        #expect(try await titles(manager, ItemQuery(text: "second")) == ["e"])
        #expect(try await titles(manager, ItemQuery(text: "first")).isEmpty)
        try await manager.write { batch in
            for number in 0..<200 {
                try batch.write(.add(.login(Login(title: "x\(number)"))))
            }
        }
        #expect(try await manager.list(ItemQuery()).total == 203)
        try await manager.deletePermanently(added.id)
        #expect(try await manager.list(ItemQuery(text: "e")).total == 0)
    }

    @Test("Kinds that are not asked for are left out")
    func kinds() async throws {
        let manager = try await vault([Login(title: "a")])
        #expect(try await manager.list(ItemQuery(kinds: [.login, .card])).total == 1)
        #expect(try await manager.list(ItemQuery(kinds: [.card, .note])).total == 0)
    }
}
