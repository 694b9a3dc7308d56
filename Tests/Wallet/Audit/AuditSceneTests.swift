import TenonCore
import TenonTesting
import TenonUI
import TestSupport
import Testing
import WalletAudit
import WalletItems
import WalletLogins
import WalletTestSupport
import WalletVault

@Suite("The audit's scene")
struct AuditSceneTests {
    private static let logins = [
        Login(
            title: "Bank", sites: ["bank.example.com"], userName: "ada",
            password: SecretText("123456")),
        Login(
            title: "Mail", sites: ["mail.example.org"], userName: "ada@example.org",
            password: SecretText("123456")),
        Login(
            title: "Zoo", sites: ["zoo.example.net"], userName: "zoë",
            password: SecretText("kT7#vw2Lq9!xZb4@")),
    ]

    private func pilot(
        _ vault: TemporaryVault, language: String = "en"
    ) async throws -> SessionPilot {
        let pilot = try await SessionPilot(
            plugins: [AuditPlugin.self, ItemsPlugin.self, LoginsPlugin.self],
            configuration: Configuration(flags: ["language": language]), at: "audit",
            providing: vault.register)
        return pilot
    }

    private func list(_ title: String, in pilot: SessionPilot) throws -> ListBlock? {
        for case .list(let list) in try pilot.screen().blocks where list.title == title {
            return list
        }
        return nil
    }

    @Test("An audit says in words, numbers and lists what it found; no password is in it")
    func results() async throws {
        let vault = try await TemporaryVault.make(Self.logins)
        let pilot = try await pilot(vault)
        try await pilot.choose("Start")
        #expect(pilot.sees("3 items were looked at."))
        #expect(pilot.sees("2 items need a look. Reused: 2, Weak: 2."))
        #expect(try list("Reused", in: pilot)?.rows.map(\.title) == ["Bank", "Mail"])
        #expect(try list("Reused", in: pilot)?.rows.first?.value == "in 2 logins")
        #expect(try list("Weak", in: pilot)?.rows.count == 2)
        #expect(try list("Old", in: pilot) == nil)
        #expect(!pilot.see().contains("123456"))
        guard case .chart(let chart)? = try pilot.screen().blocks.first else {
            Issue.record("There is no chart.")
            return
        }
        #expect(
            chart.points.map(\.label) == [
                "Reused", "Weak", "Duplicated", "Old", "Expired", "Useless addresses",
            ])
        #expect(chart.points.map(\.value) == [2, 2, 0, 0, 0, 0])
        await pilot.stop()
    }

    @Test("A vault in order says so")
    func nothing() async throws {
        let vault = try await TemporaryVault.make([Self.logins[2]])
        let pilot = try await pilot(vault)
        try await pilot.choose("Start")
        #expect(pilot.sees("There is nothing to fix."))
        try await pilot.choose("New audit")
        #expect(pilot.sees("What to look for"))
        await pilot.stop()
    }

    @Test("A row leads to its item")
    func open() async throws {
        let vault = try await TemporaryVault.make(Self.logins)
        let pilot = try await pilot(vault)
        try await pilot.choose("Start")
        try await pilot.choose("Open", on: "Mail")
        try await pilot.wait("the item") { (try? pilot.screen().title) == "Mail" }
        try pilot.session.send(.back)
        await pilot.session.settle()
        #expect(pilot.sees("2 items need a look."))
        await pilot.stop()
    }

    @Test("A wrong age and a wrong list are said beside the form")
    func problems() async throws {
        let vault = try await TemporaryVault.make(Self.logins)
        let pilot = try await pilot(vault)
        try await pilot.fill("A password is old after days", with: .number("0"))
        try await pilot.choose("Start")
        #expect(pilot.sees("Enter a number from 1 to 36,500."))
        try await pilot.fill("A password is old after days", with: .number("365"))
        try await pilot.fill("List of known passwords", with: .text("/nowhere/at/all"))
        try await pilot.choose("Start")
        #expect(pilot.sees("/nowhere/at/all cannot be read: No such file or directory."))
        await pilot.stop()
    }

    @Test("A list of known passwords adds what attackers know")
    func breaches() async throws {
        let folder = try TemporaryFolder()
        try folder.write(BreachListTests.lines(10).joined(separator: "\n"), to: "list.txt")
        let vault = try await TemporaryVault.make(Self.logins)
        let pilot = try await pilot(vault)
        try await pilot.fill(
            "List of known passwords", with: .text(" \(folder.path)/list.txt"))
        try await pilot.choose("Start")
        #expect(try list("Known to attackers", in: pilot)?.rows.map(\.title) == ["Bank", "Mail"])
        #expect(pilot.sees("seen 112,192,123 times"))
        await pilot.stop()
    }

    @Test("Long lists are shown in windows")
    func windows() async throws {
        let vault = try await TemporaryVault.make()
        try await vault.manager.write { writer in
            for number in 100..<400 {
                try writer.write(
                    .add(.login(Login(title: "\(number)", password: SecretText("same")))))
            }
        }
        let pilot = try await pilot(vault)
        try await pilot.choose("Start")
        let first = try #require(try list("Reused", in: pilot))
        #expect(first.total == 300 && first.rows.count == 20)
        try pilot.session.send(.window("reused", 280..<500))
        await pilot.session.settle()
        let last = try #require(try list("Reused", in: pilot))
        #expect(last.offset == 280 && last.rows.last?.title == "399")
        await pilot.stop()
    }

    @Test("It reports progress, and a change of the vault makes the result old")
    func progressAndChange() async throws {
        let vault = try await TemporaryVault.make(Self.logins)
        let pilot = try await pilot(vault)
        try await pilot.choose("Start")
        #expect(pilot.progress.contains { $0.title == "Looking at all items" && !$0.isFinished })
        #expect(pilot.progress.last?.isFinished == true)
        try await vault.manager.moveToTrash(Self.logins[0].id)
        try await pilot.wait(for: "The vault has changed since.")
        try await pilot.choose("New audit")
        try await pilot.choose("Start")
        #expect(!pilot.sees("The vault has changed since."))
        #expect(pilot.sees("1 item needs a look. Weak: 1."))
        await pilot.stop()
    }

    @Test("A running audit is cancelled by its action, and by going back")
    func cancel() async throws {
        let vault = try await TemporaryVault.make()
        try await vault.manager.write { writer in
            for number in 0..<20_000 {
                try writer.write(
                    .add(.login(Login(title: "\(number)", password: SecretText("x\(number)")))))
            }
        }
        let pilot = try await pilot(vault)
        for input: SessionInput in [.act("cancel"), .back] {
            try pilot.session.send(.act("start", fields: ["age": .text("730")]))
            try await pilot.wait(for: "Looking at all items")
            try pilot.session.send(input)
            await pilot.session.settle()
            #expect(pilot.sees("What to look for"))
        }
        await pilot.stop()
    }

    @Test("It speaks Portuguese")
    func portuguese() async throws {
        let vault = try await TemporaryVault.make(Self.logins)
        let pilot = try await pilot(vault, language: "pt-BR")
        try await pilot.choose("Iniciar")
        #expect(pilot.sees("2 itens precisam de atenção. Repetidas: 2, Fracas: 2."))
        await pilot.stop()
    }

    @Test("Every text is there in every language", arguments: ["de", "en", "pt-BR"])
    func texts(language: String) {
        for key in AuditText.allCases {
            #expect(AuditText.catalogue.contains(key.rawValue, in: language), "\(key)")
        }
        #expect(AuditText.catalogue.keys == AuditText.allCases.map(\.rawValue).sorted())
    }
}
