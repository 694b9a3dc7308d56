import TenonCore
import TenonUI
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("The formats of exports")
struct ImportFormatTests {
    @Test("Firefox: every column arrives, a missing value is not an empty one")
    func firefox() async throws {
        let fixture = try await TransferFixture()
        let text = Export.firefox([
            Export.Firefox(
                url: "https://www.example.com", userName: "ada, \"the\" countess",
                password: "a\"b,c\r\nd é", origin: "https://login.example.com"),
            Export.Firefox(
                url: "http://router.lan:8080", userName: "", password: "p", realm: "Router, 2",
                created: nil, used: nil, changed: nil),
            Export.Firefox(url: "https://empty.example", origin: ""),
        ])
        #expect(text.hasSuffix("\"1550000000000\"") && text.contains(",,"))
        let result = try await fixture.import(text)
        #expect(result.counts.new == 3 && result.problems.isEmpty)
        let logins = try await fixture.logins()
        let login = try #require(logins.first { $0.title == "example.com" })
        #expect(login.sites == ["https://www.example.com"])
        #expect(login.userName == "ada, \"the\" countess")
        #expect(login.password.reveal() == "a\"b,c\r\nd é")
        #expect(login.created.milliseconds == 1_500_000_000_000)
        #expect(login.used?.milliseconds == 1_600_000_000_000)
        #expect(login.passwordChanged.milliseconds == 1_550_000_000_000)
        #expect(
            login.customFields.map { "\($0.label)=\($0.value.reveal())" } == [
                ".firefox.formActionOrigin=https://login.example.com",
                ".firefox.guid={00000000-0000-4000-8000-000000000000}",
            ])
        let router = try #require(logins.first { $0.title == "router.lan" })
        #expect(router.userName.isEmpty && router.used == nil)
        #expect(router.created == TransferFixture.now)
        #expect(router.customFields.first?.label == ".firefox.httpRealm")
        #expect(router.customFields.first?.value.reveal() == "Router, 2")
        let empty = try #require(logins.first { $0.title == "empty.example" })
        #expect(empty.customFields.first?.label == ".firefox.formActionOrigin")
        #expect(empty.customFields.first?.value.isEmpty == true)
    }

    @Test("Chrome: names, notes and Android applications arrive")
    func chrome() async throws {
        let fixture = try await TransferFixture()
        let app =
            "android://Jzj5T2E45Hb33D-lk-EHZVCrb7a064dEicTwrTYQYGXO99JqE2YERhbMP1qLogwJ"
            + "iy87OsBzC09Gk094Z-U_hg==@com.example.app/"
        let result = try await fixture.import(
            Export.chrome([
                ["accounts.example.com", "https://accounts.example.com/", "ada", "x,\"y", "a\nb"],
                ["Example App", app, "ada", "secret", ""],
                ["", "https://unnamed.example/login", "ada", "secret", ""],
            ]))
        #expect(result.counts.new == 3)
        let logins = try await fixture.logins()
        #expect(logins.map(\.title) == ["Example App", "accounts.example.com", "unnamed.example"])
        #expect(logins[0].sites == [app])
        #expect(logins[1].password.reveal() == "x,\"y")
        #expect(logins[1].notes.reveal() == "a\nb")
        #expect(logins[1].created == TransferFixture.now)
    }

    @Test(
        "are recognised by their columns, in any order, with others among them",
        arguments: [
            ("password,username,url,guid\np,u,https://a.example,g\n", ImportFormat.firefox),
            ("note,password,username,url,name\n,p,u,https://a.example,n\n", .chrome),
            ("name,url,username,password\nn,https://a.example,u,p\n", .chrome),
            ("\u{FEFF}url,username,password,timeCreated\r\nhttps://a.example,u,p,1", .firefox),
        ])
    func recognised(_ text: String, _ format: ImportFormat) async throws {
        let preview = try await TransferFixture().preview(text)
        #expect(preview.format == format && preview.counts.new == 1)
    }

    @Test("columns that nobody knows make it doubtful, and become concealed fields")
    func unknownColumns() async throws {
        let fixture = try await TransferFixture()
        let text = "name,url,extra,username,password,note,empty\nn,https://a.example,e 1,u,p,,\n"
        let error = await #expect(throws: TransferError.self) { try await fixture.import(text) }
        #expect(error == .ambiguousFormat)
        var options = ImportOptions()
        options.format = .chrome
        try await fixture.import(text, options: options)
        let fields = try #require(try await fixture.logins().first).customFields
        #expect(
            fields == [CustomField(label: "extra", value: SecretText("e 1"), isConcealed: true)])
    }

    @Test(
        "anything else is refused with the headers that are accepted, and never repeated",
        arguments: [
            "Group,Title,Username,Password\nhunter2,b,c,d\n", "url,username,password\n",
            "Name,URL,Username,Password\n", "https://a.example,u,hunter2,,,,1,2,3\n", "\"hunter2",
            "name,url,username,password,password\n", "hunter2",
        ])
    func refused(_ text: String) async throws {
        let fixture = try await TransferFixture()
        let error = await #expect(throws: TransferError.self) {
            _ = try await fixture.preview(text)
        }
        #expect(error?.code == .transferFormat)
        #expect(error?.remedy.description.contains("url,username,password,httpRealm") == true)
        #expect(error?.remedy.description.contains("name,url,username,password,note") == true)
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test("an empty file, UTF-16 and what is no file are refused, each with its own error")
    func refusedFiles() async throws {
        let fixture = try await TransferFixture()
        func code(_ source: ImportSource) async -> ErrorCode? {
            do {
                _ = try await fixture.importer.preview(source)
                return nil
            } catch {
                return (error as? TransferError)?.code
            }
        }
        #expect(await code(.file(path: try fixture.write(""))) == .transferEmpty)
        // A folder is taken for that of pass.
        #expect(await code(.file(path: fixture.folder)) == .transferEmpty)
        #expect(await code(.file(path: fixture.folder + "/none.csv")) == .transferNoFile)
        #expect(await code(.file(path: "/dev/null")) == .transferNoFile)
        let wide = SecretText(utf8: [0xFF, 0xFE, 0x75, 0x00])
        #expect(await code(.bytes(wide, name: "wide.csv")) == .transferEncoding)
    }

    @Test(
        "rows that cannot be imported are named with line and reason; the others are imported",
        arguments: [
            ("n,https://a.example,u", "Columns are missing: the row has 3 of 5."),
            ("n,https://a.example,u,p,n,o", "There are 6 columns instead of 5."),
            ("n,https://a.example,u,,note", "There is no password."),
            (",,,p,", "There is neither an address nor a name."),
            ("\"n,https://a.example,u,p,", "A closing quotation mark is missing."),
            ("\"n\"x,https://a.example,u,p,", "There is text behind a closing quotation mark"),
            (
                "\(String(repeating: "x", count: 9000)),https://a.example,u,p,",
                "A field is too long."
            ),
        ])
    func badRows(_ row: String, _ reason: String) async throws {
        let fixture = try await TransferFixture()
        let header = "name,url,username,password,note\n"
        let good = "n,https://good.example,u,\"p\nq\",\n"
        let more = "n,https://more.example,u,p,\n"
        let result = try await fixture.import(header + good + row + "\n" + more)
        #expect(result.problems.map(\.line) == [4])
        let text = try #require(result.problems.first).reason.text(Localizer(language: "en"))
        #expect(text.hasPrefix(reason))
        #expect(result.counts.new == 2)
        #expect(
            try await fixture.logins().flatMap(\.sites).sorted() == [
                "https://good.example", "https://more.example",
            ])
    }

    @Test("Firefox's record of the Mozilla account is left out, a login without a site is not")
    func specialRows() async throws {
        let fixture = try await TransferFixture()
        let result = try await fixture.import(
            Export.firefox([
                Export.Firefox(
                    url: "chrome://FirefoxAccounts", password: "{}",
                    realm: "Firefox Accounts credentials"),
                Export.Firefox(url: "", userName: "door"),
            ]))
        #expect(
            result.problems == [
                RowProblem(line: 2, title: "firefoxaccounts", reason: .browserAccount)
            ])
        #expect(try await fixture.contents() == ["door [] door secret"])
    }
}
