import Foundation
import TenonCore
import TenonSQLite
import TenonTesting
import TenonUI
import Testing
import WalletSettings

@Suite("The screen of the settings")
struct SettingsSceneTests {
    /// Where settings are stored, in a folder of its own.
    private final class Place: Sendable {
        let folder: URL

        init() throws {
            folder = FileManager.default.temporaryDirectory
                .appending(path: "wallet-settings-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        var file: String { folder.appending(path: "storage.db").path }

        func pilot(
            flags: [String: String] = [:], environment: [String: String] = ["LANG": "C.UTF-8"],
            files: [String: SourcedValue] = [:], languages: [Language] = [],
            at location: String = "settings"
        ) async throws -> SessionPilot {
            let file = file
            return try await SessionPilot(
                plugins: [SettingsPlugin.self],
                configuration: Configuration(
                    flags: flags, environment: environment, files: files), at: location
            ) {
                $0.provide(.persister) { SQLitePersister(path: file) }
                $0.contribute(.languages) { languages }
            }
        }
    }

    private func field(_ label: String, of pilot: SessionPilot) throws -> Field.Kind {
        try #require(try pilot.screen().fields.first { $0.label == label }).kind
    }

    private func chosen(_ label: String, of pilot: SessionPilot) throws -> String? {
        guard case .choice(let id, let options) = try field(label, of: pilot) else { return nil }
        return options.first { $0.id == id }?.title
    }

    @Test("What is saved counts at once, and after a restart")
    func savingAndRestarting() async throws {
        let place = try Place()
        let pilot = try await place.pilot()
        #expect(try chosen("Lock when idle", of: pilot) == "After 5 minutes")
        #expect(try chosen("Clear the clipboard", of: pilot) == "After 60 seconds")
        try await pilot.fill("Lock when idle", with: .choice("After 12 hours"))
        try await pilot.fill("Clear the clipboard", with: .choice("After 10 seconds"))
        try await pilot.fill("Order of lists", with: .choice("Last used first"))
        try await pilot.fill(
            "Ask for the passphrase before a secret is shown", with: .toggle(true))
        try await pilot.choose("Save")
        #expect(pilot.notices == ["Settings saved."])
        let settings = pilot.application.container.walletSettings
        #expect(settings.autoLock == .seconds(12 * 3600))
        #expect(settings.clipboardTime == .seconds(10))
        await pilot.stop()

        let again = try await place.pilot()
        #expect(try chosen("Lock when idle", of: again) == "After 12 hours")
        #expect(try chosen("Clear the clipboard", of: again) == "After 10 seconds")
        #expect(try chosen("Order of lists", of: again) == "Last used first")
        #expect(again.application.container.walletSettings.asksBeforeRevealing)
        await again.stop()
    }

    @Test("Another language is spoken on the very screen that chooses it, and after a restart")
    func language() async throws {
        let place = try Place()
        let pilot = try await place.pilot()
        try await pilot.fill("Language", with: .choice("Português (Brasil)"))
        try await pilot.choose("Save")
        #expect(try pilot.screen().title == "Configurações")
        #expect(try pilot.screen().destinations.contains { $0.title == "Configurações" })
        #expect(pilot.notices == ["Configurações salvas."])
        await pilot.stop()

        let again = try await place.pilot()
        #expect(try again.screen().title == "Configurações")
        try await again.fill("Idioma", with: .choice("Como o sistema"))
        try await again.choose("Salvar")
        #expect(try again.screen().title == "Settings")
        await again.stop()
    }

    @Test("A language that an application adds can be chosen, by its own name")
    func addedLanguage() async throws {
        let json = #"{"WalletSettings": {"texts": {"title": "Instellingen"}}}"#
        let dutch = try Language("nl", json: Array(json.utf8))
        let pilot = try await Place().pilot(languages: [dutch])
        guard case .choice(_, let options) = try field("Language", of: pilot) else {
            Issue.record("The language is not a choice.")
            return
        }
        #expect(
            options.map(\.title) == [
                "As the system", "English", "العربية", "Deutsch", "Português (Brasil)",
                "Nederlands",
            ])
        try await pilot.fill("Language", with: .choice("Nederlands"))
        try await pilot.choose("Save")
        #expect(try pilot.screen().title == "Instellingen")
        await pilot.stop()
    }

    @Test("Colours are applied at once, and those chosen in a front end are kept")
    func theme() async throws {
        let place = try Place()
        let pilot = try await place.pilot()
        let appearance = pilot.application.container[.appearance]
        #expect(appearance.scheme == nil)
        try await pilot.fill("Colours", with: .choice("Dark"))
        try await pilot.choose("Save")
        #expect(appearance.scheme == .dark)
        appearance.setScheme(.light)
        try await pilot.wait("the screen to show the colours of the front end") {
            (try? chosen("Colours", of: pilot)) == "Light"
        }
        await pilot.stop()

        let again = try await place.pilot()
        #expect(again.application.container[.appearance].scheme == .light)
        await again.stop()
    }

