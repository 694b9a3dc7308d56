import TenonCore
import TenonSecurity
import TenonTesting
import TenonUI
import Testing
import WalletGenerator
import WalletItems
import WalletLogins
import WalletTestSupport
import WalletVault

@Suite("One-time codes and generated passwords in logins")
struct OneTimeCodeTests {
    /// The secret of RFC 6238, and what it makes.
    private static let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

    private func login(_ secret: String?) -> Login {
        Login(
            title: "Bank", userName: "ada", password: SecretText("s3cret"),
            oneTimePassword: secret.map { SecretText($0) })
    }

    private func pilot(
        _ vault: TemporaryVault, at location: String? = nil, withGenerator: Bool = true
    ) async throws -> SessionPilot {
        try await SessionPilot(
            plugins: [ItemsPlugin.self, LoginsPlugin.self]
                + (withGenerator ? [GeneratorPlugin.self] : []),
            at: location, providing: vault.register)
    }

    /// The code on the screen.
    private func code(in pilot: SessionPilot) throws -> (code: String, left: Int, period: Int)? {
        for case .facts(let facts) in try pilot.screen().blocks {
            for fact in facts.facts {
                if case .code(let code, let left, let period) = fact.value {
                    return (code, left, period)
                }
            }
        }
        return nil
    }

    /// What the code should be at the pilot's time.
    private func expected(_ secret: String, in pilot: SessionPilot) throws -> String {
        try OneTimePassword(reading: SecretText(secret)).code(at: pilot.clock.now()).text.reveal()
    }

