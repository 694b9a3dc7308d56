import TenonCore
import Testing
import WalletVault

@Suite struct VaultItemsTests {
    private let fixture = VaultFixture()

    @Test("Every field of a login comes back, also after locking")
    func roundTrip() async throws {
        let manager = try await fixture.created()
        var login = Login.sample("Überweisung 日本語")
        let stored = try await manager.add(login)
        let now = fixture.now
        #expect(stored.created == now)
        #expect(stored.changed == now)
        #expect(stored.passwordChanged == now)
        await manager.lock()
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        let read = try await manager.login(login.id)
        #expect(read == stored)
        login.created = now
        #expect(read.title == login.title)
        #expect(read.password == login.password)
        #expect(read.oneTimePassword == login.oneTimePassword)
        #expect(read.notes == login.notes)
        #expect(read.customFields == login.customFields)
        #expect(read.tags == login.tags)
        let overview = try await manager.overview(login.id)
        #expect(overview.hasOneTimePassword)
        #expect(overview.isFavorite)
        #expect(overview.sites == ["https://example.com"])
        #expect(overview.kind == .login)
    }

    @Test("An overview knows which parts that lists copy are not there, after each change")
    func missingParts() async throws {
        let manager = try await fixture.created()
        var login = try await manager.add(Login(title: "x"))
        #expect(try await manager.overview(login.id).missing == [.password])
        login.password = SecretText("pw")
        try await manager.save(login)
        #expect(try await manager.overview(login.id).missing == [])
        login = try await manager.login(login.id)
        login.password = SecretText("")
        try await manager.save(login)
        try await manager.markUsed(login.id)
        await manager.lock()
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        #expect(try await manager.overview(login.id).missing == [.password])
    }

