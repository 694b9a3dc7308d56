/// Who has read half of a list goes on there.
enum PlaceChecks {
    static let all = [shown, grown, moved]

    private static let shown = ConformanceCheck(
        "a list that begins further down is shown from there, and is read from there"
    ) { conductor in
        try await conductor.start("place")
        try await begins(conductor)
        // By then it has asked for as many rows as it wants.
        try await stays(conductor)
    }

    private static let grown = ConformanceCheck("what comes in above a list moves nothing") {
        conductor in
        try await conductor.start("place")
        try await begins(conductor)
        for times in 1...2 {
            let count = times * PlaceSample.more
            try await conductor.choose("Add pages above", see: "\(count) pages came in above.")
        }
        try await stays(conductor)
    }

    private static let moved = ConformanceCheck("the place goes on as one reads on") { conductor in
        try await conductor.start("place")
        try await begins(conductor)
        // The first time one may only get to the end of what is in sight.
        for _ in 1...2 { try await conductor.driver.showMore(of: "Pages") }
        try await tell("the place is further down", conductor) { $0 > PlaceSample.first }
    }

    /// How many rows a front end may hold ready above those in sight.
    private static let ready = 2

    /// Waits until the first page in sight is the one that was read last.
    private static func begins(_ conductor: Conductor) async throws {
        try await conductor.wait("to see page \(PlaceSample.first) first") { seen in
            // What only prints has not shown the pages again since they were looked at.
            let pages = Set(PlaceSample.pages(in: seen))
            guard !pages.isEmpty else { return true }
            // A single row may be held elsewhere, such as one that has had the focus.
            let above = PlaceSample.first - 50..<PlaceSample.first - ready
            return pages.contains(PlaceSample.first) && pages.isDisjoint(with: above)
        }
    }

    private static func stays(_ conductor: Conductor) async throws {
        try await tell("the place is \(PlaceSample.first)", conductor) { $0 == PlaceSample.first }
        try await begins(conductor)
    }

    /// Has the place told until it is as expected: what is in sight is told when the list has come to rest, such
    /// as after keys that went through its rows on their way.
    private static func tell(
        _ expected: String, _ conductor: Conductor, _ isMet: (Int) -> Bool
    ) async throws {
        var seen = ""
        for number in 1...10 {
            try await conductor.choose("Tell the place")
            seen = try await conductor.wait("to see answer \(number)") {
                PlaceSample.answer(in: $0)?.number == number
            }
            if let answer = PlaceSample.answer(in: seen), isMet(answer.place) { return }
        }
        throw TestingError.unmet(expected, seen: seen)
    }
}