    private func stored(_ vault: TemporaryVault) async throws -> Login {
        let page = try await vault.manager.list(ItemQuery())
        return try await vault.manager.login(try #require(page.items.first).id)
    }

    @Test("The code of a login is shown with the time that is left, and goes on with the clock")
    func live() async throws {
        let login = login(Self.secret)
        let vault = try await TemporaryVault.make([login])
        let pilot = try await pilot(vault, at: "login:\(login.id)")
        let start = try #require(try code(in: pilot))
        #expect(start.code == (try expected(Self.secret, in: pilot)))
        #expect(start.period == 30)
        for _ in 0..<35 {
            let before = try #require(try code(in: pilot)).left
            await pilot.clock.waitForSleepers()
            pilot.clock.advance(by: .seconds(1))
            try await pilot.wait("another second") { (try? code(in: pilot))??.left != before }
            #expect(
                try #require(try code(in: pilot)).code == (try expected(Self.secret, in: pilot)))
        }
        #expect(try #require(try code(in: pilot)).code != start.code)
        await pilot.stop()
    }

    @Test("The code that is current is copied")
    func copy() async throws {
        let login = login("otpauth://totp/Bank:ada?secret=\(Self.secret)&digits=8")
        let vault = try await TemporaryVault.make([login])
        let pilot = try await pilot(vault, at: "login:\(login.id)")
        try await pilot.choose("Copy", on: "One-time code")
        let copied = try #require(pilot.clipboard.content)
        #expect(copied.count == 8)
        #expect(copied.reveal() == (try #require(try code(in: pilot)).code))
        #expect(try await vault.manager.overview(login.id).timesUsed == 1)
        await pilot.stop()
    }

    @Test("Nothing ticks for a login without codes, or behind another scene")
    func idle() async throws {
        let (plain, coded) = (login(nil), login(Self.secret))
        let vault = try await TemporaryVault.make([plain, coded])
        let pilot = try await pilot(vault, at: "login:\(plain.id)")
        #expect(pilot.clock.sleepers == 0)
        try await pilot.session.open("login:\(coded.id)", in: pilot)
        await pilot.clock.waitForSleepers()
        try await pilot.choose("Edit")
        try await pilot.wait("the end of the ticking") { pilot.clock.sleepers == 0 }
        for _ in 0..<3 {
            pilot.clock.advance(by: .seconds(1))
            // Time: nothing tells that it does not begin again.
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(pilot.clock.sleepers == 0)
        try await pilot.choose("Cancel")
        await pilot.clock.waitForSleepers()
        #expect(try code(in: pilot)?.code == (try expected(Self.secret, in: pilot)))
        await pilot.stop()
    }

    @Test("A code by counter stays until the next one is asked for")
    func counter() async throws {
        let login = login("otpauth://hotp/Bank?secret=\(Self.secret)&counter=1")
        let vault = try await TemporaryVault.make([login])
        let pilot = try await pilot(vault, at: "login:\(login.id)")
        #expect(pilot.sees("287082"))
        try await pilot.choose("Next code", on: "One-time code")
        try await pilot.wait(for: "359152")
        let secret = try #require(try await stored(vault).oneTimePassword)
        #expect(try OneTimePassword(reading: secret).factor == .counter(2))
        await pilot.stop()
    }

    /// The content of the code for a camera, if there is one.
    private func qrCode(in pilot: SessionPilot) throws -> QRCodeBlock.Content? {
        for case .qrCode(let code) in try pilot.screen().blocks { return code.content }
        return nil
    }

    @Test("The secret is shown as a QR code on request, for 30 seconds, and not by counter")
    func camera() async throws {
        let address = "otpauth://totp/Bank:ada?secret=\(Self.secret)&issuer=Bank"
        let login = login(address)
        let vault = try await TemporaryVault.make([login])
        let pilot = try await pilot(vault, at: "login:\(login.id)")
        #expect(try qrCode(in: pilot) == nil)
        try await pilot.choose("Show as QR code", on: "One-time code")
        guard case .revealed(let shown)? = try qrCode(in: pilot) else {
            Issue.record("There is no code.")
            return
        }
        #expect(
            try OneTimePassword(reading: SecretText(shown))
                == OneTimePassword(reading: SecretText(address)))
        try await pilot.choose("Conceal the QR code", on: "One-time code")
        #expect(try qrCode(in: pilot) == nil)
        try await pilot.choose("Show as QR code", on: "One-time code")
        #expect(try qrCode(in: pilot) != nil)
        try await pilot.wait("the code to go by itself") {
            pilot.clock.advance(by: .seconds(31))
            return (try? qrCode(in: pilot)) == .some(nil)
        }
        await pilot.stop()

        let counter = self.login("otpauth://hotp/Bank?secret=\(Self.secret)&counter=1")
        let other = try await TemporaryVault.make([counter])
        let second = try await self.pilot(other, at: "login:\(counter.id)")
        #expect(second.sees("Next code") && !second.sees("Show as QR code"))
        await second.stop()
    }

    @Test("A secret that cannot be read is still there, concealed")
    func unreadable() async throws {
        let login = login("steam://ABCD")
        let vault = try await TemporaryVault.make([login])
        let pilot = try await pilot(vault, at: "login:\(login.id)")
        #expect(!pilot.sees("steam://ABCD"))
        try await pilot.choose("Reveal", on: "Secret for one-time codes")
        #expect(pilot.sees("steam://ABCD"))
        await pilot.stop()
    }

    @Test("The form takes a secret or an address, refuses others, keeps and removes it")
    func form() async throws {
        let vault = try await TemporaryVault.make([login(nil)])
        let pilot = try await pilot(vault, at: "login:\(try await stored(vault).id)")
        try await pilot.choose("Edit")
        try await pilot.fill("Secret for one-time codes", with: .secret("not a secret!"))
        try await pilot.choose("Save")
        #expect(pilot.sees("is not base 32"))
        #expect(!pilot.see().contains("not a secret!"))
        try await pilot.fill("Secret for one-time codes", with: .secret("jbsw y3dp"))
        try await pilot.choose("Save")
        #expect(try code(in: pilot)?.code == (try expected("JBSWY3DP", in: pilot)))
        #expect(try await stored(vault).oneTimePassword == SecretText("jbsw y3dp"))
        try await pilot.choose("Edit")
        try await pilot.fill("Title", with: .text("My bank"))
        try await pilot.choose("Save")
        #expect(try await stored(vault).oneTimePassword == SecretText("jbsw y3dp"))
        try await pilot.choose("Edit")
        try await pilot.fill("Remove", with: .choices(["Secret for one-time codes"]))
        try await pilot.choose("Save")
        #expect(try await stored(vault).oneTimePassword?.isEmpty ?? true)
        await pilot.stop()
    }

    @Test("A password is generated in its field, seen there, and saved")
    func generate() async throws {
        let vault = try await TemporaryVault.make()
        let pilot = try await pilot(vault, at: "login:new")
        func password() throws -> String {
            try #require(try pilot.screen().fields.lazy.compactMap(\.revealed).first)
        }
        try await pilot.fill("Title", with: .text("Shop"))
        try await pilot.choose("Generate password", on: "Password")
        let first = try password()
        #expect(pilot.sees("Strength: strong."))
        try await pilot.choose("Generate password", on: "Password")
        let second = try password()
        #expect(first != second && second.count == 20)
        try await pilot.choose("Conceal", on: "Password")
        #expect(!pilot.sees(second))
        try await pilot.choose("Reveal", on: "Password")
        #expect(pilot.sees(second))
        #expect(try pilot.screen().fields.first?.kind == .text("Shop", isMultiline: false))
        try await pilot.choose("Save")
        #expect(try await stored(vault).password == SecretText(second))
        await pilot.stop()
    }

    @Test(
        "A password is generated as a site takes it",
        arguments: [
            (["Generate longer"], #"\S{24}"#), (["Generate shorter"], #"\S{16}"#),
            (["Generate without symbols"], "[A-Za-z0-9]{20}"),
            (["Generate six digits"], "[0-9]{6}"),
            (["Generate six digits", "Generate longer"], #"\S{24}"#),
            // Four words of the list have a hyphen themselves.
            (["Generate words"], "[a-z]+(-[a-z]+){5,11}"),
        ])
    func styles(titles: [String], pattern: String) async throws {
        let pilot = try await pilot(try await TemporaryVault.make(), at: "login:new")
        for title in titles { try await pilot.choose(title, on: "Password") }
        let password = try #require(try pilot.screen().fields.lazy.compactMap(\.revealed).first)
        #expect(try Regex(pattern).wholeMatch(in: password) != nil, "\(password)")
        await pilot.stop()
    }

    @Test("A password that is typed afterwards counts more than the generated one")
    func typedAfterGenerated() async throws {
        let vault = try await TemporaryVault.make([login(nil)])
        let pilot = try await pilot(vault, at: "login:\(try await stored(vault).id):edit")
        try await pilot.choose("Generate password", on: "Password")
        try await pilot.fill("Password", with: .secret("typed"))
        try await pilot.choose("Save")
        #expect(try await stored(vault).password == SecretText("typed"))
        await pilot.stop()
    }

    @Test("Without a generator the form does not offer one")
    func noGenerator() async throws {
        let vault = try await TemporaryVault.make()
        let pilot = try await pilot(vault, at: "login:new", withGenerator: false)
        #expect(!pilot.sees("Generate password"))
        await pilot.stop()
    }
}

extension Session {
    /// Goes to a location and waits.
    fileprivate func open(_ location: String, in pilot: SessionPilot) async throws {
        try send(.open(try Location(parsing: location)))
        await settle()
    }
}
