import Foundation
import TenonCore
import TenonSecurity
import TestSupport
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("The past of items in exports")
struct ExportHistoryTests {
    private static let times = [1_500_000_000_001, 1_600_000_000_002].map {
        Timestamp(milliseconds: $0)
    }

    /// A vault with a login that had the passwords `a` (since and until the times above) and `b`, and
    /// another note.
    private func filled() async throws -> TransferFixture {
        let fixture = try await TransferFixture()
        let former = ItemVersion(
            password: SecretText("a"), changed: Self.times[0], replaced: Self.times[1])
        let login = Login(title: "Mail", password: SecretText("b"), notes: SecretText("first"))
        try await fixture.vault.write { try $0.write(.add(.login(login), former: [former])) }
        guard case .login(var login) = try await fixture.vault.item(login.id) else {
            return fixture
        }
        login.password = SecretText("c")
        login.notes = SecretText("second")
        try await fixture.vault.save(login)
        return fixture
    }

    private func history(_ fixture: TransferFixture) async throws -> [ItemVersion] {
        let login = try #require(try await fixture.logins().first)
        return try await fixture.vault.history(login.id)
    }

    @Test("Bitwarden gets the former passwords with the times until when they were valid")
    func bitwarden() async throws {
        let document = try await filled().exportedDocument()
        let list = document["items"]?.elements.first?["passwordHistory"]?.elements ?? []
        #expect(list.map { $0["password"]?.text } == ["b", "a"])
        #expect(list.last?["lastUsedDate"]?.text == InternetTime.write(Self.times[1]))
    }

