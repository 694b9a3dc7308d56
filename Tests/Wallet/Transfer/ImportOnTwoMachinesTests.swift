import Foundation
import SyncSimulation
import TenonCore
import TenonSecurity
import Testing
import WalletSync
import WalletVault

@testable import WalletTransfer  // Files of KeePass are written for it.

@Suite("One file, imported on two machines that keep the same vault")
struct ImportOnTwoMachinesTests {
    private static let files: [ImportableFile] = [
        ImportableFile(
            "Chrome.csv",
            Export.chrome([
                ["Bank", "https://bank.example", "ada", "one", "a note"],
                ["Shop", "https://shop.example", "ada", "two", ""],
                ["Shop", "https://www.shop.example/login", "bob", "three", ""],
            ])),
        ImportableFile(
            "Firefox.csv",
            Export.firefox([
                Export.Firefox(url: "https://bank.example"),
                Export.Firefox(url: "https://bank.example", realm: "Area"),
                Export.Firefox(url: "https://shop.example", changed: nil),
            ])),
        ImportableFile("Bitwarden.json", BitwardenTests.document),
    ]

    /// A KDBX with further fields, tags and a history.
    private func database() throws -> ImportableFile {
        func entry(_ title: String, _ number: UInt8, _ password: String, _ seconds: Int64)
            -> KeePassEntry
        {
            KeePassEntry(
                uuid: [UInt8](repeating: number, count: 16),
                fields: [
                    .init(key: "Title", value: SecretText(title)),
                    .init(key: "UserName", value: SecretText("ada")),
                    .init(key: "Password", value: SecretText(password), isProtected: true),
                    .init(key: "PIN", value: SecretText("pin of \(password)"), isProtected: true),
                    .init(key: "Seat", value: SecretText("12A")),
                ], tags: ["home", "für alle"], created: Timestamp(seconds: 1_000),
                changed: Timestamp(seconds: seconds))
        }
        var mail = entry("Mail", 1, "c", 4_000)
        mail.history = [entry("Mail", 1, "a", 2_000), entry("Mail", 1, "b", 3_000)]
        let bytes = try KeePassWriter(tools: .live, argon2id: .floor).file(
            [mail, entry("Mail", 2, "other", 2_000)], name: "n",
            password: SecretText(ImportableFile.password), now: Timestamp(seconds: 0))
        return ImportableFile("KeePass.kdbx", bytes.array)
    }

    private func expectOnce(_ file: ImportableFile) async throws {
        let machines = try await ImportingMachines()
        for machine in machines.both { try await machines.take(file, on: machine) }
        let before = try await machines.phone.contents()
        #expect(Set(try await machines.desk.contents().keys) == Set(before.keys))
        try await machines.exchange()
        for machine in machines.both {
            let after = try await machine.contents()
            #expect(Set(after.keys) == Set(before.keys))
            for (id, item) in before {
                #expect(after[id]?.item.fields == item.item.fields)
                #expect(after[id]?.history == item.history)
            }
            #expect(await machine.replica.conflicted.isEmpty)
            #expect(try await machine.vault.check().isClean)
            #expect(try await machines.take(file, on: machine).new == 0)
        }
    }

    @Test(
        "Each item is there once, with each of its parts once, and without conflicts",
        arguments: files)
    func once(file: ImportableFile) async throws { try await expectOnce(file) }

    @Test("So are items with names of their program, further fields and a history")
    func onceWithHistory() async throws { try await expectOnce(try database()) }

