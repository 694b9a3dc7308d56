/// Every destination is within reach, and one sees where one is.
enum DestinationChecks {
    static let all = [seen, narrow, gone, current, badge]

    private static let seen = seen("with what there is to know of them", isNarrow: false)
    private static let narrow = seen("with little room", isNarrow: true)

    private static func seen(_ how: String, isNarrow: Bool) -> ConformanceCheck {
        ConformanceCheck("all destinations are seen \(how), under their headings, in their order") {
            conductor in
            try await conductor.start("text", isNarrow: isNarrow)
            try await conductor.showPlaces()
            let parts = [
                "Front door", "Small museum", "7", "Long corridors", "Endless rows", "10000",
                "Tools", "Reading list", "Bell tower", "never rung",
            ]
            try await conductor.wait("to see " + parts.joined(separator: ", ")) { seen in
                // However a front end groups digits.
                let text = DriverText.normalized(seen).filter { $0 != "," }
                var rest = Substring(text)
                return parts.allSatisfy { part in
                    guard let range = rest.firstRange(of: DriverText.normalized(part)) else {
                        return false
                    }
                    rest = rest[range.upperBound...]
                    return true
                }
            }
        }
    }

    private static let gone = ConformanceCheck("one goes to a destination and back") { conductor in
        try await conductor.start("text")
        try await conductor.go(to: "Reading list", see: "Rows read by file")
        try await conductor.driver.back()
        try await conductor.expect("The upper heading")
        try await conductor.go(to: "Small museum", see: "Further facts")
    }

    private static let current = ConformanceCheck(
        "the destination where one is, or where one came from, is marked"
    ) { conductor in
        try await conductor.start("home")
        try await conductor.expectPlace("Front door")
        try await conductor.choose("Open", on: "Sample empty", see: "There are no bees yet.")
        try await conductor.expectPlace("Front door")
        try await conductor.go(to: "Reading list", see: "Rows read by file")
        try await conductor.expectPlace("Reading list")
    }

    private static let badge = ConformanceCheck("the badge of a destination follows what it tells")
    {
        conductor in
        try await conductor.start("text")
        try await conductor.choose("Ring the bell", see: "The bell was rung.")
        try await conductor.showPlaces()
        try await conductor.wait("the place has the badge") { seen in
            let text = DriverText.normalized(seen)
            guard let place = text.firstRange(of: DriverText.normalized("Bell tower")) else {
                return false
            }
            return text[place.upperBound...].prefix(60).contains(DriverText.normalized("rung once"))
        }
    }
}
