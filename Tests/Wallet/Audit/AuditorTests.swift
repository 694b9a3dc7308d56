import Foundation
import Synchronization
import TenonCore
import TenonSecurity
import TestSupport
import Testing
import WalletAudit
import WalletTestSupport
import WalletVault

@Suite("The auditor")
struct AuditorTests {
    private static let strong = [
        "kT7#vw2Lq9!xZb4@", "mR5$hn8Pc3^yWd6&", "jF1*gs7Bk4(eVt9)", "qX3-aN8_uH5+oC2=",
    ]

    private func login(
        _ title: String, _ password: String, site: String = "", user: String = "ada"
    ) -> Login {
        Login(
            title: title, sites: [site.isEmpty ? "https://\(title).example.com" : site],
            userName: user, password: SecretText(password))
    }

    private func card(_ title: String, _ number: String, _ expiry: String) -> Item {
        .card(
            Card(
                head: ItemHead(title: title), number: SecretText(number),
                expiry: YearMonth(expiry)))
    }

    /// Audits a vault with some items.
    ///
    /// - Parameter day: How many days after the items were made.
    private func audit(
        _ items: [Item], _ options: AuditOptions = AuditOptions(), day: Int64 = 0
    ) async throws -> AuditReport {
        let vault = try await TemporaryVault.make()
        for item in items { try await vault.manager.add(item) }
        let now = Timestamp(
            seconds: Int64(Date().timeIntervalSince1970) + day * 86_400)
        return try await Auditor(vault: vault.manager, now: { now }).run(options)
    }

    private func titles(_ report: AuditReport, _ problem: AuditProblem) -> [String] {
        report.items(with: problem).map(\.title)
    }

    @Test("A vault without problems has an empty report")
    func clean() async throws {
        let logins = Self.strong.enumerated().map { Item.login(login("site\($0)", $1)) }
        let report = try await audit(logins)
        #expect(report.checked == 4)
        #expect(report.items.isEmpty)
        #expect(report.counts.isEmpty)
        #expect(try await audit([]).checked == 0)
    }

    @Test("Weak passwords are found, the weakest first")
    func weak() async throws {
        let report = try await audit([
            .login(login("a", "Sommer2019!")), .login(login("b", "123456")),
            .login(login("c", Self.strong[0])), .login(login("d", "")),
        ])
        #expect(titles(report, .weak) == ["b", "a"])
        #expect(report.counts == [.weak: 2])
        #expect(try #require(report.items.first { $0.title == "b" }?.weak).bits < 10)
    }

    @Test("Reused passwords are found in groups, the largest first; empty ones are none")
    func reused() async throws {
        let report = try await audit([
            .login(login("a", Self.strong[0])), .login(login("b", Self.strong[1])),
            .login(login("c", Self.strong[0])), .login(login("d", Self.strong[2])),
            .login(login("e", Self.strong[1])), .login(login("f", Self.strong[1])),
            .login(login("g", "")), .login(login("h", "")),
        ])
        #expect(titles(report, .reused) == ["b", "e", "f", "a", "c"])
        let groups = report.items(with: .reused).compactMap { $0.reused }
        #expect(groups.map(\.count) == [3, 3, 3, 2, 2])
        #expect(Set(groups[..<3].map(\.number)).count == 1)
        #expect(groups[0].number != groups[3].number)
        #expect(report.counts == [.reused: 5])
    }

