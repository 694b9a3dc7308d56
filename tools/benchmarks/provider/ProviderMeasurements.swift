import BenchmarkReport
import Foundation

/// How long it takes from starting a credential helper to its end.
struct ProviderMeasurements {
    private static let runs = 7
    /// How many questions a run has: one alone depends on where the processors just are.
    private static let questions = 40
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
        let (time, other) = try await best(of: Self.runs) { run in
            try ask(helper, inRun: run)
        } beside: { run in
            try ask(yardstick, inRun: run)
        }
        let start = try await best(of: Self.runs) { _ in
            for _ in 0..<Self.questions { _ = try empty.run("") }
        }
        let name = "provider, git get" + (home.owners == .four ? ", four owners" : "")
        let yardstickTime = other.wall / Double(Self.questions)
        func figure(_ what: String, _ milliseconds: Double) -> Figure {
            Figure(
                name: name + what, items: home.count, milliseconds: milliseconds,
                yardstick: "git credential-store", yardstickMilliseconds: yardstickTime,
                bar: "≤ 1 ×, 4 ms", isMet: milliseconds <= min(4, yardstickTime))
        }
        var figures = [figure("", time.wall / Double(Self.questions))]
        for (pause, words) in [(Duration.zero, "at once"), (.milliseconds(500), "half a second")] {
            let times = try await firstAfterUnlocking(helper, pause)
            // The best alone would hide what the first one has to wait for.
            figures.append(figure(", first, \(words) after unlocking, best", times[0]))
            figures.append(
                figure(", first, \(words) after unlocking, median", times[times.count / 2]))
        }
        let times = try await afterPauses(helper, .milliseconds(500))
        figures.append(figure(", later, half a second after another, best", times[0]))
        figures.append(
            figure(", later, half a second after another, median", times[times.count / 2]))
        figures.append(
            Figure(
                name: name, items: home.count, milliseconds: figures[0].milliseconds,
                yardstick: "starting an empty program",
                yardstickMilliseconds: start.wall / Double(Self.questions), bar: "reported"))
        return figures
    }

    /// Asks for logins all over the vault, and checks each answer.
    private func ask(_ helper: HelperProcess, inRun run: Int) throws {
        for question in 0..<Self.questions { try ask(helper, run * Self.questions + question) }
    }

    /// The times of the first question to agents that were unlocked some time before, ascending.
    private func firstAfterUnlocking(
        _ helper: HelperProcess, _ pause: Duration
    ) async throws -> [Double] {
        var times: [Double] = []
        for round in 0..<Self.starts {
            try home.startAnew()
            try await Task.sleep(for: pause)
            times.append(try ContinuousClock().measure { try ask(helper, round) }.inMilliseconds)
        }
        return times.sorted()
    }

    /// The times of questions that each come some time after the one before, ascending: what a machine
    /// that has done something else meanwhile adds to any question.
    private func afterPauses(
        _ helper: HelperProcess, _ pause: Duration
    ) async throws -> [Double] {
        var times: [Double] = []
        for round in 0..<Self.starts {
            try await Task.sleep(for: pause)
            times.append(try ContinuousClock().measure { try ask(helper, round) }.inMilliseconds)
        }
        return times.sorted()
    }

    private func ask(_ helper: HelperProcess, _ round: Int) throws {
        let number = round * 7919 % home.count
        let answer = try helper.run(home.question(number))
        precondition(answer == "username=user\(number)\npassword=secret\(number)\n")
    }
}
