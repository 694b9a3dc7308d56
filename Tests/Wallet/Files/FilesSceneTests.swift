import Foundation
import Synchronization
import TenonCore
import TenonSQLite
import TenonTesting
import TenonUI
import TestSupport
import Testing
import WalletFiles
import WalletItems
import WalletLogins
import WalletSettings
import WalletSync
import WalletTestSupport

@testable import WalletVault  // Only sync says that content is on other machines.

@Suite("The files of items")
struct FilesSceneTests {
    /// A desktop whose program notes what it is given.
    private final class Desktop: ProgramRunning {
        struct Opened: Equatable {
            let path: String
            let text: String?
            let permissions: Int?
        }

        private let opened = Mutex<[Opened]>([])
        let status: Int32

        /// What was opened first.
        var first: Opened? { opened.withLock(\.first) }

        init(status: Int32 = 0) { self.status = status }

        func run(
            _ name: String, arguments: [String], input: SecretText, limit: Int,
            within duration: Duration
        ) async -> ProgramOutcome? {
            let path = arguments.first ?? ""
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            let opened = Opened(
                path: path, text: try? String(contentsOfFile: path, encoding: .utf8),
                permissions: attributes?[.posixPermissions] as? Int)
            self.opened.withLock { $0.append(opened) }
            return ProgramOutcome(status: status, output: SecretText(""))
        }
    }

    private let folder: TemporaryFolder
    private let bank = Login(title: "Bank", password: SecretText("s3cret"))

    init() throws { folder = try TemporaryFolder() }

