import SyncSimulation
import TenonCore
import TenonSecurity
import Testing
import WalletSync
import WalletVault

@Suite("Commits, and remotes that lie")
struct CommitTests {
    private let remote = OpenRemote()
    private let item = ItemID()

    private func write(_ replica: Replica, _ password: String) async throws {
        try await replica.commit([
            .fields(item, [.presence: SecretText("1"), .password: SecretText(password)])
        ])
        _ = try await replica.synchronize(with: remote)
    }

    /// What a newcomer says of the log of the first device after somebody changed it.
    private func problems(
        _ count: Int = 2, _ body: (inout [[UInt8]]) -> Void
    ) async throws -> [SyncProblem] {
        let fixture = try await SyncFixture()
        let phone = try await fixture.joined("phone")
        for number in 0..<count { try await write(fixture.founder, "password \(number)") }
        let log = remote.log(of: fixture.founder.device.id)
        remote.change(fixture.founder.device.id, body)
        let report = try await phone.synchronize(with: remote)
        // Once the log is what it was, nothing is missing.
        remote.change(fixture.founder.device.id) { $0 = log }
        #expect(try await phone.synchronize(with: remote).problems.isEmpty)
        #expect(await phone.stateHash == fixture.founder.stateHash)
        remote.change(fixture.founder.device.id) { $0 = [] }
        return report.problems
    }

    @Test("Every changed byte is noticed, and what was before it is taken")
    func changedBytes() async throws {
        let fixture = try await SyncFixture()
        let founder = fixture.founder.device.id
        try await write(fixture.founder, "a password")
        let commit = remote.log(of: founder)[0]
        for place in commit.indices {
            let phone = try await Replica.join(
                SimulatedStore(), vault: fixture.vault, ring: [fixture.key], keys: .make(),
                name: "phone",
                by: Introduction(devices: [fixture.founder.device], vector: VersionVector()),
                now: SyncFixture.now)
            remote.change(founder) { $0[0] = commit }
            remote.change(founder) { $0[0][place] ^= 1 }
            let report = try await phone.synchronize(with: remote)
            #expect(report.applied == 0)
            #expect(report.problems.map(\.device) == [founder])
        }
    }