    @Test("A newer file on one of them counts; the former password is in the history, and named")
    func newer() async throws {
        let machines = try await ImportingMachines()
        try await machines.take(Self.files[2], on: machines.desk)
        let newer = BitwardenTests.document
            .replacingOccurrences(of: "pässwörd", with: "newer")
            .replacingOccurrences(of: "2024-01-02T03:04:05.678Z", with: "2025-01-02T00:00:00.000Z")
        try await machines.take(ImportableFile("newer.json", newer), on: machines.phone)
        let mail = try #require(
            try await machines.phone.vault.list(ItemQuery()).items.first { $0.title == "Mail" })
        try await machines.exchange()
        for machine in machines.both {
            #expect(try await machine.contents().count == 7)
            #expect(try await machine.vault.login(mail.id).password == SecretText("newer"))
            #expect(try await machine.passwords(of: mail.id) == ["newer", "pässwörd", "old"])
            #expect(await machine.replica.conflicted == [mail.id])
        }
    }

    @Test("Of two files of a browser that date nothing, both passwords are kept")
    func undated() async throws {
        let machines = try await ImportingMachines()
        for (machine, password) in zip(machines.both, ["one", "two"]) {
            let rows = [["Bank", "https://bank.example", "ada", password, ""]]
            try await machines.take(
                ImportableFile("\(password).csv", Export.chrome(rows)), on: machine)
        }
        try await machines.exchange()
        for machine in machines.both {
            let id = try #require(try await machine.contents().keys.first)
            #expect(try await machine.contents().count == 1)
            #expect(try await machine.passwords(of: id) == ["one", "two"])
            #expect(await machine.replica.conflicted == [id])
        }
    }

    @Test(
        "An item that one deletes for good before it has heard of the other's import is there once",
        arguments: [false, true])
    func deleted(isShared: Bool) async throws {
        let machines = try await ImportingMachines()
        for machine in machines.both { try await machines.take(Self.files[0], on: machine) }
        let items = try await machines.phone.contents()
        if isShared { try await machines.synchronize(machines.desk) }
        let gone = try #require(items.keys.first)
        try await machines.desk.vault.deletePermanently(gone)
        if isShared { try await machines.synchronize(machines.desk) }
        try await machines.exchange()
        for machine in machines.both {
            #expect(Set(try await machine.contents().keys) == Set(items.keys))
            #expect(await machine.replica.conflicted.isEmpty)
        }
    }

    @Test("What was deleted for good, and is imported again, is back, and nobody is asked")
    func again() async throws {
        let machines = try await ImportingMachines()
        try await machines.take(Self.files[0], on: machines.desk)
        try await machines.exchange()
        let items = try await machines.desk.contents()
        for id in items.keys { try await machines.desk.vault.deletePermanently(id) }
        try await machines.exchange()
        #expect(try await machines.phone.contents().isEmpty)
        try await machines.take(Self.files[0], on: machines.desk)
        try await machines.exchange()
        for machine in machines.both {
            let found = try await machine.contents()
            #expect(
                found.values.map(\.item.title).sorted() == items.values.map(\.item.title).sorted())
            #expect(await machine.replica.conflicted.isEmpty)
        }
    }

    @Test("Two equal entries of one file stay two")
    func twins() async throws {
        let machines = try await ImportingMachines()
        let twins = ["one", "two"].map { password in
            """
            {"type": 1, "name": "Bank", "login": {"username": "ada", "password": "\(password)",
             "uris": [{"match": null, "uri": "https://bank.example"}]}}
            """
        }
        let file = ImportableFile.bitwarden(twins[0], twins[1])
        for machine in machines.both { try await machines.take(file, on: machine) }
        try await machines.exchange()
        for machine in machines.both {
            let logins = try await machine.contents().values.compactMap(\.item.login)
            #expect(logins.map { $0.password.reveal() }.sorted() == ["one", "two"])
            #expect(await machine.replica.conflicted.isEmpty)
        }
    }

    @Test("Of two rows with one password at one host, all machines take the same one")
    func sameRow() async throws {
        let fixture = try await TransferFixture()
        let rows = (0..<16).flatMap { number in
            ["a", "b"].map { path in
                ["Shop", "https://site-\(number).example/\(path)", "ada", "secret", ""]
            }
        }
        try await fixture.import(Export.chrome(rows))
        // By the SHA-256 of their texts, which no process changes.
        let taken = zip(0..<16, "abbabbbbabaababb").map { "https://site-\($0).example/\($1)" }
        #expect(Set(try await fixture.logins().flatMap(\.sites)) == Set(taken))
    }

    @Test("An item in the trash keeps its name; one that is imported anew gets another")
    func trashed() async throws {
        let fixture = try await TransferFixture()
        let text = Export.chrome([["Bank", "https://bank.example", "ada", "one", ""]])
        try await fixture.import(text)
        let first = try #require(try await fixture.items().first)
        try await fixture.vault.moveToTrash(first.id)
        try await fixture.import(text)
        let second = try #require(try await fixture.items().first)
        #expect(second.id != first.id)
        #expect(try await fixture.vault.item(first.id).isTrashed)
        #expect(try await fixture.vault.check().isClean)
    }

    @Test("Two vaults name the same entry differently")
    func vaults() async throws {
        var names: [ItemID] = []
        for _ in 0..<2 {
            let fixture = try await TransferFixture()
            try await fixture.import(
                Export.chrome([["Bank", "https://bank.example", "ada", "one", ""]]))
            names += try await fixture.items().map(\.id)
        }
        #expect(names.count == 2 && Set(names).count == 2)
    }

    @Test("An entry with a file becomes an item on each machine, so that none has a file twice")
    func entryWithFile() async throws {
        let machines = try await ImportingMachines()
        let file = ImportableFile(
            "files.xml",
            """
            <KeePassFile><Root><Group><Entry><String><Key>Title</Key><Value>Pass</Value></String>
            <Binary><Key>a.txt</Key><Value>b25l</Value></Binary></Entry></Group></Root></KeePassFile>
            """)
        for machine in machines.both { try await machines.take(file, on: machine) }
        try await machines.exchange()
        for machine in machines.both {
            let items = try await machine.contents().values.map(\.item)
            #expect(items.map(\.attachments.count) == [1, 1])
        }
    }
}
