import BenchmarkReport
import Foundation
import WalletSync
import WalletVault

/// What is measured of a change that another machine hears of over a server.
struct News {
    private static let changes = 101

    private let folder: String

    init(in folder: String) { self.folder = "\(folder)/news" }

    func all() async throws -> [Figure] {
        let server = try SyncProcess(database: "\(folder)/server/sync.db")
        defer { server.end() }
        let desk = try SampleMachine(in: "\(folder)/desk")
        let phone = try SampleMachine(in: "\(folder)/phone")
        try await desk.vault.create(passphrase: SampleMachine.passphrase)
        try await desk.sync.setUpSync(at: server.address, device: "first")
        try await phone.join(try await desk.sync.inviteDevice())
        for machine in [desk, phone] { _ = try await machine.sync.synchronize() }
        // Nobody looks by itself, and nothing is waited for.
        let pace = SyncPace(
            afterChange: .zero, between: .seconds(3_600), longest: .seconds(3_600),
            tick: .milliseconds(1))
        let tasks = [desk, phone].map { machine in Task { await machine.sync.follow(pace) } }
        let pushing = try await PushingMachine(server.address)
        try await Task.sleep(for: .seconds(1))

        var (times, others): ([Double], [Double]) = ([], [])
        for number in 1...Self.changes {
            let changes = phone.vault.changes()
            let arrived = Task {
                for await _ in changes where try await phone.count() == number {
                    return
                }
            }
            let clock = ContinuousClock()
            let start = clock.now
            try await desk.vault.add(SampleMachine.login(number))
            try await arrived.value
            times.append((clock.now - start).inMilliseconds)
            others.append(try await clock.measure { try await pushing.push() }.inMilliseconds)
        }
        for task in tasks { task.cancel() }
        for machine in [desk, phone] { await machine.stop() }
        await pushing.stop()
        let (median, push) = (
            times.sorted()[Self.changes / 2], others.sorted()[Self.changes / 2]
        )
        return [
            Figure(
                name: "change on one machine, seen on another, median", items: Self.changes,
                milliseconds: median, yardstick: "pushing a commit, median",
                yardstickMilliseconds: push, bar: "≤ 50 ms", isMet: median <= 50)
        ]
    }
}
