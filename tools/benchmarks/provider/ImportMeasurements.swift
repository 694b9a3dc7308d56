import BenchmarkReport
import Foundation

/// How long `wallet import` takes for a CSV file and how much memory, in its own process and
/// through the agent, and how long `wallet vault rekey` takes for what was imported.
struct ImportMeasurements {
    private static let runs = 3
    /// How often the memory is looked at, in microseconds.
    private static let pause: UInt32 = 2000

    private let count: Int

    init(count: Int) { self.count = count }

    func all() async throws -> [Figure] {
        var (alone, agent, rekeyed): ([Time], [Time], [Time]) = ([], [], [])
        var (memory, clientMemory, agentMemory) = (0.0, 0.0, 0.0)
        for _ in 0..<Self.runs {
            let home = try await makeHome(count)
            let usage = try importing(home).run(lookingEach: Self.pause)
            alone.append(usage.time)
            memory = max(memory, usage.megabytes)
            rekeyed.append(
                try home.command("vault", "rekey", "--no-recovery-code", "--yes").run().time)
            home.remove()

            let other = try await makeHome(count)
            try other.unlock()
            let process = try other.agent()
            let before = process.processorMilliseconds
            let throughAgent = try other.commandThroughAgent("import", other.exported, "--yes")
                .run(lookingEach: Self.pause)
            var time = throughAgent.time
            time.processor += process.processorMilliseconds - before
            agent.append(time)
            clientMemory = max(clientMemory, throughAgent.megabytes)
            agentMemory = max(agentMemory, process.peakMegabytes)
            other.remove()
        }
        let small = try await makeHome(count / 10)
        let smallMemory = try importing(small).run(lookingEach: Self.pause).megabytes
        small.remove()
        let best = Time.best(alone)
        return [
            Figure(
                name: "import of CSV, the whole command", items: count, milliseconds: best.wall,
                processorMilliseconds: best.processor, bar: "3 s", isMet: best.wall <= 3000),
            Figure(
                name: "import of CSV through the agent", items: count, .best(agent),
                yardstick: "without the agent", best, atMost: 2),
            memoryFigure("memory of import", memory, "a tenth of the rows", smallMemory),
            memoryFigure("memory of import through the agent", clientMemory),
            memoryFigure("memory of the agent meanwhile", agentMemory),
            Figure(
                name: "rekey, the whole command", items: count, .best(rekeyed),
                yardstick: "import of CSV", best, atMost: 3),
        ]
    }

    private func memoryFigure(
        _ name: String, _ megabytes: Double, _ yardstick: String? = nil, _ other: Double? = nil
    ) -> Figure {
        Figure(
            name: name, items: count, milliseconds: megabytes, yardstick: yardstick,
            yardstickMilliseconds: other, bar: "150 MB", isMet: megabytes <= 150)
    }

    private func importing(_ home: SampleHome) -> WholeCommand {
        home.command("import", home.exported, "--yes")
    }

    /// A home with an empty vault, and a file of so many logins as a browser writes it.
    private func makeHome(_ count: Int) async throws -> SampleHome {
        let home = try await SampleHome.make(count: 0, .many)
        var text = "name,url,username,password,note\n"
        for number in 0..<count {
            let host = home.host(number)
            text += "\(host),https://\(host)/login,user\(number),secret\(number),\n"
        }
        try text.write(toFile: home.exported, atomically: false, encoding: .utf8)
        return home
    }
}