    @Test("Commits that are cut short, swapped, left out or of another version are named")
    func lies() async throws {
        #expect(try await problems { $0[1].removeLast(40) }.map(\.error.code) == [.syncAltered])
        #expect(try await problems { $0[1] = [] }.map(\.error.code) == [.syncDamaged])
        #expect(try await problems { $0[1] += [0] }.map(\.error.code) == [.syncAltered])
        #expect(
            try await problems { $0[1] = [UInt8](repeating: 7, count: (1 << 20) + 1) }
                .map(\.error.code) == [.syncDamaged])
        #expect(try await problems { $0.swapAt(1, 2) }.map(\.error.code) == [.syncForeign])
        #expect(try await problems { $0.remove(at: 1) }.map(\.error.code) == [.syncForeign])
        #expect(try await problems { $0[1][3] += 1 }.map(\.error.code) == [.syncAltered])
        #expect(try await problems { $0[1] = $0[0] }.map(\.error.code) == [.syncForeign])
    }

    @Test("A log that is shorter than it was is named, and its device brings the rest again")
    func rollBack() async throws {
        let fixture = try await SyncFixture()
        let phone = try await fixture.joined("phone")
        let founder = fixture.founder.device.id
        try await write(fixture.founder, "one")
        _ = try await phone.synchronize(with: remote)
        remote.change(founder) { $0.removeLast() }
        let problems = try await phone.synchronize(with: remote).problems
        #expect(problems.map(\.error.code) == [.syncRolledBack])
        let repair = try await fixture.founder.synchronize(with: remote)
        #expect(repair.problems.map(\.error.code) == [.syncRolledBack] && repair.sent == 1)
        #expect(try await phone.synchronize(with: remote).problems.isEmpty)
    }

    @Test("A device that was put back to an older state is told so, and overwrites nothing")
    func restoredDevice() async throws {
        let fixture = try await SyncFixture()
        let old = SimulatedStore()
        var rows: [[UInt8]: [UInt8]] = [:]
        try fixture.store.load { rows[$0] = $1 }
        try old.save(rows)
        try await write(fixture.founder, "one")
        let log = remote.log(of: fixture.founder.device.id)
        let restored = try Replica(
            old, vault: fixture.vault, ring: [fixture.key], now: SyncFixture.now)
        #expect(
            try await restored.synchronize(with: remote).problems.map(\.error.code)
                == [.syncRolledBack])
        try await restored.commit([.fields(item, [.password: SecretText("other")])])
        #expect(
            try await restored.synchronize(with: remote).problems.map(\.error.code)
                == [.syncForked])
        #expect(remote.log(of: fixture.founder.device.id) == log)
    }

    @Test("Devices that were shown different commits notice it as soon as they meet")
    func fork() async throws {
        let fixture = try await SyncFixture()
        let (phone, laptop) = (
            try await fixture.joined("phone"), try await fixture.joined("laptop")
        )
        _ = try await fixture.founder.synchronize(with: remote)
        // The founder is copied, and both go on.
        let copy = SimulatedStore()
        var rows: [[UInt8]: [UInt8]] = [:]
        try fixture.store.load { rows[$0] = $1 }
        try copy.save(rows)
        let twin = try Replica(
            copy, vault: fixture.vault, ring: [fixture.key], now: SyncFixture.now)
        try await twin.commit([.fields(item, [.title: SecretText("left")])])
        try await fixture.founder.commit([.fields(item, [.title: SecretText("right")])])
        let other = OpenRemote()
        _ = try await twin.synchronize(with: other)
        _ = try await fixture.founder.synchronize(with: remote)
        _ = try await phone.synchronize(with: other)
        _ = try await laptop.synchronize(with: remote)
        #expect(await phone.fingerprint != laptop.fingerprint)
        try await phone.commit([.fields(item, [.notes: SecretText("I have seen left")])])
        _ = try await phone.synchronize(with: other)
        let log = other.log(of: phone.device.id)
        remote.change(phone.device.id) { $0 = log }
        let problems = try await laptop.synchronize(with: remote).problems
        #expect(problems.map(\.device) == [phone.device.id])
        #expect(problems.map(\.error.code) == [.syncForked])
    }

    @Test("A stranger who knows the key of the vault is still no device")
    func stranger() async throws {
        let fixture = try await SyncFixture()
        _ = try await fixture.founder.synchronize(with: remote)
        let stranger = try await Replica.found(
            SimulatedStore(), vault: fixture.vault, ring: [fixture.key], keys: .make(),
            name: "stranger", now: SyncFixture.now)
        try await write(stranger, "mine")
        let report = try await fixture.founder.synchronize(with: remote)
        #expect(report.applied == 0 && report.problems.isEmpty)
        #expect(try await fixture.founder.item(item) == nil)
    }

    @Test("Lengths tell little: passwords of 8 to 20 letters make commits of the same length")
    func lengths() async throws {
        let fixture = try await SyncFixture()
        for count in 8...20 {
            try await write(fixture.founder, String(repeating: "x", count: count))
        }
        let lengths = Set(remote.log(of: fixture.founder.device.id).dropFirst(2).map(\.count))
        #expect(lengths.count <= 2)
    }

    @Test("What does not fit into a commit goes into several; one field that does not is refused")
    func large() async throws {
        let fixture = try await SyncFixture()
        let phone = try await fixture.joined("phone")
        let text = SecretText(String(repeating: "x", count: 600_000))
        try await fixture.founder.commit([
            .fields(item, [.presence: SecretText("1"), .notes: text, .password: text])
        ])
        _ = try await fixture.founder.synchronize(with: remote)
        _ = try await phone.synchronize(with: remote)
        #expect(try await phone.item(item)?.values[.notes] == text)
        #expect(try await phone.item(item)?.values[.password] == text)
        #expect(remote.log(of: fixture.founder.device.id).allSatisfy { $0.count <= 1 << 20 })
        let hash = await fixture.founder.stateHash
        await #expect(throws: SyncError.self) {
            try await fixture.founder.commit([
                .fields(item, [.notes: SecretText(String(repeating: "x", count: 1_000_000))])
            ])
        }
        #expect(await fixture.founder.stateHash == hash)
    }
}
