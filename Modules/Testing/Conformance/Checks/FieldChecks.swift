/// Fields whose values are not any text show what they have, and take nothing for what it is not.
enum FieldChecks {
    static let all = [month, number, tokens]

    private static let month = ConformanceCheck(
        "a month is shown, and what is none is never taken for one"
    ) { conductor in
        try await conductor.start("jar")
        try await conductor.expect("Best before")
        try await expectMonth("2028-04", "04/2028", conductor)
        try await conductor.driver.fill("Best before", with: .month("2028-13"))
        try await conductor.choose("Label the jar")
        // It stays, and the scene or the front end says what it wants; or it was not taken at all.
        try await conductor.wait("what is no month to be refused") { seen in
            ["The bees know no such month.", "Type a month"].contains {
                DriverText.contains(seen, $0)
            }
                ? DriverText.contains(seen, "2028-13")
                : DriverText.contains(seen, "Labelled: <2028-04>")
        }
        try await conductor.driver.fill("Best before", with: .month("2031-12"))
        try await conductor.choose("Label the jar", see: "Labelled: <2031-12>")
        try await expectMonth("2031-12", "12/2031", conductor)
    }

    private static let number = ConformanceCheck(
        "a number says its range, and is never taken for one beyond it"
    ) { conductor in
        try await conductor.start("jar")
        try await conductor.expect("Spoons", "3", "17")
        try await conductor.driver.fill("Spoons", with: .number("18"))
        try await conductor.choose("Label the jar")
        try await conductor.wait("a number beyond the range to be refused") { seen in
            ["No jar has so many spoons.", "Enter a number from 1 to 17."].contains {
                DriverText.contains(seen, $0)
            }
                ? DriverText.contains(seen, "18") : DriverText.contains(seen, "<3> spoons")
        }
        try await conductor.driver.fill("Spoons", with: .number("17"))
        try await conductor.choose("Label the jar", see: "<17> spoons")
    }

    private static let tokens = ConformanceCheck(
        "tokens are shown with what there is already, and also those with a comma stay whole"
    ) { conductor in
        try await conductor.start("jar")
        try await conductor.expect("Contains", "acacia", "from Bee, Inc.")
        try await conductor.choose("Label the jar", see: "of acacia+from Bee, Inc.")
        try await conductor.driver.fill("Contains", with: .tokens(["lime", "a bit", "heather"]))
        try await conductor.choose("Label the jar", see: "of lime+a bit+heather")
    }

    /// Waits until a month is seen in one of two notations.
    private static func expectMonth(
        _ month: String, _ other: String, _ conductor: Conductor
    ) async throws {
        try await conductor.wait("to see the month \(month)") {
            // Not in what the sample says of it.
            let seen = DriverText.normalized($0).replacing("<\(month)>", with: "")
            return seen.contains(month) || seen.contains(other)
        }
    }
}