    @Test("A password is old after as many days as the options say")
    func old() async throws {
        let items = [Item.login(login("a", Self.strong[0])), .login(login("b", ""))]
        #expect(try await audit(items, day: 729).items.isEmpty)
        let report = try await audit(items, day: 731)
        #expect(titles(report, .old) == ["a"])
        #expect(
            titles(try await audit(items, AuditOptions(oldAfterDays: 9), day: 10), .old) == ["a"])
    }

    @Test("Items that say the same are found, whatever their titles and spellings")
    func duplicated() async throws {
        let report = try await audit([
            .login(login("a", Self.strong[0], site: "https://www.example.com/login")),
            .login(login("b", Self.strong[0], site: "example.com", user: "ADA")),
            .login(login("c", Self.strong[0], site: "example.com", user: "bob")),
            .login(login("d", Self.strong[1], site: "example.com")),
            card("e", "4111 1111 1111 1111", "2099-01"), card("f", "4111111111111111", "2099-01"),
            card("g", "", "2099-01"), card("h", "", "2099-01"),
            .note(Note(head: ItemHead(title: "i", notes: SecretText("text")))),
            .note(Note(head: ItemHead(title: "i", notes: SecretText("text")))),
            .note(Note(head: ItemHead(title: "j", notes: SecretText("text")))),
            .note(Note(head: ItemHead(title: "k"))), .note(Note(head: ItemHead(title: "k"))),
        ])
        #expect(titles(report, .duplicated) == ["a", "b", "e", "f", "i", "i"])
        #expect(report.items(with: .duplicated).allSatisfy { $0.duplicated?.count == 2 })
    }

    @Test("Cards are expired from the month after the one that stands on them")
    func expired() async throws {
        let now = YearMonth(Timestamp(seconds: Int64(Date().timeIntervalSince1970)))
        let report = try await audit([
            card("past", "4111111111111111", "2020-02"),
            card("now", "5500005555555559", now.description),
            card("never", "340000000000009", ""),
        ])
        #expect(titles(report, .expired) == ["past"])
    }

    @Test("Addresses that no page can have are found")
    func unmatched() async throws {
        let logins = [
            login("star", Self.strong[0], site: "https://*.example.com"),
            login("quoted", Self.strong[1], site: "\"https://example.com\""),
            login("good", Self.strong[2]), login("app", Self.strong[3], site: "androidapp://com.x"),
            login("none", Self.strong[0], site: "n/a"),
        ]
        let report = try await audit(logins.map { .login($0) })
        #expect(Set(titles(report, .unmatched)) == ["star", "quoted", "none"])
        #expect(report.items(with: .unmatched).compactMap(\.unmatched).count == 3)
    }

    @Test("Passwords that attackers know are found in a local list, the most frequent first")
    func breached() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            BreachListTests.lines(500).joined(separator: "\r\n"), to: "list.txt")
        let path = "\(folder.path)/list.txt"
        let report = try await audit(
            [
                .login(login("a", "password")), .login(login("b", "123456")),
                .login(login("c", Self.strong[0])), .login(login("d", "")),
            ], AuditOptions(breaches: path))
        #expect(titles(report, .breached) == ["b", "a"])
        #expect(report.items(with: .breached).map(\.breached) == [112_192_123, 52_256_179])
        #expect(report.problems.contains(.breached))
        #expect(try await !audit([]).problems.contains(.breached))
        await #expect(throws: AuditError.self) {
            try await audit([], AuditOptions(breaches: "\(path).other"))
        }
    }

    @Test("What is in the trash is not looked at")
    func trash() async throws {
        let vault = try await TemporaryVault.make([login("a", "123456")])
        let id = try #require(try await vault.manager.list(ItemQuery()).items.first).id
        try await vault.manager.moveToTrash(id)
        let report = try await Auditor(vault: vault.manager, now: { Timestamp(seconds: 0) })
            .run(AuditOptions())
        #expect(report.checked == 0 && report.items.isEmpty)
    }

    @Test("Progress goes from something to everything, in at most some hundred steps")
    func progress() async throws {
        let vault = try await TemporaryVault.make()
        try await vault.manager.write { writer in
            for number in 0..<1500 {
                try writer.write(
                    .add(.login(Login(title: "\(number)", password: SecretText("\(number)")))))
            }
        }
        let steps = Mutex<[AuditProgress]>([])
        let report = try await Auditor(vault: vault.manager, now: { Timestamp(seconds: 0) })
            .run(AuditOptions()) { step in steps.withLock { $0.append(step) } }
        let seen = steps.withLock { $0 }
        #expect(report.checked == 1500)
        #expect(seen.count > 10 && seen.count <= 101)
        #expect(seen.map(\.completed) == seen.map(\.completed).sorted())
        #expect(seen.last?.completed == 1500 && seen.last?.total == 1500)
    }

    @Test("It can be cancelled, and a locked vault is an error")
    func cancel() async throws {
        let vault = try await TemporaryVault.make([login("a", "123456")])
        let auditor = Auditor(vault: vault.manager, now: { Timestamp(seconds: 0) })
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await auditor.run(AuditOptions())
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await vault.manager.lock()
        let error = await #expect(throws: VaultError.self) {
            try await auditor.run(AuditOptions())
        }
        #expect(error?.code == .vaultLocked)
    }
}
