import Foundation
import Synchronization
import TenonCore
import TenonTesting
import TenonUI
import TestSupport
import Testing
import WalletTransfer
import WalletVault

@Suite("The screens of an import", .serialized)
struct ImportSceneTests {
    /// A person at the import screen of an application that has nothing else.
    private struct Visit {
        let pilot: SessionPilot
        let fixture: TransferFixture
        let vault: VaultManager

        init(
            language: String = "en", plugins: [any Plugin.Type] = [], at location: String = "import"
        ) async throws {
            let fixture = try await TransferFixture()
            self.fixture = fixture
            vault = fixture.vault
            pilot = try await SessionPilot(
                plugins: [TransferPlugin.self] + plugins,
                configuration: Configuration(flags: ["language": language]), at: location,
                providing: fixture.register)
        }

        func look(at text: String, name: String = "logins.csv") async throws {
            let path = try fixture.write(text, to: name)
            try await pilot.fill("File", with: .file(path))
            try await pilot.choose("Look at the file")
        }

        var total: Int {
            get async throws { try await vault.list(ItemQuery()).total }
        }
    }

    private func export(_ count: Int) -> String {
        Export.firefox((0..<count).map { Export.Firefox(url: "https://site-\($0).example") })
    }

    @Test("from the choice of a file over the preview to the result")
    func wholeWay() async throws {
        let visit = try await Visit()
        let pilot = visit.pilot
        let field = try #require(try pilot.screen().fields.first)
        #expect(
            field.kind
                == .file(
                    name: "", accepts: [".csv", ".json", ".1pux", ".kdbx", ".kdb", ".xml", ".zip"])
                && field.isRequired)
        try await visit.look(
            at: export(2)
                + "\r\n\"https://bad.example\",\"bad\",,,,,,,\r\n\"https://short.example\"")
        #expect(try pilot.screen().title == "Import from logins.csv")
        #expect(pilot.sees("An export of Firefox with 4 rows. Nothing has been saved yet."))
        #expect(pilot.sees("site-1.example") && pilot.sees("New items"))
        #expect(pilot.sees("There is no password."))
        #expect(pilot.sees("Columns are missing: the row has 1 of 9."))
        #expect(try await visit.total == 0)
        let start = try pilot.screen().screenActions.first { $0.role == .primary }
        #expect(start?.title == "Import 2 items")
        try await pilot.choose("Import 2 items")
        #expect(try pilot.screen().title == "Import finished")
        #expect(pilot.sees("2 items were saved."))
        #expect(pilot.sees("once you have dealt with what was left out"))
        #expect(pilot.sees("Left out"))
        #expect(try await visit.total == 2)
        #expect(pilot.progress.contains { $0.id == "import" && $0.total == 2 })
        #expect(pilot.progress.last?.isFinished == true && pilot.session.progress.isEmpty)
        try await pilot.choose("Import another file")
        #expect(try pilot.screen().title == "Import")
        await pilot.stop()
    }

    @Test("a file without anything new cannot be imported, and says why")
    func nothingNew() async throws {
        let visit = try await Visit()
        try await visit.look(at: export(1))
        try await visit.pilot.choose("Import 1 item")
        #expect(visit.pilot.sees("Now delete the file logins.csv"))
        try await visit.pilot.choose("Import another file")
        try await visit.look(at: export(1))
        #expect(visit.pilot.sees("The file holds nothing that the vault does not have."))
        let start = try visit.pilot.screen().screenActions.first { $0.role == .primary }
        #expect(start?.isEnabled == false)
        await visit.pilot.stop()
    }

    @Test("a file that cannot be imported is a problem of the field")
    func badFile() async throws {
        let visit = try await Visit()
        try await visit.pilot.choose("Look at the file")
        #expect(try visit.pilot.screen().fields.first?.problem == "Choose a file.")
        try await visit.look(at: "", name: "empty.csv")
        let problem = try #require(try visit.pilot.screen().fields.first?.problem)
        #expect(problem.hasPrefix("The file is empty."))
        await visit.pilot.stop()
    }

    @Test("a file that cannot be read is explained beside its field, by its path and the reason")
    func unreadableFile() async throws {
        let visit = try await Visit()
        let missing = visit.fixture.path("missing.csv")
        try await visit.pilot.fill("File", with: .file(missing))
        try await visit.pilot.choose("Look at the file")
        #expect(
            try visit.pilot.screen().fields.first?.problem?.hasPrefix(
                "The file \(missing) cannot be opened: ") == true)
        try await visit.pilot.fill("File", with: .file(try visit.fixture.write(export(1))))
        try await visit.pilot.fill("Key file", with: .file(visit.fixture.folder))
        try await visit.pilot.choose("Look at the file")
        #expect(
            try visit.pilot.screen().fields.last?.problem
                == "\(visit.fixture.folder) is a folder, a device, a socket or a pipe with a name. "
                + "Choose a file.")
        await visit.pilot.stop()
    }

    @Test("a key file opens a database of KeePass; a damaged one is a problem of its field")
    func keyFile() async throws {
        let visit = try await Visit()
        let folder = try TemporaryFolder()
        let tool = KeePassXC(folder: folder, password: "p")
        try await tool.program(["db-create", "-q", "-t", "100", "-k", "k.keyx", "only.kdbx"])
        try await tool.program(
            ["add", "-q", "--no-password", "-k", "k.keyx", "-u", "ada", "only.kdbx", "Mail"])
        func look(with key: String) async throws {
            try await visit.pilot.fill("File", with: .file(folder.path + "/only.kdbx"))
            try await visit.pilot.fill("Key file", with: .file(folder.path + "/" + key))
            try await visit.pilot.choose("Look at the file")
        }
        var problems: [String?] { get throws { try visit.pilot.screen().fields.map(\.problem) } }
        let text = try String(contentsOfFile: folder.path + "/k.keyx", encoding: .utf8)
        try text.replacing(/[0-9A-F]{8}/, maxReplacements: 2) { _ in "00000000" }
            .write(toFile: folder.path + "/bad.keyx", atomically: true, encoding: .utf8)
        try await look(with: "bad.keyx")
        try await visit.pilot.answer(.text(""))
        #expect(try problems.first == .some(nil))
        #expect(try problems.last??.hasPrefix("The key file is damaged.") == true)
        // The other file stays, and is asked about.
        #expect(try visit.pilot.screen().fields.first?.kind.isUnfilled == false)
        #expect(visit.pilot.session.hasUnsent)
        try await visit.pilot.fill("Key file", with: .file(folder.path + "/k.keyx"))
        try await visit.pilot.choose("Look at the file")
        try await visit.pilot.answer(.text(""))
        try await visit.pilot.choose("Import 1 item")
        #expect(try await visit.fixture.logins().map(\.userName) == ["ada"])
        await visit.pilot.stop()
    }

    @Test("a locked vault is a failure that can be tried again")
    func locked() async throws {
        let visit = try await Visit()
        await visit.vault.lock()
        try await visit.look(at: export(1))
        guard case .failed(let problem, let retry) = try visit.pilot.screen().phase else {
            Issue.record("The screen shows no failure.")
            return
        }
        #expect(problem.code == "vault.locked" && retry == "retry")
        try await visit.vault.unlock(passphrase: TransferFixture.passphrase)
        try await visit.pilot.choose("Try again")
        #expect(visit.pilot.sees("Import 1 item"))
        await visit.pilot.stop()
    }

    @Test("a file that changes after the preview has to be chosen again")
    func changedFile() async throws {
        let visit = try await Visit()
        try await visit.look(at: export(2))
        try visit.fixture.write(export(3))
        try await visit.pilot.choose("Import 2 items")
        let problem = try #require(try visit.pilot.screen().fields.first?.problem)
        #expect(problem.hasPrefix("The file has changed since it was looked at"))
        #expect(try await visit.total == 0)
        await visit.pilot.stop()
    }

    @Test("cancelling, or going back, in the preview returns to the choice of a file")
    func cancelledPreview() async throws {
        let visit = try await Visit()
        try await visit.look(at: export(2))
        try await visit.pilot.choose("Cancel")
        #expect(try visit.pilot.screen().title == "Import")
        try await visit.look(at: export(2))
        try await visit.pilot.back()
        #expect(try visit.pilot.screen().title == "Import")
        #expect(try await visit.total == 0)
        await visit.pilot.stop()
    }

    /// A person who has begun to import 1000 items, which wait in the middle.
    private func importing() async throws -> Visit {
        HeldProgress.presenter.hold()
        let visit = try await Visit(plugins: [HeldProgress.self, HomePage.self], at: "home")
        try await visit.pilot.open("import")
        try await visit.look(at: export(1000))
        try visit.pilot.session.send(.act("start"))
        try await visit.pilot.wait("the import to have begun") { HeldProgress.presenter.isHeld }
        try await visit.pilot.wait(for: "If you cancel, nothing is imported.")
        return visit
    }

    @Test("cancelling an import that is running leaves nothing, and says so")
    func cancelledImport() async throws {
        let visit = try await importing()
        let pilot = visit.pilot
        try pilot.session.send(.act("cancel"))
        try await pilot.wait(for: "Cancelling")
        HeldProgress.presenter.release()
        await pilot.session.settle()
        #expect(pilot.notices == ["Cancelled; nothing was imported."])
        #expect(try pilot.screen().title == "Import from logins.csv")
        try await pilot.choose("It is something else")
        #expect(pilot.sees("Say which program wrote the file, or what its columns"))
        #expect(try await visit.total == 0)
        await pilot.stop()
    }

    @Test("an import goes on when its screen is left; its end is told, and shown to who comes back")
    func leftImport() async throws {
        let visit = try await importing()
        let pilot = visit.pilot
        try await pilot.back()
        #expect(try pilot.screen().title == "Home")
        try pilot.session.send(.open(TransferRoute.import.location()))
        try await pilot.wait(for: "Importing from logins.csv")
        try await pilot.back()
        HeldProgress.presenter.release()
        try await pilot.wait("the end to be told") { !pilot.notices.isEmpty }
        #expect(pilot.notices == ["1,000 items were saved."])
        #expect(try await visit.total == 1000)
        try await pilot.open("import")
        #expect(try pilot.screen().title == "Import finished")
        try await pilot.back()
        try await pilot.open("import")
        #expect(try pilot.screen().title == "Import")
        await pilot.stop()
    }

    @Test("an import that was left and fails is told by an alert, and can be tried again")
    func failedLeftImport() async throws {
        let visit = try await importing()
        let pilot = visit.pilot
        try await pilot.back()
        try visit.fixture.write(export(1001))
        HeldProgress.presenter.release()
        try await pilot.wait(for: "The file has changed since it was looked at")
        try await pilot.answer(.cancel)
        try await pilot.open("import")
        #expect(try pilot.screen().fields.first?.problem?.hasPrefix("The file has") == true)
        #expect(try await visit.total == 0)
        await pilot.stop()
    }

    @Test("locking the vault gives up an import that was left, and nothing of it is kept")
    func lockedImport() async throws {
        let visit = try await importing()
        let pilot = visit.pilot
        try await pilot.back()
        async let locking: Void = visit.vault.lock()
        HeldProgress.presenter.release()
        await locking
        try await pilot.wait("the end to be told") { !pilot.notices.isEmpty }
        #expect(pilot.notices == ["Cancelled; nothing was imported."])
        try await visit.vault.unlock(passphrase: TransferFixture.passphrase)
        #expect(try await visit.total == 0)
        try await pilot.open("import")
        #expect(try pilot.screen().title == "Import")
        await pilot.stop()
    }

    @Test("the password of a file is asked for, again when it was wrong, and not for ever")
    func password() async throws {
        let visit = try await Visit()
        let pilot = visit.pilot
        let sealed = try SealedBitwarden(password: "geheim", kdf: 0)
            .seal(#"{"items": [{"type": 2, "name": "Note", "notes": "text"}]}"#)
        try await visit.look(at: sealed, name: "sealed.json")
        #expect(pilot.sees("Password of sealed.json"))
        try await pilot.answer(.text("wrong"))
        #expect(pilot.sees("That was not the password."))
        try await pilot.answer(.text("geheim"))
        #expect(pilot.sees("An export of Bitwarden with 1 row. Nothing has been saved yet."))
        #expect(pilot.sees("Entry") && !pilot.sees("Line"))
        try await pilot.choose("Import 1 item")
        #expect(try await visit.total == 1)
        // Nobody can read an encrypted file.
        #expect(!pilot.sees("elete the file") && !pilot.sees("passwords that anyone"))
        try await pilot.choose("Import another file")
        try await visit.look(at: sealed, name: "sealed.json")
        for _ in 0..<3 { try await pilot.answer(.text("wrong")) }
        #expect(try pilot.screen().fields.first?.problem?.contains("password of the file") == true)
        try await visit.look(at: sealed, name: "sealed.json")
        try await pilot.answer(.cancel)
        #expect(
            try pilot.screen().fields.first?.problem?.hasPrefix("sealed.json is protected") == true)
        await pilot.stop()
    }

    @Test("an upload is imported like a file")
    func upload() async throws {
        let visit = try await Visit()
        let file = FileValue(name: "up.csv", content: .bytes(SecretText(export(3))))
        try visit.pilot.session.send(.act("look", fields: ["file": .file(file)]))
        await visit.pilot.session.settle()
        #expect(try visit.pilot.screen().title == "Import from up.csv")
        try await visit.pilot.choose("Import 3 items")
        #expect(try await visit.total == 3)
        await visit.pilot.stop()
    }

    @Test("the way here is an action of the application with a key")
    func applicationAction() async throws {
        let visit = try await Visit()
        let action = try visit.pilot.screen().actions.first { $0.scope == .application }
        #expect(action?.id == "import" && action?.title == "Import" && action?.shortcut == "i")
        await visit.pilot.stop()
    }

    @Test("everything is there in Brazilian Portuguese as well")
    func portuguese() async throws {
        let visit = try await Visit(language: "pt-BR")
        let path = try visit.fixture.write(export(1))
        try await visit.pilot.fill("Arquivo", with: .file(path))
        try await visit.pilot.choose("Ver o arquivo")
        #expect(visit.pilot.sees("Uma exportação do Firefox com 1 linha."))
        try await visit.pilot.choose("Importar 1 item")
        #expect(visit.pilot.sees("1 item foi salvo."))
        await visit.pilot.stop()
    }

    @Test("every text is in the catalogue, in every language, and none is left over")
    func texts() {
        let catalogue = TransferText.catalogue
        #expect(catalogue.languages == ["ar", "de", "en", "pt-BR"])
        for language in catalogue.languages {
            for key in TransferText.allCases {
                #expect(catalogue.contains(key.rawValue, in: language), "\(key), \(language)")
            }
        }
        #expect(catalogue.keys == TransferText.allCases.map(\.rawValue).sorted())
    }
}

