import TenonCore
import TenonTesting
import TenonUI
import Testing
import WalletAccess
import WalletTestSupport
import WalletVault

@Suite("Access")
struct AccessTests {
    private let passphrase = TemporaryVault.passphrase

    private func pilot(
        _ vault: TemporaryVault, at location: String? = nil, autoLock: String = "5"
    ) async throws -> SessionPilot {
        try await SessionPilot(
            plugins: [AccessPlugin.self, HomePlugin.self],
            configuration: Configuration(flags: ["auto-lock": autoLock]), at: location,
            providing: vault.register)
    }

    @Test("First start makes a vault, offers a recovery code that opens it, and goes on")
    func firstStart() async throws {
        let vault = try TemporaryVault()
        let pilot = try await pilot(vault)
        #expect(pilot.sees("Welcome to Wallet"))
        try await pilot.fill("Passphrase", with: .secret(passphrase))
        try await pilot.fill("Passphrase once more", with: .secret(passphrase))
        try await pilot.choose("Create vault")
        #expect(pilot.sees("Recovery code"))
        #expect(vault.manager.status == .unlocked)
        try await pilot.choose("Make a recovery code")
        let code = try #require(try recoveryCode(in: pilot.screen()))
        try await pilot.choose("Conceal", on: "Recovery code")
        #expect(!pilot.sees(code))
        try await pilot.choose("I have written it down")
        #expect(pilot.sees("Home"))

        await vault.manager.lock()
        try await pilot.wait(for: "Unlock Wallet")
        try await pilot.choose("Use the recovery code")
        try await pilot.fill("Recovery code", with: .secret(code.lowercased()))
        try await pilot.choose("Unlock")
        #expect(pilot.sees("Home"))
        await pilot.stop()
    }

    @Test("A recovery code is concealed after 30 seconds, and can be revealed again")
    func concealedRecoveryCode() async throws {
        let vault = try TemporaryVault()
        let pilot = try await pilot(vault, autoLock: "0")
        try await pilot.fill("Passphrase", with: .secret(passphrase))
        try await pilot.fill("Passphrase once more", with: .secret(passphrase))
        try await pilot.choose("Create vault")
        try await pilot.choose("Make a recovery code")
        let code = try #require(try recoveryCode(in: pilot.screen()))
        for _ in 0..<2 {
            try await pilot.wait("the code to be concealed") {
                pilot.clock.advance(by: .seconds(30))
                return !pilot.sees(code)
            }
            try await pilot.choose("Reveal", on: "Recovery code")
            #expect(pilot.sees(code))
        }
        await pilot.stop()
    }

    private func recoveryCode(in screen: Screen) -> String? {
        for case .facts(let block) in screen.blocks {
            for case .revealed(let text) in block.facts.map(\.value) { return text }
        }
        return nil
    }

    @Test("Two different passphrases are refused beside the field, and nothing is made")
    func differentPassphrases() async throws {
        let vault = try TemporaryVault()
        let pilot = try await pilot(vault)
        try await pilot.fill("Passphrase", with: .secret(passphrase))
        try await pilot.fill("Passphrase once more", with: .secret("another one entirely"))
        try await pilot.choose("Create vault")
        #expect(pilot.sees("This is not the same as above."))
        #expect(vault.manager.status == .missing)
        await pilot.stop()
    }

    @Test("The strength of a passphrase is shown while it is typed")
    func strengthIsShown() async throws {
        let vault = try TemporaryVault()
        let pilot = try await pilot(vault)
        try await pilot.fill("Passphrase", with: .secret("password"))
        #expect(pilot.sees("Strength: very weak."))
        try await pilot.fill("Passphrase", with: .secret("nine pelicans juggle violet umbrellas"))
        #expect(pilot.sees("Strength: strong."))
        await pilot.stop()
    }

    @Test("A weak passphrase needs a second yes")
    func weakPassphrase() async throws {
        let vault = try TemporaryVault()
        let pilot = try await pilot(vault)
        try await pilot.fill("Passphrase", with: .secret("password"))
        try await pilot.fill("Passphrase once more", with: .secret("password"))
        try await pilot.choose("Create vault")
        #expect(pilot.sees("Use a weak passphrase?"))
        try await pilot.answer(.cancel)
        #expect(vault.manager.status == .missing)
        try await pilot.fill("Passphrase", with: .secret("password"))
        try await pilot.fill("Passphrase once more", with: .secret("password"))
        try await pilot.choose("Create vault")
        try await pilot.answer(.confirm)
        #expect(vault.manager.status == .unlocked)
        await pilot.stop()
    }

