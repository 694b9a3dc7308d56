import BenchmarkReport
import TenonCore

/// Finding the route of a location among many patterns.
enum RouteBenchmark {
    private static let rounds = 20_000

    static func run() async throws -> [Figure] {
        var results: [Figure] = []
        for count in [10, 100, 1_000, 10_000] {
            var router = Router<Int>()
            var table: [String: Int] = [:]
            for number in 0..<(count / 2) {
                try router.add(try RoutePattern("feature\(number):list"), number)
                try router.add(try RoutePattern("feature\(number):{id}:edit"), number)
                table["feature\(number):list"] = number
                table["feature\(number):edit"] = number
            }
            let texts = (0..<64).map { "feature\($0 * 7919 % (count / 2)):list" }
            for (name, end) in [("constant", ":list"), ("with an argument", ":4711:edit")] {
                let locations = try (0..<64).map {
                    try Location(parsing: "feature\($0 * 7919 % (count / 2))\(end)")
                }
                let (found, look) = try await best(of: 9) { _ in
                    var sum = 0
                    for round in 0..<rounds {
                        sum &+= try router.match(locations[round % 64]).value
                    }
                    precondition(sum >= 0)
                } beside: { _ in
                    var sum = 0
                    for round in 0..<rounds { sum &+= table[texts[round % 64]] ?? 0 }
                    precondition(sum >= 0)
                }
                results.append(
                    Figure(
                        name: "route match, \(name)", items: count,
                        found.divided(by: rounds), yardstick: "dictionary look-up",
                        look.divided(by: rounds), atMost: 10))
            }
        }
        return results
    }
}
