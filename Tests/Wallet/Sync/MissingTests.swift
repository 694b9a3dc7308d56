import Foundation
import SyncSimulation
import Synchronization
import TenonCore
import TenonSecurity
import TestSupport
import Testing
import WalletSync
import WalletTestSupport
import WalletVault

@Suite("A change that has not arrived")
struct MissingTests {
    /// A clock that a test puts forward.
    private final class Clock: Sendable {
        private let hours = Mutex<Int64>(0)

        func advance(by count: Int64) { hours.withLock { $0 += count } }

        @Sendable func now() -> Timestamp {
            Timestamp(
                milliseconds: SyncFixture.now().milliseconds + hours.withLock { $0 } * 3_600_000)
        }
    }

    /// What a file syncer does with a file.
    enum Fate: CaseIterable, CustomTestStringConvertible {
        case gone, nextcloud, iCloud, conflict, conflictOfLast, placeholderOfLast

        var testDescription: String { "\(self)" }

        /// The name that it has afterwards; `nil` for none.
        func name(_ number: Int) -> String? {
            switch self {
            case .gone: nil
            case .nextcloud, .placeholderOfLast: "\(number).commit.nextcloud"
            case .iCloud: ".\(number).commit.icloud"
            case .conflict, .conflictOfLast: "\(number) (conflicted copy 2026-11-29).commit"
            }
        }

        var isOfLast: Bool { self == .conflictOfLast || self == .placeholderOfLast }
    }

    private let folder: TemporaryFolder
    private let clock = Clock()
    private let desk: SyncedMachine
    private let phone: SyncedMachine

    init() async throws {
        folder = try TemporaryFolder()
        desk = SyncedMachine(
            try await .make([Login(title: "bank", password: SecretText("one"))]), now: clock.now)
        phone = SyncedMachine(try TemporaryVault(), now: clock.now)
        try await desk.sync.setUpSync(at: folder.path, device: "desk")
        try await desk.letIn(phone, as: "phone")
        for machine in [desk, phone, desk, phone] { _ = try await machine.sync.synchronize() }
    }

    /// The folder of the commits of the desk, and their numbers.
    private func log() async throws -> (path: String, numbers: [Int]) {
        let id = try #require(
            try await desk.sync.syncStatus().devices.first { $0.name == "desk" }?.id)
        let path = "\(folder.path)/\(try await desk.vault.name())/\(id)"
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        return (path, names.compactMap { Int($0.dropLast(7)) }.sorted())
    }

    @Test(
        "It is named with its number and since when, in a folder as late after an hour",
        arguments: Fate.allCases)
    func folder(_ fate: Fate) async throws {
        for number in 0..<3 {
            try await desk.vault.add(Login(title: "\(number)", password: SecretText("two")))
            _ = try await desk.sync.synchronize()
        }
        let (path, numbers) = try await log()
        let number = try #require(fate.isOfLast ? numbers.last : numbers.dropLast().last)
        let file = "\(path)/\(number).commit"
        let aside = "\(folder.path)/aside"
        try FileManager.default.moveItem(atPath: file, toPath: aside)
        if let name = fate.name(number) {
            try FileManager.default.copyItem(atPath: aside, toPath: "\(path)/\(name)")
        }
        let begin = clock.now()
        let outcome = try await phone.sync.synchronize()
        #expect(outcome.problems == [])
        #expect(outcome.missing.map(\.device) == ["desk"])
        #expect(outcome.missing.map(\.change) == [number])
        #expect(outcome.missing.allSatisfy { $0.since >= begin })
        #expect(try await phone.titles().count == (fate.isOfLast ? 3 : 2))
        var status = try await phone.sync.syncStatus()
        #expect(status.phase == .behind)
        #expect(status.missing == outcome.missing)
        #expect(try await phone.sync.checkSync().missing == outcome.missing)

        clock.advance(by: 2)
        _ = try await phone.sync.synchronize()
        status = try await phone.sync.syncStatus()
        #expect(status.phase == .attention)
        #expect(status.problem.map { "\($0)" }?.contains("desk") == true)
        #expect(status.missing == outcome.missing, "It is the same one since then")
        // By the next process as well.
        _ = try await phone.opens(with: SecretText(TemporaryVault.passphrase))
        #expect(try await phone.sync.syncStatus().missing == outcome.missing)

        try FileManager.default.moveItem(atPath: aside, toPath: file)
        #expect(try await phone.sync.synchronize().missing == [])
        #expect(try await phone.sync.syncStatus().phase == .inStep)
        #expect(try await phone.titles().count == 4)
    }

    @Test("What others say of a log shows that its end is missing")
    func endOfAnother() async throws {
        let tablet = SyncedMachine(try TemporaryVault(), now: clock.now)
        try await desk.letIn(tablet, as: "tablet")
        for machine in [desk, tablet, phone, desk] { _ = try await machine.sync.synchronize() }
        try await desk.vault.add(Login(title: "shop", password: SecretText("two")))
        for machine in [desk, tablet] { _ = try await machine.sync.synchronize() }
        let shop = try #require(
            try await tablet.vault.list(ItemQuery()).items.first { $0.title == "shop" })
        try await tablet.vault.edit(shop.id) { $0.password = SecretText("three") }
        _ = try await tablet.sync.synchronize()
        let (path, numbers) = try await log()
        let last = try #require(numbers.last)
        try FileManager.default.removeItem(atPath: "\(path)/\(last).commit")
        let outcome = try await phone.sync.synchronize()
        #expect(outcome.waiting == ["tablet"])
        #expect(outcome.missing.map(\.device) == ["desk"])
        #expect(outcome.missing.map(\.change) == [last])
        #expect(try await phone.sync.syncStatus().phase == .behind)
    }

    @Test("What others have of this machine is said as far as they have said it")
    func acknowledgements() async throws {
        let before = try await desk.sync.checkSync()
        #expect(before.acknowledgements.map(\.device) == ["phone"])
        try await desk.vault.add(Login(title: "mail", password: SecretText("two")))
        let open = try #require(try await desk.sync.checkSync().acknowledgements.first)
        #expect(open.known < open.total)
        _ = try await phone.sync.synchronize()
        #expect(try await desk.sync.checkSync().acknowledgements == [open], "It has said nothing")
        try await phone.vault.add(Login(title: "shop", password: SecretText("two")))
        _ = try await phone.sync.synchronize()
        let told = try #require(try await desk.sync.checkSync().acknowledgements.first)
        #expect(told.known == told.total)
    }
}
