import BenchmarkReport
import Foundation

/// How long `wallet list` takes as JSON, beside the list for people: whole commands, which open the
/// vault themselves.
struct ListMeasurements {
    private static let rounds = 7

    private let home: SampleHome

    init(_ home: SampleHome) { self.home = home }

    func all() async throws -> [Figure] {
        let passphrase = "\(home.folder)/passphrase"
        try Data(SampleHome.passphrase.utf8).write(to: URL(fileURLWithPath: passphrase))
        var (plain, json): ([Time], [Time]) = ([], [])
        for _ in 0..<Self.rounds {
            plain.append(try list([], passphrase))
            json.append(try list(["--json"], passphrase))
        }
        return [
            Figure(
                name: "list as JSON", items: home.count, best(json), yardstick: "the plain list",
                best(plain), atMost: 2)
        ]
    }

    /// The best of each time: the rest is what else the machine does.
    private func best(_ times: [Time]) -> Time {
        Time(
            wall: times.map(\.wall).min() ?? 0, processor: times.map(\.processor).min() ?? 0)
    }

    private func list(_ arguments: [String], _ passphrase: String) throws -> Time {
        let wallet = Process()
        wallet.executableURL = URL(fileURLWithPath: "\(SampleHome.products)/wallet")
        wallet.arguments =
            ["list"] + arguments + ["--agent", "off", "--passphrase-file", passphrase]
        wallet.environment = home.environment
        wallet.standardInput = FileHandle.nullDevice
        wallet.standardOutput = FileHandle.nullDevice
        let clock = ContinuousClock()
        let before = Self.processorTimeOfChildren()
        let wall = try clock.measure {
            try wallet.run()
            wallet.waitUntilExit()
        }
        precondition(wallet.terminationStatus == 0)
        return Time(
            wall: wall.inMilliseconds, processor: Self.processorTimeOfChildren() - before)
    }

    private static func processorTimeOfChildren() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        let microseconds = Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
        return seconds * 1000 + microseconds / 1000
    }
}