    @Test("A login with nothing in it, and one with the most, come back as well")
    func extremes() async throws {
        let manager = try await fixture.created()
        let empty = try await manager.add(Login(title: ""))
        #expect(try await manager.login(empty.id) == empty)
        let long = Login(
            title: String(repeating: "ä", count: 5_000), password: SecretText(utf8: [0, 255, 10]),
            notes: SecretText(String(repeating: "x", count: 1_000_000)), timesUsed: 7)
        let stored = try await manager.add(long)
        #expect(stored.notes.count == 1_000_000)
        #expect(stored.password == long.password)
        #expect(stored.timesUsed == 7)
        #expect(try await manager.list(ItemQuery(text: "aaaaaaaaaaaaaaaaaaa")).total == 1)
        #expect(
            await code {
                try await manager.add(Login(title: String(repeating: "x", count: 70_000)))
            } == "vault.too-large")
        #expect(try await manager.list(ItemQuery()).total == 2)
        #expect(try await manager.check().isClean)
    }

    @Test("Dates of an import are kept")
    func importedDates() async throws {
        let manager = try await fixture.created()
        let old = Timestamp(seconds: 1_000_000_000)
        let stored = try await manager.add(
            Login(
                title: "Old", created: old, changed: old.advanced(by: .seconds(1)),
                passwordChanged: old.advanced(by: .seconds(2)), used: Timestamp(milliseconds: -5)))
        #expect(stored.created == old)
        #expect(stored.changed == old.advanced(by: .seconds(1)))
        #expect(stored.passwordChanged == old.advanced(by: .seconds(2)))
        #expect(stored.used == Timestamp(milliseconds: -5))
    }

    @Test("Saving keeps former passwords and user names, the newest first, and at most twenty")
    func history() async throws {
        let manager = try await fixture.created()
        var login = try await manager.add(.sample("One"))
        let start = login.created
        fixture.advance(by: .seconds(60))
        login.title = "Renamed"
        try await manager.save(login)
        login = try await manager.login(login.id)
        #expect(try await manager.history(login.id).isEmpty)
        #expect(login.passwordChanged == start)
        fixture.advance(by: .seconds(60))
        let original = login
        login.password = SecretText("second")
        try await manager.save(login)
        login = try await manager.login(login.id)
        let history = try await manager.history(login.id)
        #expect(history.map(\.password) == [original.password])
        #expect(history.map(\.userName) == [original.userName])
        #expect(history.map(\.changed) == [start])
        #expect(history.map(\.replaced) == [start.advanced(by: .seconds(120))])
        #expect(login.passwordChanged == start.advanced(by: .seconds(120)))
        #expect(login.changed == login.passwordChanged)
        for number in 0..<30 {
            login.password = SecretText("number \(number)")
            try await manager.save(login)
            login = try await manager.login(login.id)
        }
        let kept = try await manager.history(login.id)
        #expect(kept.count == 20)
        #expect(kept.first?.password == SecretText("number 28"))
        #expect(try await manager.check().isClean)
    }

    @Test("The trash hides an item, gives it back, and loses it after thirty days")
    func trash() async throws {
        let manager = try await fixture.created()
        let kept = try await manager.add(.sample("Kept")).id
        let lost = try await manager.add(.sample("Lost")).id
        let restored = try await manager.add(.sample("Restored")).id
        try await manager.moveToTrash(lost)
        try await manager.moveToTrash(restored)
        #expect(try await manager.list(ItemQuery()).items.map(\.id) == [kept])
        #expect(try await manager.list(ItemQuery(isTrashed: true)).total == 2)
        #expect(try await manager.items(forSite: "https://example.com").map(\.id) == [kept])
        try await manager.restore(restored)
        #expect(try await manager.list(ItemQuery()).total == 2)
        // Time counts as far as the vault has seen it pass.
        for _ in 0..<4 {
            fixture.advance(by: .seconds(7 * 24 * 3600))
            #expect(try await manager.list(ItemQuery(isTrashed: true)).total == 1)
        }
        fixture.advance(by: .seconds(2 * 24 * 3600 - 1))
        await manager.lock()
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        #expect(try await manager.list(ItemQuery(isTrashed: true)).total == 1)
        fixture.advance(by: .seconds(2))
        await manager.lock()
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        #expect(try await manager.list(ItemQuery(isTrashed: true)).total == 0)
        #expect(await code { _ = try await manager.login(lost) } == "vault.no-such-item")
        #expect(try await manager.login(restored).title == "Restored")
        #expect(try await manager.check().countIfClean == 2)
    }

    @Test("Many items change together, with one message, and what is gone is passed over")
    func together() async throws {
        let manager = try await fixture.created()
        var ids: [ItemID] = []
        for number in 1...20 { ids.append(try await manager.add(.sample("\(number)")).id) }
        let before = try await manager.revision()
        try await manager.change(ids + [ItemID()], .trash)
        #expect(try await manager.revision() == before + 1)
        #expect(try await manager.list(ItemQuery(isTrashed: true)).total == 20)
        try await manager.change(ids, .restore)
        try await manager.change(ids, .favorite(true))
        try await manager.change(ids, .addTag("work"))
        try await manager.change(ids, .addTag("work"))
        #expect(try await manager.tags()["work"] == 20)
        #expect(try await manager.counts().favorites == 20)
        try await manager.change(Array(ids.prefix(5)), .removeTag("work"))
        #expect(try await manager.tags()["work"] == 15)
        try await manager.change(ids, .delete)
        #expect(try await manager.check().countIfClean == 0)
    }

    @Test("A mistake among many changes leaves all items as they were")
    func allOrNone() async throws {
        let manager = try await fixture.created()
        let (first, second) = (
            try await manager.add(.sample("First")).id, try await manager.add(.sample("Second")).id
        )
        await #expect(throws: VaultError.self) {
            try await manager.write { batch in
                try batch.write(.change(first, .trash))
                let tag = String(repeating: "x", count: 4 << 20)
                try batch.write(.change(second, .addTag(tag)))
            }
        }
        #expect(try await manager.list(ItemQuery()).total == 2)
        #expect(try await manager.check().countIfClean == 2)
    }

    @Test("Deleting for ever leaves no row, and the name is unknown afterwards")
    func delete() async throws {
        let manager = try await fixture.created()
        let id = try await manager.add(.sample("One")).id
        _ = try await manager.list(ItemQuery())
        try await manager.deletePermanently(id)
        #expect(try await manager.list(ItemQuery()).total == 0)
        #expect(try await manager.items(forSite: "example.com").isEmpty)
        #expect(await code { try await manager.deletePermanently(id) } == "vault.no-such-item")
        #expect(await code { try await manager.moveToTrash(id) } == "vault.no-such-item")
        let left = try fixture.raw {
            try rows("SELECT count(*) FROM overview UNION ALL SELECT count(*) FROM details", $0)
        }
        #expect(left == ["0", "0"])
        #expect(try await manager.check().isClean)
    }

    @Test("Using an item counts and dates it, and does not disturb an edit in progress")
    func use() async throws {
        let manager = try await fixture.created()
        var login = try await manager.add(.sample("One"))
        fixture.advance(by: .seconds(5))
        try await manager.markUsed(login.id)
        try await manager.markUsed(login.id)
        login.title = "Two"
        try await manager.save(login)
        login = try await manager.login(login.id)
        #expect(login.timesUsed == 2)
        #expect(login.used == fixture.now)
        #expect(login.title == "Two")
    }

    @Test("A count of uses that is full stays full")
    func fullCount() async throws {
        let manager = try await fixture.created()
        let login = try await manager.add(Login(title: "Often", timesUsed: .max))
        try await manager.markUsed(login.id)
        #expect(try await manager.overview(login.id).timesUsed == .max)
        #expect(try await manager.overview(login.id).used == fixture.now)
        #expect(try await manager.check().isClean)
    }

    @Test("An item is added once")
    func twice() async throws {
        let manager = try await fixture.created()
        let login = try await manager.add(.sample("One"))
        #expect(await code { try await manager.add(login) } == "vault.item-exists")
        #expect(try await manager.check().countIfClean == 1)
    }

    @Test("A batch is written as a whole, or not at all")
    func batch() async throws {
        let manager = try await fixture.created()
        var existing = try await manager.add(.sample("Existing"))
        existing.password = SecretText("changed by the batch")
        let first = existing
        let count = try await manager.write { batch in
            try batch.write(.save(.login(first)))
            for number in 0..<500 { try batch.write(.add(.login(.sample("Item \(number)")))) }
            return batch.count
        }
        #expect(count == 501)
        #expect(try await manager.list(ItemQuery()).total == 501)
        #expect(try await manager.history(existing.id).count == 1)
        struct Abort: Error {}
        await #expect(throws: Abort.self) {
            try await manager.write { batch in
                try batch.write(.add(.login(.sample("Never"))))
                throw Abort()
            }
        }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await manager.write { try $0.write(.add(.login(.sample("Never")))) }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await manager.list(ItemQuery(text: "never")).total == 0)
        #expect(try await manager.check().countIfClean == 501)
    }
}

extension VaultReport {
    /// How many items there are; `nil` when something is wrong.
    var countIfClean: Int? { isClean ? itemCount : nil }
}
