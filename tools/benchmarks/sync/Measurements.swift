import BenchmarkReport
import Foundation

/// What is measured of a server on one database.
struct Measurements {
    private static let clients = 64
    private static let runs = 3

    let database: String
    let named: String
    /// Does the same without a server, where there is something that can.
    let yardstick: PgBench?
    let seconds: Double

    func all() async throws -> [Figure] {
        let server = try SyncProcess(database: database)
        defer { server.end() }
        let machines = try await withThrowingTaskGroup(of: PushingMachine.self) { group in
            for _ in 0..<Self.clients { group.addTask { try await PushingMachine(server.address) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        var (best, other) = (Double.infinity, Double.infinity)
        for _ in 0..<Self.runs {
            best = min(best, try await time(of: machines) { try await $0.push() })
            if let yardstick {
                other = min(other, try yardstick.time(clients: Self.clients, seconds: seconds))
            }
        }
        let paced = try await latencies(of: machines, rate: 500).sorted()
        let slow = paced.isEmpty ? .infinity : paced[paced.count * 99 / 100]
        let (quiet, bare) = try await (
            time(of: machines) { try await $0.ask() },
            time(of: machines) { try await $0.askForHealth() }
        )
        for machine in machines { await machine.stop() }
        return [
            Figure(
                name: "commit of one change, 64 machines at once, \(named)", items: Self.clients,
                milliseconds: best,
                yardstick: yardstick.map { _ in "pgbench, the same statements" },
                yardstickMilliseconds: yardstick.map { _ in other },
                bar: yardstick == nil ? "≤ 1 ms" : "≤ 2 ×",
                isMet: best <= (yardstick == nil ? 1 : 2 * other)),
            Figure(
                name: "the same at 500 a second, slowest of a hundred, \(named)",
                items: paced.count, milliseconds: slow, bar: "≤ 50 ms", isMet: slow <= 50),
            Figure(
                name: "nothing new, 64 machines at once, \(named)", items: Self.clients,
                milliseconds: quiet, yardstick: "a request without a signature",
                yardstickMilliseconds: bare, bar: "≤ 0.1 ms", isMet: quiet <= 0.1),
        ]
    }

    /// How long something takes when all machines do it one after the other: the time, by their number.
    private func time(
        of machines: [PushingMachine],
        _ body: @escaping @Sendable (PushingMachine) async throws -> Void
    ) async throws -> Double {
        let start = ContinuousClock.now
        let end = start + .seconds(seconds)
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for machine in machines {
                group.addTask {
                    var count = 0
                    while ContinuousClock.now < end {
                        try await body(machine)
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        return (ContinuousClock.now - start).inMilliseconds / Double(max(count, 1))
    }

    /// How long each commit takes when so many are pushed in a second, in milliseconds; the time that one
    /// waits for the one before counts.
    private func latencies(of machines: [PushingMachine], rate: Int) async throws -> [Double] {
        let pause = Duration.seconds(Double(machines.count) / Double(rate))
        let start = ContinuousClock.now
        let rounds = Int(seconds / (pause.inMilliseconds / 1_000))
        return try await withThrowingTaskGroup(of: [Double].self) { group in
            for (index, machine) in machines.enumerated() {
                group.addTask {
                    var times: [Double] = []
                    for round in 0..<rounds {
                        let offset = Double(round) + Double(index) / Double(machines.count)
                        let due = start + pause * offset
                        try await Task.sleep(until: due)
                        try await machine.push()
                        times.append((ContinuousClock.now - due).inMilliseconds)
                    }
                    return times
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }
}