    private func pilot(
        _ vault: TemporaryVault, on desktop: Desktop? = Desktop(), limit: Int? = nil
    ) async throws -> SessionPilot {
        let sync = VaultSync(
            vault.manager, stateFolder: vault.folder.path, databases: SQLiteDatabases(),
            now: { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) })
        return try await SessionPilot(
            plugins: [
                FilesPlugin.self, ItemsPlugin.self, LoginsPlugin.self, SettingsPlugin.self,
            ],
            configuration: Configuration(
                flags: limit.map { ["attachment-limit": "\($0)"] } ?? [:],
                environment: ["LANG": "C.UTF-8"]
                    .merging(desktop == nil ? [:] : ["DISPLAY": ":0"]) { $1 }),
            at: "login:\(bank.id)"
        ) { registrar in
            vault.register(in: &registrar)
            registrar.provide(.sync) { sync }
            registrar.provide(.programs) { desktop ?? Desktop(status: 1) }
            let persister = MemoryPersister()
            registrar.provide(.persister) { persister }
        }
    }

    /// Adds a file on the screens.
    private func add(_ name: String, _ text: String, _ pilot: SessionPilot) async throws {
        try folder.write(text, to: name)
        try await pilot.open("login:\(bank.id)")
        try await pilot.choose("Add file…")
        try await pilot.fill("File to add", with: .file("\(folder.path)/\(name)"))
        try await pilot.choose("Add")
    }

    private func names(_ vault: TemporaryVault) async throws -> [String] {
        try await vault.manager.item(bank.id).attachments.map(\.name)
    }

    @Test("A file is added, opened from memory, saved for its owner alone, and removed")
    func round() async throws {
        let vault = try await TemporaryVault.make([bank])
        let desktop = Desktop()
        let pilot = try await pilot(vault, on: desktop)
        try await add("small.txt", "four", pilot)
        #expect(pilot.notices.last == "File added: small.txt")
        try await add("large.txt", String(repeating: "x", count: 2_000), pilot)
        let files = try pilot.screen().facts.filter { $0.id.hasPrefix("attachment-") }
        #expect(files.map(\.label) == ["large.txt", "small.txt"])
        #expect(pilot.sees("2 kB", on: "large.txt") && pilot.sees("4 bytes", on: "small.txt"))

        try await pilot.choose("Open, save or remove", on: "small.txt")
        #expect(try pilot.screen().title == "small.txt")
        try await pilot.choose("Open")
        let opened = try #require(desktop.first)
        #expect(opened.text == "four" && opened.permissions == 0o600)
        #expect(pilot.sees("“small.txt” is open."))
        #expect(FileManager.default.fileExists(atPath: opened.path))
        try await pilot.answer(.confirm)
        #expect(!FileManager.default.fileExists(atPath: opened.path))

        try await pilot.choose("Save to…")
        try await pilot.fill("Save as", with: .text("out.txt"))
        try await pilot.choose("Save")
        #expect(pilot.sees("Give a whole path"))
        try folder.write("mine", to: "out.txt")
        try await pilot.fill("Save as", with: .text("\(folder.path)/out.txt"))
        try await pilot.choose("Save")
        #expect(pilot.sees("There is a file out.txt already"))
        #expect(folder.text(of: "out.txt") == "mine")
        try await pilot.fill("Replace a file that is there", with: .toggle(true))
        try await pilot.choose("Save")
        #expect(folder.text(of: "out.txt") == "four")
        let attributes = try FileManager.default.attributesOfItem(
            atPath: "\(folder.path)/out.txt")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try pilot.screen().title == "small.txt")

        try await pilot.choose("Remove")
        #expect(pilot.sees("cannot be brought back"))
        try await pilot.answer(.cancel)
        #expect(try await names(vault).count == 2)
        try await pilot.choose("Remove")
        try await pilot.answer(.confirm)
        #expect(pilot.notices.last == "Removed from “Bank”: small.txt")
        #expect(try await names(vault) == ["large.txt"])
        #expect(try await vault.manager.check().isClean)
        await pilot.stop()
    }

    @Test("What cannot be added is said, and changes nothing")
    func refused() async throws {
        let vault = try await TemporaryVault.make([bank])
        let pilot = try await pilot(vault, limit: 1)
        #expect(pilot.application.container[.itemFiles].limit == 1_000_000)
        try await add("scan.txt", "four", pilot)
        try await pilot.choose("Add file…")
        #expect(pilot.sees("It may have up to 1,000 kB."))
        try folder.write(String(repeating: "x", count: 1_000_001), to: "huge.txt")
        for (path, words) in [
            ("missing.txt", "cannot be read"), (".", "is a folder"),
            ("huge.txt", "is larger than 1 MB"), ("scan.txt", "already has an attachment"),
        ] {
            try await pilot.fill("File to add", with: .file("\(folder.path)/\(path)"))
            try await pilot.choose("Add")
            #expect(pilot.sees(words), "\(path): \(pilot.see())")
            #expect(try await names(vault) == ["scan.txt"], "\(path)")
        }
        try await pilot.fill("File to add", with: .file("\(folder.path)/scan.txt"))
        try await pilot.fill("Name in the vault", with: .text("other.txt"))
        try await pilot.choose("Add")
        #expect(try await names(vault) == ["scan.txt", "other.txt"])
        await pilot.stop()
    }

    @Test("Where there is no desktop a file can be saved only, and one that opens nothing is said")
    func noDesktop() async throws {
        let vault = try await TemporaryVault.make([bank])
        let bare = try await pilot(vault, on: nil)
        try await add("scan.txt", "four", bare)
        try await bare.choose("Open, save or remove", on: "scan.txt")
        let titles = try bare.screen().actions.map(\.title)
        #expect(titles.contains("Save to…") && !titles.contains("Open"))
        await bare.stop()

        let desktop = Desktop(status: 3)
        let pilot = try await pilot(vault, on: desktop)
        try await pilot.choose("Open, save or remove", on: "scan.txt")
        try await pilot.choose("Open")
        #expect(pilot.sees("No program of the desktop opened “scan.txt”."))
        let opened = try #require(desktop.first)
        #expect(!FileManager.default.fileExists(atPath: opened.path))
        await pilot.stop()
        #expect(try await names(vault) == ["scan.txt"])
    }

    @Test("All files are listed by size, and one whose content is elsewhere is named")
    func all() async throws {
        let vault = try await TemporaryVault.make([bank])
        let pilot = try await pilot(vault)
        try await pilot.choose("Files")
        #expect(pilot.sees("No item has a file yet."))
        try await add("small.txt", "four", pilot)
        let awaited = try WalletVault.Attachment(
            "scan.pdf", size: 20_000_000, added: Timestamp(milliseconds: 1))
        try await vault.manager.expect(awaited)
        var item = try await vault.manager.item(bank.id)
        item.head.attachments.append(awaited)
        try await vault.manager.save(item)

        try await pilot.choose("Files")
        try await pilot.wait(for: "scan.pdf")
        let rows = try pilot.screen().lists.flatMap(\.rows)
        #expect(rows.map(\.title) == ["scan.pdf", "small.txt"])
        #expect(rows.map(\.value) == ["20 MB", "4 bytes"])
        #expect(rows.map { $0.badge?.text } == ["on other machines", nil])
        try await pilot.choose("Open", on: "scan.pdf")
        #expect(pilot.sees("The content has not arrived on this machine."))
        // Nobody else keeps this vault.
        try await pilot.choose("Save to…")
        try await pilot.fill("Save as", with: .text("\(folder.path)/scan.pdf"))
        try await pilot.choose("Save")
        #expect(try pilot.screen().title == "Save the file")
        #expect(folder.text(of: "scan.pdf") == nil)
        await pilot.stop()
    }
}