    @Test(
        "KDBX gets whole former versions, which KeePassXC restores, and their exact times come back"
    )
    func keePass() async throws {
        let fixture = try await filled()
        let path = try await fixture.export(.keePass, to: "x.kdbx", password: "p")
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        let entries = try bytes.withUnsafeBytes {
            try KeePassReader(tools: .live).read($0, password: SecretText("p")).entries
        }
        let past = try #require(entries.first).history
        #expect(past.map { $0["Password"]?.reveal() } == ["a", "b"])
        #expect(past.map { $0["Notes"]?.reveal() } == ["first", "first"])
        #expect(past.map { $0["Title"]?.reveal() } == ["Mail", "Mail"])
        #expect(past.first?.changed == Self.times[0].second)
        let target = try await TransferFixture()
        try await target.import(path: path, password: "p")
        #expect(try await history(target) == history(fixture))
        #expect(
            try await target.logins().first?.customFields.contains(where: FormerVersions.isVersion)
                == false)
    }

    @Test(
        "a password that was there twice, or under two user names to and fro, comes back each time",
        arguments: [
            [("bob", ""), ("bob", "a"), ("bob", ""), ("ada", "a")],
            [("ada", "a"), ("bob", "a"), ("ada", "a"), ("ada", "b")],
        ])
    func repeated(states: [(userName: String, password: String)]) async throws {
        let clock = VaultGenerator.Clock()
        let fixture = try await TransferFixture(now: { clock.now() })
        let login = Login(
            title: "Mail", userName: states[0].userName, password: SecretText(states[0].password))
        try await fixture.vault.write { try $0.write(.add(.login(login))) }
        for state in states.dropFirst() {
            var login = try #require(try await fixture.vault.item(login.id).login)
            login.userName = state.userName
            login.password = SecretText(state.password)
            try await fixture.vault.save(login)
        }
        let path = try await fixture.export(.keePass, to: "x.kdbx", password: "p")
        let target = try await TransferFixture()
        try await target.import(path: path, password: "p")
        let versions = try await history(target)
        let former = states.dropLast().reversed()
        #expect(versions.map(\.userName) == former.map(\.userName))
        #expect(versions.map { $0.password?.reveal() } == former.map(\.password))
        #expect(try await versions == history(fixture))
        let again = try await target.import(path: path, password: "p")
        #expect(again.counts.present == 1 && again.counts.writes == 0)
    }

    @Test(
        "KDBX gets what each part of a record was, such as the password of a Wi-Fi network",
        arguments: ItemKind.allCases.filter(\.isRecord))
    func records(kind: ItemKind) async throws {
        let clock = VaultGenerator.Clock()
        let fixture = try await TransferFixture(now: { clock.now() })
        var record = try #require(Record(kind, head: ItemHead(title: "R")))
        for part in kind.parts { record[part] = SecretText("old \(part)") }
        try await fixture.vault.add(.record(record))
        guard case .record(var record) = try await fixture.vault.item(record.id) else { return }
        for part in kind.parts { record[part] = SecretText("new \(part)") }
        try await fixture.vault.save(.record(record))
        let before = try await fixture.vault.history(record.id)
        let main = before.first?.values[ItemField(kind.mainPart)]
        #expect(main == SecretText("old \(kind.mainPart)"))
        let path = try await fixture.export(.keePass, to: "x.kdbx", password: "p")
        let target = try await TransferFixture()
        for count in [1, 0] {
            let result = try await target.import(path: path, password: "p")
            #expect(result.counts.writes == count)
        }
        let id = try #require(try await target.vault.list(ItemQuery()).items.first?.id)
        #expect(try await target.vault.history(id) == before)
    }

    @Test("a history that another program wrote comes with the times of its versions")
    func foreign() async throws {
        func entry(_ password: String, _ seconds: Int64) -> KeePassEntry {
            KeePassEntry(
                fields: [("Title", "T"), ("Password", password)].map {
                    .init(key: $0, value: SecretText($1))
                }, created: Timestamp(seconds: 1_000), changed: Timestamp(seconds: seconds))
        }
        var present = entry("c", 5_000)
        present.history = [
            entry("a", 1_000), entry("a", 2_000), entry("b", 3_000), entry("c", 4_000),
        ]
        let file = try KeePassWriter(tools: .live, argon2id: .floor).file(
            [present], name: "n", password: SecretText("p"), now: Timestamp(seconds: 0))
        let fixture = try await TransferFixture()
        try await fixture.import(path: try fixture.write(file.array, to: "x.kdbx"), password: "p")
        let versions = try await history(fixture)
        #expect(versions.map { $0.password?.reveal() } == ["b", "a"])
        #expect(versions.map(\.changed.milliseconds) == [3_000_000, 1_000_000])
        #expect(versions.map(\.replaced.milliseconds) == [4_000_000, 3_000_000])
    }

    @Test("groups with a slash and of one name, and attributes with a dot, come back as they were")
    func names() async throws {
        func entry(_ title: String, _ groups: [KeePassGroup]) -> KeePassEntry {
            KeePassEntry(
                groups: groups,
                fields: [
                    .init(key: "Title", value: SecretText(title)),
                    .init(key: ".dot", value: SecretText("1")),
                    .init(key: "\u{2024}small", value: SecretText("2")),
                ], created: Timestamp(seconds: 1_000), changed: Timestamp(seconds: 1_000))
        }
        let (one, two) = ([UInt8](repeating: 1, count: 16), [UInt8](repeating: 2, count: 16))
        let entries = [
            entry("a", [KeePassGroup(name: "Same", uuid: one)]),
            entry("b", [KeePassGroup(name: "Same", uuid: two)]),
            entry(
                "c",
                [
                    KeePassGroup(name: "Same", uuid: two),
                    KeePassGroup(name: "x/y", uuid: [UInt8](repeating: 3, count: 16)),
                ]),
        ]
        let file = try KeePassWriter(tools: .live, argon2id: .floor).file(
            entries, name: "n", password: SecretText("p"), now: Timestamp(seconds: 0))
        let fixture = try await TransferFixture()
        try await fixture.import(path: try fixture.write(file.array, to: "x.kdbx"), password: "p")
        let path = try await fixture.export(.keePass, to: "y.kdbx", password: "p")
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        let found = try bytes.withUnsafeBytes {
            try KeePassReader(tools: .live).read($0, password: SecretText("p")).entries
        }.sorted { $0["Title"]?.reveal() ?? "" < $1["Title"]?.reveal() ?? "" }
        #expect(found.map(\.groups) == entries.map(\.groups))
        #expect(found.allSatisfy { $0[".dot"] != nil && $0["\u{2024}small"] != nil })
    }

    @Test("what a file will not hold is known before it is written, and refusing it writes nothing")
    func refused() async throws {
        struct Refused: Error {}
        let fixture = try await filled()
        let path = fixture.path("x.csv")
        let request = ExportRequest(
            format: .text, path: path, passphrase: TransferFixture.passphrase, password: nil,
            isReplacing: false)
        var named: [ExportOmissions.Part: Int] = [:]
        await #expect(throws: Refused.self) {
            try await fixture.exporter.export(request) { omissions in
                for part in omissions.parts { named[part] = omissions[part] }
                throw Refused()
            }
        }
        #expect(named == [.formerPasswords: 2, .formerValues: 1])
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try await fixture.exporter.omissions()[.keePass]?.parts.isEmpty == true)
    }

    @Test("former passwords of a Wi-Fi network are named where only logins have a list of them")
    func network() async throws {
        let fixture = try await TransferFixture()
        let record = try #require(
            Record(.wifi, head: ItemHead(title: "Attic"), [.password: SecretText("first")]))
        try await fixture.vault.add(.record(record))
        for password in ["second", "first", "third", "second"] {
            var item = try await fixture.vault.item(record.head.id)
            item[.password] = SecretText(password)
            try await fixture.vault.save(item)
        }
        let omissions = try await fixture.exporter.omissions()
        for format in ExportFormat.allCases {
            let named = omissions[format, default: ExportOmissions()][.formerPasswords]
            // The present one is no former one, and one that came twice is named once.
            #expect(named == (format == .keePass ? 0 : 2), "\(format)")
        }
    }
}
