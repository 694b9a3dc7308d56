import Foundation
import SyncSimulation
import TenonCore
import TenonSQLite
import TenonSecurity
import Testing
import WalletSync
import WalletVault

@Suite("Files in items that are damaged or away where they are kept")
struct FileDamageTests {
    private let bank = TwoMachines.login("bank", "one")

    /// What happens to the parts of a file where they are kept.
    enum Damage: CaseIterable {
        case altered
        case cut
        case swapped
        case ofAnotherFile
        case missing

        var code: ErrorCode {
            switch self {
            case .altered, .ofAnotherFile: .syncAltered
            case .cut: .syncDamaged
            case .swapped: .syncForeign
            case .missing: .syncNotArrived
            }
        }
    }

    @Test(
        "A part that is wrong is named as what it is and never opened; once it is right, all goes on",
        arguments: Damage.allCases)
    func damage(_ damage: Damage) async throws {
        let machines = try await TwoMachines([bank])
        let (desk, phone) = (machines.desk, machines.phone)
        let content = SimulatedFile.content(seed: 3, size: 2 << 20)
        let file = try await desk.attach("scan.pdf", content, to: bank.id)
        try await machines.exchange()
        let parts = try await machines.parts()
        try await desk.attach(
            "other.pdf", SimulatedFile.content(seed: 4, size: 1 << 20), to: bank.id)
        try await machines.exchange()
        let other = try #require(
            try await machines.parts().first { !parts.contains($0) })
        let right = try parts.map { try Data(contentsOf: $0) }
        switch damage {
        case .altered:
            var bytes = right[0]
            bytes[bytes.startIndex + 1_000] ^= 1
            try bytes.write(to: parts[0])
        case .cut: try right[0].prefix(1_000).write(to: parts[0])
        case .swapped:
            try right[0].write(to: parts[1])
            try right[1].write(to: parts[0])
        case .ofAnotherFile: try Data(contentsOf: other).write(to: parts[0])
        case .missing: try FileManager.default.removeItem(at: parts[0])
        }
        for _ in 0..<2 {
            let error = await #expect(throws: SyncError.self) {
                try await phone.fetch(file, of: bank.id)
            }
            #expect(error?.code == damage.code)
            #expect(error.map { "\($0.message)" }?.contains("scan.pdf") == true)
        }
        #expect(try await phone.vault.isAwaited(file))
        #expect(try await phone.vault.check().isClean)
        for (part, bytes) in zip(parts, right) { try bytes.write(to: part) }
        try await phone.fetch(file, of: bank.id)
        #expect(try await phone.content(of: file) == content)
    }

    @Test("Without its folder, a file is said to be away, and everything else is here")
    func away() async throws {
        let machines = try await TwoMachines([bank])
        let file = try await machines.desk.attach("scan.pdf", [1], to: bank.id)
        try await machines.exchange()
        let shared = machines.folder.url.appending(path: "shared")
        try FileManager.default.moveItem(
            at: shared, to: machines.folder.url.appending(path: "elsewhere"))
        let error = await #expect(throws: SyncError.self) {
            try await machines.phone.fetch(file, of: bank.id)
        }
        #expect(error?.code == .syncAway)
        #expect(try await machines.phone.vault.login(bank.id).password == SecretText("one"))
    }

    @Test("Nobody without the key can pass lost content off as content that is elsewhere")
    func forgedMark() async throws {
        let machines = try await TwoMachines([bank])
        let desk = machines.desk
        let (lost, other) = (
            try await desk.attach("lost.txt", [1], to: bank.id),
            try await desk.attach("other.txt", [2], to: bank.id)
        )
        let database = try SQLiteDatabases().open(
            path: desk.vault.path, options: DatabaseOptions())
        try database.write { connection in
            try connection.execute("UPDATE attachment_chunk SET number = -1")
        }
        try database.close()
        for file in [lost, other] {
            #expect(try await !desk.vault.isAwaited(file))
            let error = await #expect(throws: VaultError.self) {
                try await desk.vault.contents(of: file)
            }
            #expect(error?.code == .vaultTampered)
        }
        #expect(try await !desk.vault.check().isClean)
    }
}
