import BenchmarkReport
import Foundation

/// How long it takes from starting a credential helper to its end.
struct ProviderMeasurements {
    private static let rounds = 301

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
        let other = try await measure(yardstick)
        let start = try await median(of: Self.rounds) { _ in _ = try empty.run("") }
        return [
            Figure(
                name: "provider, git get", items: home.count, milliseconds: time.wall,
                yardstick: "git credential-store", yardstickMilliseconds: other.wall,
                bar: "≤ 1 ×, 4 ms", isMet: time.wall <= min(4, other.wall)),
            Figure(
                name: "provider, git get", items: home.count, milliseconds: time.wall,
                yardstick: "starting an empty program", yardstickMilliseconds: start.wall,
                bar: "reported"),
        ]
    }

    /// Asks for logins all over the vault, and checks each answer.
    private func measure(_ helper: HelperProcess) async throws -> Time {
        try await median(of: Self.rounds) { round in
            let number = round * 7919 % home.count
            let answer = try helper.run(SampleHome.question(number))
            precondition(answer == "username=user\(number)\npassword=secret\(number)\n")
        }
    }
}
