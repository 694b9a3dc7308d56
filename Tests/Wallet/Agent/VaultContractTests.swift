import Synchronization
import TenonCore
import TenonSecurity
import TestSupport
import Testing
import WalletTestSupport
import WalletVault

/// What every vault does, whoever holds the key.
@Suite("Vault, in this process and in the agent")
struct VaultContractTests {
    enum Holder: String, CaseIterable, CustomTestStringConvertible {
        case process
        case agent

        var testDescription: String { rawValue }
    }

    /// A new vault, and what has to live as long as it.
    private func make(_ holder: Holder) async throws -> (any Vault, Any) {
        switch holder {
        case .process:
            let vault = try await TemporaryVault.make()
            return (vault.manager, vault)
        case .agent:
            let (fixture, client) = try await AgentFixture.unlocked()
            return (client, fixture)
        }
    }

    private func code(_ body: () async throws -> Void) async -> ErrorCode? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? VaultError)?.code
        }
    }

    @Test("items of all kinds come back as they were added", arguments: Holder.allCases)
    func items(holder: Holder) async throws {
        let (vault, keep) = try await make(holder)
        defer { withExtendedLifetime(keep) {} }
        var login = Login(
            title: "Ünïcode 🔑", sites: ["https://a.example", "b.example:8443"], userName: "me",
            password: SecretText("p\u{0}ß"), oneTimePassword: SecretText("JBSWY3DPEHPK3PXP"),
            notes: SecretText("line\nline"), tags: ["x", "y z"], isFavorite: true)
        login.customFields = [
            CustomField(label: ".hidden", value: SecretText("v"), isConcealed: true)
        ]
        let card = Card(
            head: ItemHead(title: "Card"), holder: "Me", number: SecretText("4111111111111111"),
            expiry: YearMonth(year: 2030, month: 4), securityCode: SecretText("123"),
            pin: SecretText("0000"), issuer: "Bank")
        let note = Note(head: ItemHead(title: "Note", notes: SecretText("text")))
        for item in [Item.login(login), .card(card), .note(note)] {
            let stored = try await vault.add(item)
            #expect(try await vault.item(stored.id) == stored)
            #expect(stored.kind == item.kind)
            #expect(try await vault.overview(stored.id).title == item.title)
        }
        let stored = try await vault.login(login.id)
        #expect(stored.password == login.password)
        #expect(stored.customFields == login.customFields)
        #expect(stored.oneTimePassword == login.oneTimePassword)
        let page = try await vault.list(ItemQuery(text: "card"))
        #expect(page.items.map(\.lastFour) == ["1111"])
        #expect(try await vault.tags() == ["x": 1, "y z": 1])
        #expect(try await vault.items(forSite: "https://a.example").map(\.id) == [login.id])
        #expect(try await vault.items(forSite: "https://www.a.example", isExact: true).isEmpty)
        var all: [ItemID] = []
        try await vault.forEachItem { all.append($0.id) }
        #expect(Set(all) == [login.id, card.id, note.id])
    }

    @Test("what is typed is kept until the lock, the latest of it", arguments: Holder.allCases)
    func typed(holder: Holder) async throws {
        let (vault, keep) = try await make(holder)
        defer { withExtendedLifetime(keep) {} }
        for (id, text) in [("a", "one"), ("b", "two"), ("a", "three"), ("c", "four")] {
            try await vault.keepTyped(id, SecretText(text))
        }
        #expect(try await vault.typed().map { $0.reveal() } == ["two", "three", "four"])
        for id in ["b", "none"] { try await vault.forgetTyped(id) }
        #expect(try await vault.typed().map { $0.reveal() } == ["three", "four"])
        let long = SecretText(String(repeating: "x", count: 1 << 20))
        try await vault.keepTyped("long", long)
        #expect(try await vault.typed() == [long])
        let longer = SecretText(long.reveal() + "x")
        try await vault.keepTyped("longer", longer)
        #expect(try await vault.typed() == [long])
        await vault.lock()
        #expect(await code { _ = try await vault.typed() } == .vaultLocked)
        #expect(await code { try await vault.keepTyped("a", SecretText("x")) } == .vaultLocked)
        try await vault.unlock(passphrase: SecretText(TemporaryVault.passphrase))
        #expect(try await vault.typed().isEmpty)
    }

    @Test("two items become one, and both again what they were", arguments: Holder.allCases)
    func merging(holder: Holder) async throws {
        let (vault, keep) = try await make(holder)
        defer { withExtendedLifetime(keep) {} }
        for title in ["a", "b"] {
            let login = Login(
                title: title, sites: ["a.example"], userName: "me", password: SecretText(title))
            try await vault.add(login)
            let file = try WalletVault.Attachment(
                "\(title).txt", size: 1, added: login.created)
            try await vault.attach(file, to: login.id) { $0.copyBytes(from: title.utf8) }
        }
        let shown = try await vault.list(ItemQuery()).items
        var before: [Item] = []
        for id in shown.map(\.id) { before.append(try await vault.item(id)) }
        let merged = try await vault.merge(shown[0], shown[1], at: shown[0].changed)
        let union = try await vault.login(merged.id)
        let former = try await vault.history(merged.id).compactMap { $0.password?.reveal() }
        #expect(Set([union.password.reveal()] + former) == ["a", "b"])
        var contents: Set<String> = []
        for file in union.attachments {
            contents.insert(try await vault.contents(of: file).reveal())
        }
        #expect(contents == ["a", "b"])
        #expect(try await vault.list(ItemQuery()).items.map(\.id) == [merged.id])
        try await vault.separate(merged)
        for item in before { #expect(try await vault.item(item.id) == item) }
        #expect(try await vault.list(ItemQuery()).items.map(\.id) == shown.map(\.id))
        #expect(await code { try await vault.separate(merged) } == .vaultConflict)
    }

    @Test("saving keeps a history and notices a lost race", arguments: Holder.allCases)
    func saving(holder: Holder) async throws {
        let (vault, keep) = try await make(holder)
        defer { withExtendedLifetime(keep) {} }
        let first = try await vault.add(Login(title: "A", password: SecretText("one")))
        var second = first
        second.password = SecretText("two")
        try await vault.save(second)
        #expect(try await vault.history(first.id).map(\.password) == [SecretText("one")])
        var third = try await vault.login(first.id)
        third.title = "B"
        try await vault.save(third)
        #expect(await code { try await vault.save(second) } == .vaultConflict)
        var all: [ItemWithHistory] = []
        try await vault.forEachItemWithHistory { all.append($0) }
        #expect(all.map(\.item.title) == ["B"])
        #expect(all.map(\.history) == [try await vault.history(first.id)])
        let revision = try await vault.revision()
        try await vault.markUsed(first.id)
        #expect(try await vault.overview(first.id).timesUsed == 1)
        #expect(try await vault.revision() > revision)
    }

    @Test("the trash takes and gives back, and deletes for ever", arguments: Holder.allCases)
    func trash(holder: Holder) async throws {
        let (vault, keep) = try await make(holder)
        defer { withExtendedLifetime(keep) {} }
        let login = try await vault.add(Login(title: "A"))
        try await vault.moveToTrash(login.id)
        #expect(try await vault.list(ItemQuery()).total == 0)
        #expect(try await vault.list(ItemQuery(isTrashed: true)).total == 1)
        try await vault.restore(login.id)
        #expect(try await vault.list(ItemQuery()).total == 1)
        try await vault.deletePermanently(login.id)
        #expect(await code { _ = try await vault.item(login.id) } == .vaultNoSuchItem)
    }

    @Test("many writes become durable together, or not at all", arguments: Holder.allCases)
    func batch(holder: Holder) async throws {
        let (vault, keep) = try await make(holder)
        defer { withExtendedLifetime(keep) {} }
        let first = try await vault.add(Login(title: "first", password: SecretText("old")))
        let count = try await vault.write { writer in
            for number in 0..<2500 {
                try writer.write(
                    .add(.login(Login(title: "\(number)", notes: SecretText("note \(number)")))))
            }
            try writer.write(
                .update(
                    first.id,
                    LoginUpdate(password: SecretText("new"), addingSites: ["x.example"])))
            return writer.count
        }
        #expect(count == 2501)
        #expect(try await vault.list(ItemQuery()).total == 2501)
        #expect(try await vault.login(first.id).password == SecretText("new"))

        struct Stop: Error {}
        await #expect(throws: Stop.self) {
            try await vault.write { writer in
                for _ in 0..<2500 {
                    try writer.write(.add(.note(Note(head: ItemHead(title: "n")))))
                }
                throw Stop()
            }
        }
        let conflict = await code {
            try await vault.write { writer in
                try writer.write(.add(.note(Note(head: ItemHead(title: "n")))))
                try writer.write(.add(.login(first)))
            }
        }
        #expect(conflict == .vaultItemExists)
        #expect(try await vault.list(ItemQuery()).total == 2501)
        #expect(try await vault.check().isClean)
    }

    @Test(
        "an entry of a file names an item as long as none has the name", arguments: Holder.allCases)
    func importNames(holder: Holder) async throws {
        let (vault, keep) = try await make(holder)
        let (other, keepOther) = try await make(holder)
        defer { withExtendedLifetime((keep, keepOther)) {} }
        let identities = [SecretText("one"), SecretText("two")]
        let names = try await vault.importNames(for: identities)
        #expect(Set(names).count == 2)
        #expect(try await vault.importNames(for: identities) == names)
        let others = try await other.importNames(for: identities)
        #expect(Set(names).isDisjoint(with: others))
        try await vault.add(Item.note(Note(head: ItemHead(title: "n"))).named(names[0]))
        for isTrashed in [false, true] {
            if isTrashed { try await vault.moveToTrash(names[0]) }
            let next = try await vault.importNames(for: identities)
            #expect(!names.contains(next[0]) && next[1] == names[1])
        }
        try await vault.deletePermanently(names[0])
        #expect(try await vault.importNames(for: identities) == names)
    }

    @Test("a cancelled batch writes nothing", arguments: Holder.allCases)
    func cancelledBatch(holder: Holder) async throws {
        let (vault, keep) = try await make(holder)
        defer { withExtendedLifetime(keep) {} }
        let hasBegun = Mutex(false)
        let task = Task {
            try await vault.write { writer in
                while true {
                    try writer.write(.add(.note(Note(head: ItemHead(title: "n")))))
                    hasBegun.withLock { $0 = true }
                }
            }
        }
        try await until("the first item") { hasBegun.withLock { $0 } }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await vault.list(ItemQuery()).total == 0)
    }

    @Test("locked, it gives nothing away; unlocked again, everything", arguments: Holder.allCases)
    func locking(holder: Holder) async throws {
        let (vault, keep) = try await make(holder)
        defer { withExtendedLifetime(keep) {} }
        let login = try await vault.add(Login(title: "A", password: SecretText("one")))
        await vault.lock()
        #expect(vault.status == .locked)
        #expect(await code { _ = try await vault.list(ItemQuery()) } == .vaultLocked)
        #expect(await code { _ = try await vault.item(login.id) } == .vaultLocked)
        #expect(await code { _ = try await vault.write { _ in } } == .vaultLocked)
        let wrong = await code { try await vault.unlock(passphrase: SecretText("wrong")) }
        #expect(wrong == .vaultWrongPassphrase)
        await #expect(throws: SecurityError.self) {
            try await vault.unlock(passphrase: SecretText(""))
        }
        try await vault.unlock(passphrase: AgentFixture.passphrase)
        #expect(try await vault.login(login.id).password == SecretText("one"))
    }

    @Test("passphrases change, and a recovery code opens it", arguments: Holder.allCases)
    func keys(holder: Holder) async throws {
        let (vault, keep) = try await make(holder)
        defer { withExtendedLifetime(keep) {} }
        let code = try await vault.makeRecoveryCode()
        try await vault.verify(passphrase: AgentFixture.passphrase)
        let new = SecretText("another long passphrase")
        try await vault.changePassphrase(from: AgentFixture.passphrase, to: new)
        let wrong = await self.code { try await vault.verify(passphrase: AgentFixture.passphrase) }
        #expect(wrong == .vaultWrongPassphrase)
        await vault.lock()
        try await vault.unlock(recoveryCode: code)
        await vault.lock()
        try await vault.unlock(passphrase: new)
        #expect(vault.status == .unlocked)
        let exists = await self.code { try await vault.create(passphrase: new) }
        #expect(exists == .vaultExists)
    }

    @Test("statuses and changes are told", .timeLimit(.minutes(10)), arguments: Holder.allCases)
    func streams(holder: Holder) async throws {
        let (vault, keep) = try await make(holder)
        defer { withExtendedLifetime(keep) {} }
        var statuses = vault.statuses().makeAsyncIterator()
        #expect(await statuses.next() == .unlocked)
        var changes = vault.changes().makeAsyncIterator()
        // What listens in another process may still be on its way there: until one is told.
        let isTold = Mutex(false)
        let adding = Task {
            try await until("a change that is told") {
                if isTold.withLock({ $0 }) { return true }
                try await vault.add(Login(title: "A"))
                return false
            }
        }
        #expect(await changes.next() != nil)
        isTold.withLock { $0 = true }
        try await adding.value
        try await vault.add(Login(title: "B"))
        let revision = try await vault.revision()
        var last: Int64?
        while last != revision, let change = await changes.next() { last = change.revision }
        #expect(last == revision)
        await vault.lock()
        #expect(await statuses.next() == .locked)
    }
}
