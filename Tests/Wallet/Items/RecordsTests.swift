import TenonCore
import TenonTesting
import TenonUI
import Testing
import WalletCards
import WalletItems
import WalletLogins
import WalletNotes
import WalletTestSupport
import WalletVault

@testable import WalletRecords  // The texts of codes are internal.

@Suite("Identities, bank accounts, networks, licences and keys")
struct RecordsTests {
    private func pilot(
        _ vault: TemporaryVault, at location: String? = nil
    ) async throws -> SessionPilot {
        try await SessionPilot(
            plugins: [
                ItemsPlugin.self, LoginsPlugin.self, CardsPlugin.self, NotesPlugin.self,
                RecordsPlugin.self,
            ], at: location, providing: vault.register)
    }

    private func record(_ kind: ItemKind, _ texts: [ItemPart: String]) throws -> Record {
        let head = ItemHead(title: "Mine")
        return try #require(Record(kind, head: head, texts.mapValues { SecretText($0) }))
    }

    private func only(_ vault: TemporaryVault) async throws -> Item {
        let page = try await vault.manager.list(ItemQuery())
        return try await vault.manager.item(try #require(page.items.first).id)
    }

    @Test("A network is made, and gets its title from its name")
    func add() async throws {
        let vault = try await TemporaryVault.make()
        let pilot = try await pilot(vault, at: "wifi-networks")
        #expect(pilot.sees("No Wi-Fi networks yet."))
        try await pilot.choose("Add Wi-Fi network")
        try await pilot.choose("Save")
        #expect(pilot.sees("Enter a title or “Network name (SSID)”."))
        try await pilot.fill("Network name (SSID)", with: .text("Home"))
        try await pilot.fill("Password", with: .secret("s3cret"))
        try await pilot.fill("Hidden network", with: .toggle(true))
        try await pilot.choose("Save")
        #expect(try pilot.screen().title == "Home")
        #expect(pilot.sees("WPA, WPA2 or WPA3") && !pilot.sees("s3cret"))
        let item = try await only(vault)
        #expect(item.kind == .wifi && item[.password] == SecretText("s3cret"))
        #expect(item[.security] == SecretText("WPA") && item[.hiddenNetwork] == SecretText("yes"))
        await pilot.stop()
    }

    @Test("An item shows the passkeys that are kept of it, and the fields that it had")
    func keptParts() async throws {
        let vault = try await TemporaryVault.make()
        func field(_ label: String, _ value: String) -> CustomField {
            CustomField(label: label, value: SecretText(value), isConcealed: true)
        }
        let passkeys = field(HiddenLabel.bitwardenPasskeys, #"[{"credentialId": "a"}, {}]"#)
        var login = Login(
            title: "Mail", password: SecretText("s3cret"),
            customFields: [passkeys, field("PIN", "1234"), field("Seat", "4")])
        login.sites = ["https://a.example", "https://b.example/x"]
        login = try await vault.manager.add(login)
        login.customFields = [
            passkeys, field("Seat", "5"), field(HiddenLabel.keePassXCOnlyHTTP, "true"),
            field(HiddenLabel.keePassXCBrowsers, #"{"Deny": ["c.example", "d.example"]}"#),
            field(HiddenLabel.keePassExpiry, "2020-01-02T00:00:00Z"),
            field(
                HiddenLabel.bitwardenAddresses,
                #"[{"uri": "https://a.example", "match": 1}, {"uri": "https://b.example/x", "match": 3}]"#
            ),
        ]
        try await vault.manager.save(login)
        let pilot = try await pilot(vault, at: "\(ItemKind.login.route.location(login.id))")
        #expect(pilot.sees("2, kept for exports; Wallet does not log in with them"))
        #expect(pilot.sees("PIN (until ") && pilot.sees("Seat (until "))
        #expect(!pilot.sees("1234"))
        for text in [
            "https://a.example: only at this host", "only for the dialog of HTTP authentication",
            "https://b.example/x: only at exactly this address", "never at c.example, d.example",
            "This login has expired: browsers, git and Docker get it again",
        ] { #expect(pilot.sees(text), "\(text)") }
        await pilot.stop()
    }

    @Test("All items offer a choice of what to make, to which nobody comes back from what was made")
    func choice() async throws {
        let vault = try await TemporaryVault.make()
        let pilot = try await pilot(vault)
        #expect(pilot.sees("Add login") && !pilot.sees("Add SSH key"))
        try await pilot.choose("Add other…")
        try await pilot.choose("Add bank account", on: "Bank account")
        try await pilot.fill("Title", with: .text("Savings"))
        try await pilot.choose("Save")
        #expect(try pilot.screen().title == "Savings")
        try await pilot.back()
        #expect(try pilot.screen().title == "All items")
        await pilot.stop()
    }

    @Test("A field of one's own is the same one in the form, whatever is removed elsewhere")
    func ownFields() async throws {
        func field(_ label: String, _ value: String) -> CustomField {
            CustomField(label: label, value: SecretText(value), isConcealed: false)
        }
        let labels = [
            "PIN", "PIN", "PIN-2", "Mother's name?", "Ünïcode 🔑", "a b", "a_20b", "2", "",
        ]
        let vault = try await TemporaryVault.make()
        var login = Login(
            title: "Mail", password: SecretText("s3cret"),
            customFields: [field("First", "0")] + labels.map { field($0, $0) })
        login = try await vault.manager.add(login)
        func ids() async throws -> [String: String] {
            let pilot = try await pilot(vault, at: "login:\(login.id):edit")
            let fields = try pilot.screen().fields.filter { $0.id.hasPrefix("field-") }
            await pilot.stop()
            return Dictionary(uniqueKeysWithValues: fields.map { ($0.id, $0.label) })
        }
        let before = try await ids()
        #expect(before.values.sorted() == (labels + ["First"]).sorted())
        login = try #require(try await vault.manager.item(login.id).login)
        login.customFields.removeFirst()
        try await vault.manager.save(login)
        #expect(try await ids() == before.filter { $0.value != "First" })
    }

    @Test("A changed form keeps what nobody touched, and what another program wrote")
    func edit() async throws {
        let record = try record(
            .wifi, [.networkName: "Home", .password: "s3cret", .security: "WPA3 Personal"])
        let vault = try await TemporaryVault.make()
        try await vault.manager.add(.record(record))
        let pilot = try await pilot(vault, at: "wifi:\(record.id):edit")
        try await pilot.fill("Network name (SSID)", with: .text("Attic"))
        try await pilot.choose("Save")
        let item = try await only(vault)
        #expect(item[.networkName] == SecretText("Attic"))
        #expect(item[.password] == SecretText("s3cret"))
        #expect(item[.security] == SecretText("WPA3 Personal"))
        #expect(item[.hiddenNetwork]?.isEmpty == true)
        await pilot.stop()
    }

    @Test("A private key comes from its file, is concealed, and can be removed")
    func key() async throws {
        let vault = try await TemporaryVault.make()
        let pilot = try await pilot(vault, at: "ssh-key:new")
        pilot.files["/keys/id"] = SecretText("BEGIN\nsecret lines\nEND\n")
        try await pilot.fill("Title", with: .text("Server"))
        try await pilot.fill("Private key", with: .file("/keys/id"))
        try await pilot.choose("Save")
        #expect(try await only(vault)[.privateKey] == SecretText("BEGIN\nsecret lines\nEND"))
        #expect(!pilot.sees("secret lines"))
        try await pilot.choose("Edit")
        try await pilot.choose("Save")
        #expect(try await only(vault)[.privateKey]?.isEmpty == false)
        try await pilot.choose("Edit")
        try await pilot.fill("Remove", with: .choices(["Private key"]))
        try await pilot.choose("Save")
        #expect(try await only(vault)[.privateKey]?.isEmpty == true)
        await pilot.stop()
    }

    @Test("A file that cannot be read is said, and nothing is saved")
    func noFile() async throws {
        let vault = try await TemporaryVault.make()
        let pilot = try await pilot(vault, at: "ssh-key:new")
        try await pilot.fill("Title", with: .text("Server"))
        try await pilot.fill("Private key", with: .file("/keys/none"))
        try await pilot.choose("Save")
        #expect(pilot.sees("/keys/none cannot be read"))
        #expect(try await vault.manager.list(ItemQuery()).total == 0)
        await pilot.stop()
    }

    @Test("Each kind has a list, which names what its items are told apart by, and what is copied")
    func lists() async throws {
        let vault = try await TemporaryVault.make()
        let all: [(ItemKind, [ItemPart: String], list: String, copy: String)] = [
            (.identity, [.email: "ada@example.org"], "identities", "Copy e-mail"),
            (.bank, [.bank: "Savings", .iban: "DE02"], "bank-accounts", "Copy IBAN"),
            (.wifi, [.networkName: "Home", .password: "x"], "wifi-networks", "Copy password"),
            (
                .licence, [.product: "Editor", .licenceKey: "x"], "software-licences",
                "Copy licence key"
            ),
            (.sshKey, [.publicKey: "ssh-rsa A"], "ssh-keys", "Copy public key"),
        ]
        for (kind, texts, _, _) in all {
            try await vault.manager.add(.record(try record(kind, texts)))
        }
        let pilot = try await pilot(vault)
        for (kind, texts, list, copy) in all {
            try await pilot.open(list)
            if let listed = texts[.email] ?? texts[.bank] ?? texts[.networkName] ?? texts[.product]
            {
                #expect(pilot.sees(listed), "\(kind)")
            }
            try await pilot.choose(copy, on: "Mine")
            #expect(pilot.clipboard.content?.reveal() == texts[kind.mainPart], "\(kind)")
        }
        await pilot.stop()
    }

    @Test("A network is shown as a QR code on request, for 30 seconds")
    func camera() async throws {
        let record = try record(.wifi, [.networkName: "Home", .password: "s3cret"])
        let vault = try await TemporaryVault.make()
        try await vault.manager.add(.record(record))
        let pilot = try await pilot(vault, at: "wifi:\(record.id)")
        func code() throws -> String? {
            for case .qrCode(let code) in try pilot.screen().blocks { return code.text }
            return nil
        }
        #expect(try code() == nil)
        try await pilot.choose("Show as QR code", on: "Network name (SSID)")
        #expect(try code() == "WIFI:T:WPA;S:Home;P:s3cret;;")
        await pilot.clock.waitForSleepers()
        pilot.clock.advance(by: .seconds(29))
        #expect(try code() != nil)
        pilot.clock.advance(by: .seconds(1))
        try await pilot.wait("the code to go by itself") { (try? code()) == .some(nil) }
        await pilot.stop()
    }

    @Test(
        "The text of a code escapes what has a meaning in it",
        arguments: [
            (
                [.networkName: "a;b,c:d\"e\\f", .password: "x\\;y"],
                #"WIFI:T:WPA;S:a\;b\,c\:d\"e\\f;P:x\\\;y;;"#
            ),
            (
                [.networkName: "Home", .password: "p", .security: "WEP", .hiddenNetwork: "yes"],
                "WIFI:T:WEP;S:Home;P:p;H:true;;"
            ),
            ([.networkName: "Home", .password: "p", .security: "none"], "WIFI:T:nopass;S:Home;;"),
            ([.networkName: "Home"], "WIFI:T:nopass;S:Home;;"),
            (
                [.networkName: "BEEF01", .password: "12345678"],
                "WIFI:T:WPA;S:\"BEEF01\";P:12345678;;"
            ),
            ([.password: "p"], nil),
        ] as [([ItemPart: String], String?)])
    func codeText(texts: [ItemPart: String], expected: String?) throws {
        #expect(WirelessCode.text(of: try record(.wifi, texts))?.reveal() == expected)
    }

    @Test(
        "A public key has the fingerprint that ssh-keygen shows",
        arguments: [
            (
                "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICOInZ35KI2K2/brTpYebgCqXbRMCiTLm1E3as8QhL9Y me",
                "SHA256:STnrfjrFzkpgOHqSsmg/etVPWNJ7LFINm5KPjNuxdX4"
            ),
            ("not a key", nil), ("AAAA!", nil), ("", nil),
        ] as [(String, String?)])
    func fingerprint(key: String, expected: String?) {
        #expect(KeyFingerprint.text(of: SecretText(key)) == expected)
    }
}