    @Test("A wrong passphrase is said beside the field; the right one opens the vault")
    func wrongPassphrase() async throws {
        let vault = try await TemporaryVault.make()
        await vault.manager.lock()
        let pilot = try await pilot(vault)
        try await pilot.fill("Passphrase", with: .secret("wrong"))
        try await pilot.choose("Unlock")
        #expect(pilot.sees("The passphrase is wrong."))
        #expect(vault.manager.status == .locked)
        try await pilot.fill("Passphrase", with: .secret(passphrase))
        try await pilot.choose("Unlock")
        #expect(pilot.sees("Home"))
        await pilot.stop()
    }

    @Test("Locking by hand asks before what was typed goes, and locks at once when nothing was")
    func lockingByHand() async throws {
        let vault = try await TemporaryVault.make()
        let pilot = try await pilot(vault, at: "settings:passphrase")
        try await pilot.fill("New passphrase", with: .secret("half a passphr"))
        try await pilot.choose("Lock now")
        #expect(pilot.sees("Discard what you typed?"))
        try await pilot.answer(.cancel)
        #expect(vault.manager.status == .unlocked && pilot.session.hasUnsent)
        try await pilot.choose("Lock now")
        try await pilot.answer(.confirm)
        try await pilot.wait(for: "Unlock Wallet")
        try await pilot.fill("Passphrase", with: .secret(passphrase))
        try await pilot.choose("Unlock")
        #expect(pilot.notices.isEmpty)
        try await pilot.choose("Lock now")
        try await pilot.wait(for: "Unlock Wallet")
        await pilot.stop()
    }

    @Test(
        "Who locks by hand is asked about their own form only; the lock screens of others say what went",
        arguments: [true, false])
    func lockingForOthers(hasTyped: Bool) async throws {
        let vault = try await TemporaryVault.make()
        let (own, other) = (
            try await pilot(vault, at: "settings:passphrase"),
            try await pilot(vault, at: "settings:passphrase")
        )
        if hasTyped { try await own.fill("New passphrase", with: .secret("half a passphr")) }
        try await other.fill("New passphrase", with: .secret("half a passphr"))
        try await own.choose("Lock now")
        #expect(own.sees("Discard what you typed?") == hasTyped)
        #expect(other.session.questions.isEmpty)
        if hasTyped {
            #expect(vault.manager.status == .unlocked && other.session.hasUnsent)
            try await own.answer(.confirm)
        }
        for pilot in [own, other] { try await pilot.wait(for: "Unlock Wallet") }
        let said = "A form was not saved: what you had typed into it is gone."
        try await other.wait(for: said)
        #expect(!own.sees(said) && !other.session.hasUnsent)
        for pilot in [own, other] { await pilot.stop() }
    }

