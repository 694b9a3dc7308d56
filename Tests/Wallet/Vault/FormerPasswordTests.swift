import TenonCore
import Testing
import WalletVault

@Suite("Former passwords that come from a file")
struct FormerPasswordTests {
    private let fixture = VaultFixture()

    private func version(_ password: String, _ seconds: Int64?) -> ItemVersion {
        ItemVersion(
            password: SecretText(password), changed: seconds.map { Timestamp(seconds: $0) })
    }

    private func passwords(_ manager: VaultManager, _ id: ItemID) async throws -> [String] {
        try await manager.history(id).compactMap { $0.password?.reveal() }
    }

    @Test("that the date of a password is not known is kept until a person changes the password")
    func undated() async throws {
        let manager = try await fixture.created()
        var login = Login.sample("One")
        login.passwordChanged = Timestamp(milliseconds: 0)
        login.isPasswordDated = false
        try await manager.add(login)
        await manager.lock()
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        login = try await manager.login(login.id)
        #expect(!login.isPasswordDated && login.passwordChanged == fixture.now)
        login.title = "Renamed"
        try await manager.save(login)
        login = try await manager.login(login.id)
        #expect(!login.isPasswordDated)
        login.password = SecretText("typed")
        try await manager.save(login)
        login = try await manager.login(login.id)
        #expect(login.isPasswordDated)
        #expect(try await manager.login(login.id).isPasswordDated)
    }

    @Test("they go to the history, each once, and what it has no room for to an item of its own")
    func overflow() async throws {
        let manager = try await fixture.created()
        let login = Login.sample("One")
        let former = (0..<25).map { version("p\($0)", 1_000 + Int64($0)) }
        let again = LoginUpdate(former: [version("p0", nil)])
        try await manager.write { batch in
            try batch.write(.add(.login(login), former: former + former))
            try batch.write(.update(login.id, again))
        }
        let items = try await manager.list(ItemQuery()).items
        #expect(items.count == 2)
        #expect(try await passwords(manager, login.id).count == 20)
        var all: Set<String> = []
        for item in items {
            let found = try await manager.login(item.id)
            #expect(found.sites == login.sites && found.userName == login.userName)
            all.formUnion([found.password.reveal()] + (try await passwords(manager, item.id)))
        }
        #expect(all == Set((0..<25).map { "p\($0)" } + [login.password.reveal()]))
        #expect(try await manager.check().countIfClean == 2)
    }

    @Test("a password of a file brings its date, and one that comes back leaves the history")
    func comesBack() async throws {
        let manager = try await fixture.created()
        var login = Login.sample("One")
        login.password = SecretText("first")
        let id = try await manager.add(login).id
        let dates = [Timestamp(seconds: 5_000), Timestamp(seconds: 6_000)]
        try await manager.write { batch in
            try batch.write(
                .update(
                    id, LoginUpdate(password: SecretText("second"), passwordChanged: dates[0])))
        }
        #expect(try await manager.login(id).passwordChanged == dates[0])
        #expect(try await passwords(manager, id) == ["first"])
        try await manager.write { batch in
            try batch.write(
                .update(id, LoginUpdate(password: SecretText("first"), passwordChanged: dates[1])))
        }
        #expect(try await manager.login(id).passwordChanged == dates[1])
        #expect(try await passwords(manager, id) == ["second"])
        #expect(try await manager.check().isClean)
    }
}
