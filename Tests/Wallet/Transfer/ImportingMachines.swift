import Foundation
import SyncSimulation
import TenonCore
import TenonPublicSuffix
import TenonSystem
import TestSupport
import Testing
import WalletSync
import WalletTransfer
import WalletVault

/// Two machines that keep a vault in step through a folder, and import files each for itself.
struct ImportingMachines {
    let folder: TemporaryFolder
    let desk: SimulatedMachine
    let phone: SimulatedMachine

    var both: [SimulatedMachine] { [desk, phone] }

    init() async throws {
        folder = try TemporaryFolder()
        let shared = folder.path + "/shared"
        try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
        let now: @Sendable () -> Timestamp = { TransferFixture.now }
        desk = try await .found(in: folder.path + "/desk", sharing: shared, now: now)
        phone = try await desk.joined(in: folder.path + "/phone", sharing: shared, now: now)
        try await exchange()
    }

    /// Imports a file on a machine.
    @discardableResult
    func take(_ file: ImportableFile, on machine: SimulatedMachine) async throws -> ImportCounts {
        let path = "\(folder.path)/\(file.name)"
        try Data(file.content).write(to: URL(filePath: path))
        let importer = Importer(
            vault: machine.vault, domains: PublicSuffixList(), tools: .live, clock: SystemClock())
        let preview = try await importer.preview(
            .file(path: path), askPassword: { _, _ in SecretText(ImportableFile.password) })
        return try await importer.apply(preview).counts
    }

    /// Lets a machine learn of what is in the folder, and the folder of what the machine has.
    func synchronize(_ machine: SimulatedMachine) async throws {
        let report = try await machine.synchronizer.synchronize(with: machine.remote)
        #expect(report.problems.isEmpty)
    }

    /// Lets both learn of everything.
    func exchange() async throws {
        for machine in [desk, phone, desk, phone] { try await synchronize(machine) }
        #expect(await desk.replica.stateHash == phone.replica.stateHash)
    }
}

/// A file that another program exported.
struct ImportableFile: Sendable, CustomTestStringConvertible {
    /// Opens those that need one.
    static let password = "p"

    let name: String
    let content: [UInt8]
    var testDescription: String { name }

    init(_ name: String, _ content: [UInt8]) {
        self.name = name
        self.content = content
    }

    init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }

    /// A text of Bitwarden with some items.
    static func bitwarden(_ items: String...) -> ImportableFile {
        ImportableFile(
            "items.json",
            "{\"encrypted\": false, \"folders\": [], \"items\": [\(items.joined(separator: ","))]}")
    }
}

extension SimulatedMachine {
    /// The items that are not in the trash, with their former versions, by their names.
    func contents() async throws -> [ItemID: ItemWithHistory] {
        var contents: [ItemID: ItemWithHistory] = [:]
        try await vault.forEachItemWithHistory { contents[$0.item.id] = $0 }
        return contents
    }

    /// All passwords of an item, the present one and those of its history.
    func passwords(of id: ItemID) async throws -> Set<String> {
        let present = try await vault.login(id).password.reveal()
        return Set(try await vault.history(id).compactMap { $0.password?.reveal() } + [present])
    }
}
