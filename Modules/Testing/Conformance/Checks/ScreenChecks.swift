/// Everything on a screen is seen, whatever the writing, with much room and with little.
enum ScreenChecks {
    static let all = wide + narrow + [tones, hostile, phases, links]

    /// Without those of which not all is to be seen at once.
    private static let samples = ConformanceSamples.below.filter {
        !["hostile", "place"].contains($0.name)
    }

    private static let wide = samples.map { sample in
        ConformanceCheck("everything on the screen \"\(sample.name)\" is seen") {
            try await seeAll(of: sample, isNarrow: false, $0)
        }
    }

    private static let narrow = samples.map { sample in
        ConformanceCheck("everything on the screen \"\(sample.name)\" is seen with little room") {
            try await seeAll(of: sample, isNarrow: true, $0)
        }
    }

    private static let tones = ConformanceCheck("a tone is told by more than a colour") {
        conductor in
        try await conductor.start("tone")
        var views: [String] = []
        for step in 1...4 {
            try await conductor.choose("Change the tone")
            let seen = try await conductor.wait("to see step \(step)") {
                DriverText.contains($0, "Step \(step).")
            }
            views.append(
                DriverText.normalized(seen).replacing(
                    DriverText.normalized("Step \(step)."), with: ""))
        }
        for (tone, view) in zip(["good", "doubtful", "bad"], views) where view == views[3] {
            throw TestingError.unmet(
                "a \(tone) message reads differently from any other", seen: view)
        }
    }

    private static let hostile = ConformanceCheck("texts are never taken for commands") {
        conductor in
        for isNarrow in [false, true] {
            try await conductor.start("hostile", isNarrow: isNarrow)
            let letters = WritingSamples.controls.flatMap { text in
                text.split { !$0.isASCII || $0.asciiValue.map { $0 < 32 } == true }.map(String.init)
            }
            try await conductor.expect(WritingSamples.markup + letters)
            try await conductor.expectNever("\u{1B}]0;", "\u{1B}[2A", "\u{08}", "\u{9B}")
            try await conductor.driver.finish()
        }
    }

    private static let phases = ConformanceCheck("every phase has its way out") { conductor in
        for (name, title) in [
            ("loading", "Stop counting"), ("empty", "Buy some bees"), ("failed", "Look again"),
        ] {
            try await conductor.start(name)
            try await conductor.choose(title, see: "Now there are 12 bees.")
            try await conductor.driver.finish()
        }
    }

    private static let links = ConformanceCheck("the address of a link is put out") { conductor in
        try await conductor.start("facts")
        try await conductor.expect("The example")
        let all = try await conductor.driver.everything()
        guard DriverText.contains(all, FactsSample.host) else {
            throw TestingError.unmet("\(FactsSample.host) is put out", seen: all)
        }
    }

    private static func seeAll(
        of sample: Sample, isNarrow: Bool, _ conductor: Conductor
    ) async throws {
        try await conductor.start(sample.name, isNarrow: isNarrow)
        try await conductor.expect(ScreenText.lines(of: sample.screen, .visible))
    }
}