/// A screen that has nothing to do with imports, nor with the vault.
private enum HomePage: Plugin {
    static let manifest = PluginManifest(
        name: "test.home", version: "1.0.0", summary: "Shows nothing")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.scenes) {
            [try SceneDefinition(Route("home")) { Home($0) }]
        }
    }

    private final class Home: Scene {
        let screen: Screen

        init(_ context: SceneContext) {
            screen = Screen(location: context.location, title: "Home")
        }

        func start(changed: @escaping @Sendable () -> Void) {}
        func receive(_ input: SceneInput) -> Bool { false }
        func stop() {}
    }
}

/// Holds an import where it reports that it has written something, until it is released.
private enum HeldProgress: Plugin {
    static let manifest = PluginManifest(
        name: "test.held-progress", version: "1.0.0", summary: "Holds an import")
    static let presenter = HoldingPresenter()

    static func register(in registrar: inout Registrar) {
        registrar.provide(.progress) { presenter }
    }

    final class HoldingPresenter: ProgressPresenting {
        private let state = Mutex((isHeld: false, isReleased: false))
        private let gate = DispatchSemaphore(value: 0)

        var isHeld: Bool { state.withLock(\.isHeld) }

        /// Holds the next import.
        func hold() { state.withLock { $0 = (false, false) } }

        func release() {
            state.withLock { $0.isReleased = true }
            gate.signal()
        }

        func report(_ progress: TaskProgress) {
            guard progress.total == 1000, progress.completed > 0 else { return }
            let mustWait = state.withLock { state in
                state.isHeld = true
                return !state.isReleased
            }
            if mustWait { gate.wait() }
        }
    }
}
