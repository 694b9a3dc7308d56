import BenchmarkReport
import Foundation

/// How long it takes from starting a credential helper to its end.
struct ProviderMeasurements {
    private static let rounds = 301
    private static let starts = 15

    private let home: SampleHome

    init(_ home: SampleHome) { self.home = home }

    func all() async throws -> [Figure] {
        let helper = HelperProcess(
            path: "\(SampleHome.products)/wallet-credential", arguments: ["git", "get"],
            environment: home.environment, folder: home.folder)
        let yardstick = HelperProcess(
            path: "/usr/bin/git", arguments: ["credential-store", "--file", home.lines, "get"],
            environment: home.environment, folder: home.folder)
        let empty = HelperProcess(
            path: "\(SampleHome.products)/empty-program", arguments: [],
            environment: home.environment, folder: home.folder)
        let time = try await measure(helper)
        let first = try firstAfterUnlocking(helper)
        let other = try await measure(yardstick)
        let start = try await median(of: Self.rounds) { _ in _ = try empty.run("") }
        let name = "provider, git get" + (home.owners == .four ? ", four owners" : "")
        return [
            Figure(
                name: name, items: home.count, milliseconds: time.wall,
                yardstick: "git credential-store", yardstickMilliseconds: other.wall,
                bar: "≤ 1 ×, 4 ms", isMet: time.wall <= min(4, other.wall)),
            Figure(
                name: "\(name), first after unlocking", items: home.count, milliseconds: first,
                yardstick: "git credential-store", yardstickMilliseconds: other.wall,
                bar: "≤ 1 ×, 4 ms", isMet: first <= min(4, other.wall)),
            Figure(
                name: name, items: home.count, milliseconds: time.wall,
                yardstick: "starting an empty program", yardstickMilliseconds: start.wall,
                bar: "reported"),
        ]
    }

    /// Asks for logins all over the vault, and checks each answer.
    private func measure(_ helper: HelperProcess) async throws -> Time {
        try await median(of: Self.rounds) { try ask(helper, $0) }
    }

    /// The median time of the first question to an agent that has just been unlocked.
    private func firstAfterUnlocking(_ helper: HelperProcess) throws -> Double {
        var times: [Double] = []
        for round in 0..<Self.starts {
            try home.startAnew()
            times.append(try ContinuousClock().measure { try ask(helper, round) }.inMilliseconds)
        }
        return times.sorted()[Self.starts / 2]
    }

    private func ask(_ helper: HelperProcess, _ round: Int) throws {
        let number = round * 7919 % home.count
        let answer = try helper.run(home.question(number))
        precondition(answer == "username=user\(number)\npassword=secret\(number)\n")
    }
}
