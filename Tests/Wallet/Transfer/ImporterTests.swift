import Foundation
import Synchronization
import TenonCore
import Testing
import WalletTransfer
import WalletVault

@Suite("The importer")
struct ImporterTests {
    private let site = "https://example.com"

    @Test("finds nothing new in a file that was imported before")
    func again() async throws {
        let fixture = try await TransferFixture()
        let text = Export.firefox([
            Export.Firefox(url: "https://a.example.com"),
            Export.Firefox(url: "https://b.example.com", password: "other"),
            Export.Firefox(url: "http://10.0.0.1:81", userName: ""),
            Export.Firefox(url: "http://10.0.0.1:82", userName: ""),
            Export.Firefox(url: "https://x.github.io"), Export.Firefox(url: "https://y.github.io"),
        ])
        #expect(try await fixture.import(text).counts == counts(new: 6))
        let before = try await fixture.contents()
        #expect(before.count == 6)
        let preview = try await fixture.preview(text)
        #expect(preview.counts == counts(present: 6))
        try await fixture.importer.apply(preview)
        #expect(try await fixture.contents() == before)
    }

    @Test("shows the first rows of each kind, in the order of the file")
    func samples() async throws {
        let fixture = try await TransferFixture()
        try await fixture.import(
            Export.firefox([
                Export.Firefox(url: "https://b.example", userName: "bob"),
                Export.Firefox(url: "https://c.example"),
            ]))
        let preview = try await fixture.preview(
            Export.firefox(
                [
                    Export.Firefox(url: "https://www.a.example/x"),
                    Export.Firefox(
                        url: "https://b.example", userName: "bob", password: "newer",
                        changed: 1_560_000_000_000),
                    Export.Firefox(url: "https://c.example"),
                ] + (0..<30).map { Export.Firefox(url: "https://site-\($0).example") }))
        #expect(preview.counts == counts(new: 31, changed: 1, present: 1))
        #expect(
            Array(preview.samples.prefix(3)) == [
                sample(.new, 2, "a.example", "ada", "a.example"),
                sample(.changed, 3, "b.example", "bob", "b.example"),
                sample(.present, 4, "c.example", "ada", "c.example"),
            ])
        #expect(preview.samples.count { $0.kind == .new } == 20)
    }

    @Test("a newer password replaces an older one, which stays in the history")
    func changed() async throws {
        let fixture = try await TransferFixture()
        try await fixture.import(Export.firefox([Export.Firefox(url: site, password: "old")]))
        let result = try await fixture.import(
            Export.firefox([
                Export.Firefox(
                    url: "http://www.example.com", password: "new", changed: 1_551_000_000_000)
            ]))
        #expect(result.counts == counts(changed: 1))
        let login = try #require(try await fixture.logins().first)
        #expect(login.password.reveal() == "new")
        let history = try await fixture.vault.history(login.id)
        #expect(history.compactMap { $0.password?.reveal() } == ["old"])
    }

    @Test("an older import never overwrites a newer password, by date or by history")
    func outdated() async throws {
        let fixture = try await TransferFixture()
        let old = Export.Firefox(url: site, password: "old", changed: 1_540_000_000_000)
        let new = Export.Firefox(url: site, password: "new", changed: 1_551_000_000_000)
        try await fixture.import(Export.firefox([new]))
        #expect(try await fixture.import(Export.firefox([old])).counts == counts(kept: 1))
        #expect(try await fixture.import(Export.firefox([old])).counts == counts(outdated: 1))
        #expect(try await fixture.contents() == ["example.com [\"\(site)\"] ada new"])
        // Chrome writes no dates: what it says beats nothing that has one.
        func chrome(_ password: String) -> String {
            Export.chrome([["example.com", "\(site)/", "ada", password, ""]])
        }
        #expect(try await fixture.import(chrome("newest")).counts == counts(kept: 1))
        #expect(try await fixture.import(chrome("new")).counts == counts(present: 1))
        #expect(try await fixture.import(chrome("newest")).counts == counts(outdated: 1))
        #expect(try await fixture.contents() == ["example.com [\"\(site)\"] ada new"])
        let login = try #require(try await fixture.logins().first)
        let history = try await fixture.vault.history(login.id)
        #expect(Set(history.compactMap { $0.password?.reveal() }) == ["old", "newest"])
    }

    @Test("of two passwords without dates the later one counts, and a dated one beats both")
    func undated() async throws {
        let fixture = try await TransferFixture()
        func chrome(_ password: String) -> String {
            Export.chrome([["example.com", "\(site)/", "ada", password, ""]])
        }
        #expect(try await fixture.import(chrome("first")).counts == counts(new: 1))
        #expect(try await fixture.import(chrome("second")).counts == counts(changed: 1))
        #expect(try await fixture.import(chrome("first")).counts == counts(outdated: 1))
        let dated = Export.firefox([Export.Firefox(url: site, password: "dated", changed: 1_000)])
        #expect(try await fixture.import(dated).counts == counts(changed: 1))
        let login = try #require(try await fixture.logins().first)
        #expect(login.password.reveal() == "dated" && login.isPasswordDated)
        #expect(login.passwordChanged.milliseconds == 1_000)
        let history = try await fixture.vault.history(login.id)
        #expect(Set(history.compactMap { $0.password?.reveal() }) == ["first", "second"])
    }

    @Test("two passwords of one account that one file does not date are two logins")
    func tied() async throws {
        let fixture = try await TransferFixture()
        let text = Export.chrome([
            ["a", site, "ada", "one", ""], ["a", "http://www.example.com", "ada", "two", ""],
        ])
        #expect(try await fixture.import(text).counts == counts(new: 2))
        #expect(Set(try await fixture.logins().map { $0.password.reveal() }) == ["one", "two"])
        #expect(try await fixture.import(text).counts == counts(present: 2))
    }

    @Test("what a full history has no room for becomes a login of its own")
    func fullHistory() async throws {
        let fixture = try await TransferFixture()
        for number in 0...22 {
            let row = Export.Firefox(
                url: site, password: "p\(number)", changed: 1_500_000_000_000 + Int64(number))
            try await fixture.import(Export.firefox([row]))
        }
        var found: Set<String> = []
        for login in try await fixture.logins() {
            let history = try await fixture.vault.history(login.id)
            #expect(history.count <= 20)
            found.formUnion(
                [login.password.reveal()] + history.compactMap { $0.password?.reveal() })
        }
        #expect(found == Set((0...22).map { "p\($0)" }))
        #expect(try await fixture.logins().contains { $0.password.reveal() == "p22" })
    }

    @Test("user names are told apart by case, hosts are not, owners are")
    func identity() async throws {
        let fixture = try await TransferFixture()
        let result = try await fixture.import(
            Export.firefox([
                Export.Firefox(url: "https://example.co.uk"),
                Export.Firefox(url: "https://example.co.uk", userName: "Ada"),
                Export.Firefox(url: "https://EXAMPLE.co.uk/login"),
                Export.Firefox(url: "https://other.co.uk"),
            ]))
        #expect(result.counts == counts(new: 3, repeated: 1))
    }

    @Test("one login for hosts of one owner with the same user name and password")
    func merged() async throws {
        let rows = [
            Export.Firefox(url: "https://accounts.example.com"),
            Export.Firefox(url: "https://mail.example.com"),
            Export.Firefox(url: "https://accounts.example.com", realm: "Admin"),
        ]
        // Its title and first address are the shortest, whatever comes first in the file.
        for rows in [rows, rows.reversed()] {
            let fixture = try await TransferFixture()
            let text = Export.firefox(rows)
            #expect(try await fixture.import(text).counts == counts(new: 1, repeated: 2))
            let login = try #require(try await fixture.logins().first)
            #expect(login.title == "mail.example.com")
            #expect(login.sites == ["https://mail.example.com", "https://accounts.example.com"])
            #expect(try await fixture.preview(text).counts == counts(present: 1, repeated: 2))
        }
    }

    @Test("two passwords at two hosts of one owner are two logins, and stay two")
    func twoHosts() async throws {
        let fixture = try await TransferFixture()
        let library = Export.Firefox(url: "https://library.example.edu", password: "1")
        var mail = Export.Firefox(url: "https://mail.example.edu", password: "2")
        #expect(
            try await fixture.import(Export.firefox([library, mail])).counts == counts(new: 2))
        mail.password = "3"
        mail.changed = 1_660_000_000_000
        #expect(
            try await fixture.import(Export.firefox([library, mail])).counts
                == counts(changed: 1, present: 1))
        #expect(
            try await fixture.logins().map { $0.password.reveal() } == ["1", "3"])
    }

    @Test("realms at one host have passwords of their own")
    func realms() async throws {
        let fixture = try await TransferFixture()
        let admin = Export.Firefox(url: site, password: "1", realm: "Admin")
        let users = Export.Firefox(url: site, password: "2", realm: "Users")
        let text = Export.firefox([admin, users])
        #expect(try await fixture.import(text).counts == counts(new: 2))
        #expect(try await fixture.preview(text).counts == counts(present: 2))
    }

    @Test("of two passwords for one account in a file the newer counts, the other is kept")
    func superseded() async throws {
        for isReversed in [false, true] {
            let fixture = try await TransferFixture()
            let rows = [
                Export.Firefox(url: site, password: "old", changed: 1_540_000_000_000),
                Export.Firefox(url: site, password: "new", changed: 1_550_000_000_000),
            ]
            let result = try await fixture.import(
                Export.firefox(isReversed ? rows.reversed() : rows))
            #expect(result.counts == counts(new: 1, kept: 1) && result.problems.isEmpty)
            let login = try #require(try await fixture.logins().first)
            #expect(login.password.reveal() == "new")
            let history = try await fixture.vault.history(login.id)
            #expect(history.map { $0.password?.reveal() } == ["old"])
        }
    }

    @Test("logins in the trash do not count")
    func trash() async throws {
        let fixture = try await TransferFixture()
        let text = Export.firefox([Export.Firefox(url: site)])
        try await fixture.import(text)
        try await fixture.vault.moveToTrash(try #require(try await fixture.logins().first).id)
        #expect(try await fixture.preview(text).counts == counts(new: 1))
    }

    @Test("a file that changes or vanishes after the preview is refused, and nothing is written")
    func changedFile() async throws {
        let fixture = try await TransferFixture()
        let text = Export.firefox((0..<20).map { Export.Firefox(url: "https://s\($0).example") })
        let path = try fixture.write(text)
        let changes: [(String, () throws -> Void)] = [
            ("other content", { try fixture.write(text.replacing("secret", with: "public")) }),
            (
                "a row more",
                { try fixture.write(text + "\r\n\"https://x.example\",\"a\",\"b\",,,,,,") }
            ),
            ("no export any more", { try fixture.write("nothing") }),
            ("no content", { try fixture.write("") }),
            ("gone", { try FileManager.default.removeItem(atPath: path) }),
        ]
        for (name, change) in changes {
            try fixture.write(text)
            let preview = try await fixture.importer.preview(.file(path: path))
            try change()
            await #expect(throws: TransferError.self, "\(name)") {
                try await fixture.importer.apply(preview)
            }
            #expect(try await fixture.contents().isEmpty, "\(name)")
        }
    }

    @Test("a file that changes while it is imported undoes the import")
    func changedMeanwhile() async throws {
        let fixture = try await TransferFixture()
        let path = try fixture.write(
            Export.firefox((0..<5000).map { Export.Firefox(url: "https://s\($0).example") }))
        let preview = try await fixture.importer.preview(.file(path: path))
        let isDone = Mutex(false)
        let error = await #expect(throws: TransferError.self) {
            try await fixture.importer.apply(preview) { progress in
                // Long before the end is read: other digits in the last date, and nothing else.
                guard !isDone.withLock({ $0 }), let file = FileHandle(forUpdatingAtPath: path)
                else {
                    return
                }
                isDone.withLock { $0 = true }
                try? file.seek(toOffset: (try? file.seekToEnd()).map { $0 - 4 } ?? 0)
                try? file.write(contentsOf: Data("777".utf8))
                try? file.close()
            }
        }
        #expect(isDone.withLock { $0 } && error?.code == .transferChanged)
        #expect(try await fixture.contents().isEmpty)
    }

    @Test("an import that is cancelled in the middle leaves the vault as it was")
    func cancelled() async throws {
        let fixture = try await TransferFixture()
        try await fixture.import(Export.firefox([Export.Firefox(url: site)]))
        let before = try await fixture.contents()
        let revision = try await fixture.vault.revision()
        let preview = try await fixture.preview(
            Export.firefox((0..<3000).map { Export.Firefox(url: "https://s\($0).example") }))
        let furthest = Mutex(0)
        let task = Task {
            try await fixture.importer.apply(preview) { progress in
                furthest.withLock { $0 = progress.completed }
                if progress.completed >= 1000 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(furthest.withLock { (1000..<3000).contains($0) })
        #expect(try await fixture.contents() == before)
        #expect(try await fixture.vault.revision() == revision)
        #expect(try await fixture.vault.check().isClean)
        #expect(try await fixture.importer.apply(preview).counts.new == 3000)
        #expect(try await fixture.contents().count == 3001)
    }

    @Test("a change of the vault after the preview is taken into account")
    func changedVault() async throws {
        let fixture = try await TransferFixture()
        let first = try await fixture.preview(
            Export.firefox([Export.Firefox(url: site), Export.Firefox(url: "https://b.example")]))
        try await fixture.vault.add(
            Login(title: "mine", sites: [site], userName: "ada", password: SecretText("secret")))
        let result = try await fixture.importer.apply(first)
        #expect(result.counts == counts(new: 1, present: 1))
        #expect(try await fixture.contents().count == 2)
    }

    @Test("a locked vault is neither compared with nor written to")
    func locked() async throws {
        let fixture = try await TransferFixture()
        let text = Export.firefox([Export.Firefox(url: site)])
        let preview = try await fixture.preview(text)
        await fixture.vault.lock()
        await #expect(throws: VaultError.self) { try await fixture.importer.apply(preview) }
        await #expect(throws: VaultError.self) { _ = try await fixture.preview(text) }
    }

    @Test("bytes from an upload and from a pipe are imported like a file")
    func otherSources() async throws {
        let fixture = try await TransferFixture()
        let text = Export.firefox([Export.Firefox(url: site)])
        let upload = ImportSource.bytes(SecretText(text), name: "upload.csv")
        let preview = try await fixture.importer.preview(upload)
        #expect(preview.name == "upload.csv" && preview.counts.new == 1)
        // As a shell hands over what another program writes: `<(command)`.
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try pipe.fileHandleForWriting.close()
        let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
        let piped = try await fixture.importer.preview(.file(path: path))
        #expect(try await fixture.importer.apply(piped).counts.new == 1)
    }

    @Test("no password appears in what a preview or result says of itself")
    func secrecy() async throws {
        let fixture = try await TransferFixture()
        let preview = try await fixture.preview(
            Export.chrome([
                ["n", site, "ada", "hunter2", "note hunter2"], ["n", site, "ada", "hunter22", ""],
            ]) + "hunter2,\"hunter2\"hunter2\n")
        var text = ""
        dump(preview, to: &text)
        #expect(text.contains("example.com") && !text.contains("hunter2"))
    }

    @Test("imports 20,000 rows, and finds them all again")
    func many() async throws {
        let fixture = try await TransferFixture()
        let path = fixture.folder + "/many.csv"
        try ManyLogins(count: 20_000).write(to: path)
        let preview = try await fixture.importer.preview(.file(path: path))
        #expect(preview.counts == counts(new: 19_800, repeated: 200))
        let result = try await fixture.importer.apply(preview)
        #expect(result.counts == preview.counts)
        #expect(try await fixture.vault.list(ItemQuery()).total == 19_800)
        let second = try await fixture.importer.preview(.file(path: path))
        #expect(second.counts == counts(present: 19_800, repeated: 200))
    }

    private func counts(
        new: Int = 0, changed: Int = 0, kept: Int = 0, present: Int = 0, outdated: Int = 0,
        repeated: Int = 0,
        problems: Int = 0
    ) -> ImportCounts {
        var counts = ImportCounts()
        counts.new = new
        counts.changed = changed
        counts.kept = kept
        counts.present = present
        counts.outdated = outdated
        counts.repeated = repeated
        counts.problems = problems
        return counts
    }

    private func sample(
        _ kind: ImportKind, _ line: Int, _ title: String, _ userName: String, _ site: String
    ) -> ImportSample {
        ImportSample(kind: kind, line: line, title: title, userName: userName, site: site)
    }
}

/// A large export of Firefox in which every hundredth row repeats the one before it.
private struct ManyLogins {
    let count: Int

    func write(to path: String) throws {
        var text = Export.firefoxHeader
        for number in 0..<count {
            let site = number % 100 == 99 ? number - 1 : number
            let time = 1_500_000_000_000 + number
            text += "\r\n\"https://site-\(site).example\",\"user\(site % 7)@mail.example\","
            text += "\"pass-\(site)-é,x\",,\"https://site-\(site).example\","
            text += "\"{00000000-0000-4000-8000-\(100_000_000_000 + number)}\","
            text += "\"\(time)\",\"\(time + 5)\",\"\(time)\""
        }
        try Data(text.utf8).write(to: URL(filePath: path))
    }
}
