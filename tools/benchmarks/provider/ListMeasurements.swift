import BenchmarkReport

/// How long `wallet list` takes as JSON, beside the list for people: whole commands, which open the
/// vault themselves.
struct ListMeasurements {
    private static let runs = 7

    private let home: SampleHome

    init(_ home: SampleHome) { self.home = home }

    func all() throws -> [Figure] {
        var (plain, json): ([Time], [Time]) = ([], [])
        for _ in 0..<Self.runs {
            plain.append(try home.command("list").run().time)
            json.append(try home.command("list", "--json").run().time)
        }
        return [
            Figure(
                name: "list as JSON", items: home.count, .best(json), yardstick: "the plain list",
                .best(plain), atMost: 2)
        ]
    }
}
