/// Several rows are chosen together, and lists are narrowed.
enum SelectionChecks {
    static let all = [together, asked, forgotten, narrowed, several]

    private static let together = ConformanceCheck(
        "what is done with several rows is done with those that are chosen, which are counted"
    ) { conductor in
        try await conductor.start("selecting")
        try await conductor.select(["Anvil", "Candle", "Drum"], see: "3 chosen")
        try await conductor.select(["Anvil", "Drum"], see: "2 chosen")
        try await conductor.choose("Send them off", see: "Sent: Anvil and Drum.")
    }

    private static let asked = ConformanceCheck(
        "a question about several rows says how many they are"
    ) { conductor in
        try await conductor.start("selecting")
        try await conductor.select(["Anvil", "Basket"], see: "2 chosen")
        try await conductor.choose(
            "Burn them", see: "Burn the parcels?", "This concerns 2 rows.", "Only ashes are left.")
        try await conductor.answer(.cancel)
        // They are still chosen, and there.
        try await conductor.choose(
            "Burn them", see: "Burn the parcels?", "This concerns 2 rows.")
        try await conductor.answer(.confirm, see: "Burnt: 2.", "Candle")
    }

    private static let forgotten = ConformanceCheck("what was chosen on a screen is left with it") {
        conductor in
        try await conductor.start("selecting")
        try await conductor.select(["Basket"], see: "1 chosen")
        try await conductor.driver.back()
        try await conductor.expect("All samples")
        try await conductor.choose("Open", on: "Sample selecting", see: "Parcels to send")
        try await conductor.select(["Anvil", "Candle"], see: "2 chosen")
        try await conductor.choose("Send them off", see: "Sent: Anvil and Candle.")
    }

    private static let narrowed = ConformanceCheck("a filter narrows a list, and says how far") {
        conductor in
        try await conductor.start("selecting")
        try await conductor.expect("Size", "Only small", "2", "Only large", "3")
        try await conductor.filter("Size", by: ["Only small"]) {
            $0.contains("A small parcel") && !$0.contains("A large parcel")
        }
        try await conductor.filter("Size", by: ["Only large"]) {
            $0.contains("A large parcel") && !$0.contains("A small parcel")
        }
        try await conductor.filter("Size", by: []) {
            $0.contains("A small parcel") && $0.contains("A large parcel")
        }
    }

    private static let several = ConformanceCheck("a filter takes several of many options") {
        conductor in
        try await conductor.start("selecting")
        try await conductor.filter("Stamp", by: ["In blue", "In grey"]) {
            $0.contains("Candle") && $0.contains("Easel") && !$0.contains("Anvil")
        }
        try await conductor.filter("Stamp", by: ["In red"]) {
            $0.contains("Anvil") && $0.contains("Basket") && !$0.contains("Candle")
        }
    }
}