    @Test("What a flag, a variable or a file says counts, is named, and cannot be changed")
    func fixedFromOutside() async throws {
        let place = try Place()
        let pilot = try await place.pilot(
            flags: ["auto-lock": "7"],
            environment: ["LANG": "C.UTF-8", "WALLET_CLIPBOARD_TIME": "20"],
            files: ["theme": SourcedValue("dark", at: .init(path: "/etc/xdg/w.json", line: 3))])
        #expect(pilot.sees("After 7 minutes (command line)"))
        #expect(pilot.sees("After 20 seconds (environment: WALLET_CLIPBOARD_TIME)"))
        #expect(pilot.sees("Dark (file: /etc/xdg/w.json:3)"))
        #expect(try pilot.screen().fields.map(\.label).contains("Lock when idle") == false)
        #expect(pilot.application.container.walletSettings.autoLock == .seconds(420))
        try await pilot.fill("Order of lists", with: .choice("Last used first"))
        try await pilot.choose("Save")
        #expect(pilot.application.container.walletSettings.autoLock == .seconds(420))
        await pilot.stop()

        let free = try await place.pilot()
        #expect(try chosen("Lock when idle", of: free) == "After 5 minutes")
        #expect(try chosen("Order of lists", of: free) == "Last used first")
        await free.stop()
    }

    @Test("The limit of files is chosen, and fixed from outside within what a vault takes")
    func attachmentLimit() async throws {
        let place = try Place()
        let pilot = try await place.pilot()
        #expect(try chosen("Largest file", of: pilot) == "100 MB")
        try await pilot.fill("Largest file", with: .choice("250 MB"))
        try await pilot.choose("Save")
        #expect(pilot.application.container.walletSettings.attachmentLimit == 250_000_000)
        await pilot.stop()
        let fixed = try await place.pilot(environment: ["WALLET_ATTACHMENT_LIMIT": "5"])
        #expect(fixed.sees("5 MB (environment: WALLET_ATTACHMENT_LIMIT)"))
        #expect(fixed.application.container.walletSettings.attachmentLimit == 5_000_000)
        await fixed.stop()
        await #expect(throws: BootFailure.self) {
            _ = try await place.pilot(flags: ["attachment-limit": "501"])
        }
    }

    @Test("Settings that were stored before there was a limit of files are taken over")
    func former() async throws {
        struct Stored: Codable {
            struct Value: Codable {
                var autoLockMinutes = 15
                var clipboardSeconds = 30
                var listOrder = "recent"
                var language = "de"
                var theme = "dark"
                var asksBeforeRevealing = true
            }

            var version = 1
            var value = Value()
        }
        let place = try Place()
        let persister = SQLitePersister(path: place.file)
        try await persister.set(Stored(), at: StorageKey("wallet.settings", "settings"))
        await persister.stop()
        let pilot = try await place.pilot()
        let settings = pilot.application.container.walletSettings
        #expect(settings.autoLock == .seconds(900) && settings.clipboardTime == .seconds(30))
        #expect(settings.listOrder == .recent && settings.asksBeforeRevealing)
        #expect(settings.attachmentLimit == 100_000_000)
        #expect(try pilot.screen().title == "Einstellungen")
        await pilot.stop()
    }

    @Test("A value from outside that is none keeps the application from starting")
    func badValue() async throws {
        let place = try Place()
        await #expect(throws: BootFailure.self) {
            _ = try await place.pilot(flags: ["clipboard-time": "soon"])
        }
    }

    @Test("Stored settings that cannot be read are kept, and the standard counts meanwhile")
    func unreadable() async throws {
        let place = try Place()
        let persister = SQLitePersister(path: place.file)
        let key = StorageKey("wallet.settings", "settings")
        try await persister.set(["version": 99], at: key)
        await persister.stop()

        let pilot = try await place.pilot()
        #expect(pilot.application.container.walletSettings == WalletSettings())
        try await pilot.choose("Save")
        #expect(pilot.notices.isEmpty)
        try await pilot.choose("Start with new settings")
        try await pilot.choose("Save")
        #expect(pilot.notices == ["Settings saved."])
        await pilot.stop()
        let kept = try await persister.keys(of: key.owner).map(\.name)
        #expect(kept == ["settings", "settings.unreadable-1"])
    }

    @Test("Two programs that store settings do not undo each other")
    func twoPrograms() async throws {
        let place = try Place()
        let first = try await place.pilot()
        let second = try await place.pilot()
        let container = second.application.container
        let preferences = try #require(container[.preferences])
        try await preferences.change { $0.autoLockMinutes = 30 }
        let mine = try #require(first.application.container[.preferences])
        try await mine.change { $0.clipboardSeconds = 30 }
        #expect(mine.current.autoLockMinutes == 30)
        await preferences.reload()
        #expect(preferences.current.clipboardSeconds == 30)
        await first.stop()
        await second.stop()
    }
}