    @Test("Who unlocks in one front end opens the lock screens of the others, and disturbs nobody")
    func otherFrontEnds() async throws {
        let vault = try await TemporaryVault.make()
        await vault.manager.lock()
        let (first, second) = (try await pilot(vault), try await pilot(vault))
        let third = try await pilot(vault, at: "page:42")
        for pilot in [first, second, third] { try await pilot.wait(for: "Unlock Wallet") }
        try await second.fill("Passphrase", with: .secret("wrong"))
        try await second.choose("Unlock")
        #expect(second.sees("The passphrase is wrong."))
        try await second.fill("Passphrase", with: .secret("half a passphr"))
        try await third.choose("Use the recovery code")
        try await first.fill("Passphrase", with: .secret(passphrase))
        try await first.choose("Unlock")
        try await second.wait(for: "Home")
        try await third.wait(for: "Page 42")
        #expect(second.notices.isEmpty && second.session.questions.isEmpty)
        try await first.open("settings:passphrase")
        try await first.fill("New passphrase", with: .secret("half a passphr"))
        await #expect(throws: VaultError.self) {
            try await vault.manager.unlock(passphrase: SecretText("wrong"))
        }
        #expect(vault.manager.status == .unlocked && first.session.hasUnsent)
        for pilot in [first, second, third] { await pilot.stop() }
    }

    @Test("What was typed goes with a lock, which is said before unlocking and not once more")
    func typedBeforeTheLock() async throws {
        let vault = try await TemporaryVault.make()
        let pilot = try await pilot(vault, at: "settings:passphrase")
        try await pilot.fill("New passphrase", with: .secret("half a passphr"))
        #expect(pilot.session.hasUnsent)
        await vault.manager.lock()
        try await pilot.wait(for: "Unlock Wallet")
        #expect(!pilot.session.hasUnsent)
        let said = "A form was not saved: what you had typed into it is gone."
        #expect(pilot.sees(said))
        try await pilot.choose("Use the recovery code")
        #expect(pilot.sees(said))
        try await pilot.open("unlock")
        try await pilot.fill("Passphrase", with: .secret("wrong"))
        try await pilot.choose("Unlock")
        #expect(pilot.sees(said))
        try await pilot.fill("Passphrase", with: .secret(passphrase))
        try await pilot.choose("Unlock")
        #expect(pilot.sees("Home"))
        #expect(!pilot.sees(said) && pilot.notices.isEmpty)
        await pilot.stop()
    }

    @Test("What was kept to go on with goes with a lock as well, which is said in the same way")
    func keptBeforeTheLock() async throws {
        let vault = try await TemporaryVault.make()
        let first = try await pilot(vault)
        let keeper = try #require(first.session.container[.draftKeeper])
        await keeper.keep([
            KeptDraft(location: Location(["page", "1"]), title: "P", values: ["t": .text("x")])
        ])
        let second = try await pilot(vault)
        try await second.wait("the offer") { !second.session.questions.isEmpty }
        await vault.manager.lock()
        try await second.wait(for: "Unlock Wallet")
        try await second.wait(for: "A form was not saved: what you had typed into it is gone.")
        await first.stop()
        await second.stop()
    }

    @Test("A link to the first screen keeps what is being typed there")
    func linkToTheFirstScreen() async throws {
        let pilot = try await pilot(TemporaryVault())
        try await pilot.fill("Passphrase once more", with: .secret("half a passphr"))
        try await pilot.open("welcome")
        #expect(pilot.session.typed(in: "repetition") == .secret(SecretText("half a passphr")))
        try await pilot.open("unlock")
        #expect(pilot.sees("Discard what you typed?"))
        try await pilot.answer(.confirm)
        #expect(pilot.sees("Welcome to Wallet") && !pilot.session.hasUnsent)
        await pilot.stop()
    }

    @Test("A link to what is behind the lock asks about what was typed below the present screen")
    func linkOverWhatWasTyped() async throws {
        let vault = try await TemporaryVault.make()
        await vault.manager.lock()
        let pilot = try await pilot(vault)
        try await pilot.fill("Passphrase", with: .secret("half a passphr"))
        try await pilot.choose("Use the recovery code")
        try await pilot.open("page:7")
        #expect(pilot.sees("Discard what you typed?"))
        try await pilot.answer(.cancel)
        try await pilot.back()
        #expect(pilot.session.typed(in: "secret") == .secret(SecretText("half a passphr")))
        await pilot.stop()
    }

    @Test("A link waits behind the lock and is followed afterwards")
    func linkBehindTheLock() async throws {
        let vault = try await TemporaryVault.make()
        await vault.manager.lock()
        let pilot = try await pilot(vault, at: "page:42")
        #expect(pilot.sees("Unlock Wallet"))
        try await pilot.fill("Passphrase", with: .secret(passphrase))
        try await pilot.choose("Unlock")
        #expect(pilot.sees("Page 42"))
        await pilot.stop()
    }

    @Test("Locking drops every screen, and nothing but unlocking can be reached")
    func lockNow() async throws {
        let vault = try await TemporaryVault.make()
        let pilot = try await pilot(vault)
        try await pilot.open("page:7")
        try await pilot.choose("Lock now")
        try await pilot.wait(for: "Unlock Wallet")
        #expect(vault.manager.status == .locked)
        #expect(!pilot.session.canGoBack)
        try await pilot.open("page:7")
        #expect(pilot.sees("Unlock Wallet"))
        #expect(!pilot.sees("Page 7"))
        await pilot.stop()
    }

    @Test("No link through the lock leads to a new recovery code")
    func noWayToTheRecoveryCode() async throws {
        let vault = try await TemporaryVault.make()
        let pilot = try await pilot(vault)
        for location in ["unlock?then=welcome%3Arecovery-code", "welcome:recovery-code"] {
            try await pilot.open(location)
            #expect(!pilot.sees("Recovery code"), "\(location)")
        }
        await vault.manager.lock()
        try await pilot.wait(for: "Unlock Wallet")
        try await pilot.open("unlock?then=welcome%3Arecovery-code")
        try await pilot.fill("Passphrase", with: .secret(passphrase))
        try await pilot.choose("Unlock")
        #expect(pilot.sees("Home"))
        await pilot.stop()
    }

    @Test("What was copied goes from the clipboard when the vault locks")
    func lockClearsTheClipboard() async throws {
        let vault = try await TemporaryVault.make()
        let pilot = try await pilot(vault)
        try await pilot.clipboard.copy(SecretText("s3cret"), clearAfter: .seconds(60))
        await vault.manager.lock()
        try await pilot.wait("the clipboard to be cleared") { pilot.clipboard.content == nil }
        await pilot.stop()
    }

    @Test("The vault locks after the minutes without use that are set, not before")
    func autoLock() async throws {
        let vault = try await TemporaryVault.make()
        let pilot = try await pilot(vault, autoLock: "2")
        await pilot.clock.waitForSleepers()
        pilot.clock.advance(by: .seconds(119))
        try await pilot.open("page:1")
        await pilot.clock.waitForSleepers()
        pilot.clock.advance(by: .seconds(119))
        await pilot.clock.waitForSleepers()
        #expect(vault.manager.status == .unlocked)
        pilot.clock.advance(by: .seconds(2))
        try await pilot.wait(for: "Unlock Wallet")
        #expect(vault.manager.status == .locked)
        await pilot.stop()
    }

    @Test("Typing is use: the vault does not lock while somebody types")
    func typing() async throws {
        let vault = try await TemporaryVault.make()
        let pilot = try await pilot(vault, at: "settings:passphrase", autoLock: "2")
        for count in 1...4 {
            await pilot.clock.waitForSleepers()
            pilot.clock.advance(by: .seconds(119))
            let text = String(repeating: "x", count: count)
            try await pilot.fill("New passphrase", with: .secret(text))
        }
        await pilot.clock.waitForSleepers()
        #expect(vault.manager.status == .unlocked && pilot.session.hasUnsent)
        pilot.clock.advance(by: .seconds(121))
        try await pilot.wait(for: "Unlock Wallet")
        await pilot.stop()
    }

    @Test("A setting that is no number of minutes is a boot error that names it")
    func badAutoLock() async throws {
        let vault = try TemporaryVault()
        let failure = await #expect(throws: BootFailure.self) {
            _ = try await pilot(vault, autoLock: "soon")
        }
        #expect(
            failure?.message.description.contains("\"soon\" is not valid for --auto-lock") == true)
    }

    @Test("Every text exists in every language")
    func texts() {
        #expect(AccessText.catalogue.languages == ["ar", "de", "en", "pt-BR"])
        for key in AccessText.allCases {
            for language in AccessText.catalogue.languages {
                #expect(AccessText.catalogue.contains(key.rawValue, in: language), "\(key)")
            }
        }
        #expect(Set(AccessText.catalogue.keys) == Set(AccessText.allCases.map(\.rawValue)))
    }
}

/// What lies behind the lock: a first screen, and pages.
private enum HomePlugin: Plugin {
    static let manifest = PluginManifest(
        name: "test.home", version: "1.0.0", summary: "Something behind the lock")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.scenes) {
            [
                try SceneDefinition(Route("home")) { PlainScene("Home", $0) },
                try SceneDefinition(pattern: "page:{n:int}") { context in
                    PlainScene("Page \(context.arguments["n"] ?? "")", context)
                },
            ]
        }
        registrar.contribute(.coordinators) { [HomeCoordinator()] }
    }
}

private struct HomeCoordinator: Coordinator {
    func decide(_ event: NavigationEvent) async -> NavigationDecision? {
        guard case .start(let target) = event else { return nil }
        return .reset([Location(["home"])] + (target.map { [$0] } ?? []))
    }
}

private final class PlainScene: Scene {
    let screen: Screen

    init(_ title: String, _ context: SceneContext) {
        screen = Screen(location: context.location, title: title)
    }

    func start(changed: @escaping @Sendable () -> Void) {}

    func receive(_ input: SceneInput) -> Bool { false }

    func stop() {}
}
