/// Whatever a person does meanwhile, what was typed last is what arrives.
enum TypingChecks {
    static let all = [1, 2, 3].map(meanwhile)

    /// What is done while the form is half filled in.
    private enum Step: CaseIterable {
        case type, typeSecret, lookAside, back, place, cancel, reload, refuse
    }

    private static let count = 9

    private static func meanwhile(_ seed: UInt64) -> ConformanceCheck {
        ConformanceCheck(
            "what was typed last arrives, whatever was done meanwhile, by the seed \(seed)"
        ) { conductor in
            var random = Numbers(state: seed)
            try await conductor.start("draft")
            try await conductor.expect("A letter")
            var form = Form()
            try await form.type(in: conductor)
            try await form.typeSecret(in: conductor)
            for _ in 0..<count {
                let steps = Step.allCases
                try await form.do(steps[random.next(below: steps.count)], in: conductor)
            }
            if form.line == DraftSample.unwanted { try await form.type(in: conductor) }
            try await conductor.choose(
                "Send the letter",
                see: "It arrived: <\(form.line)>, with a seal of \(form.sealSize) bytes.")
            for seal in form.seals { try await conductor.expectNever(seal) }
            try await conductor.driver.back()
            try await conductor.expect("All samples")
        }
    }

    /// What is in the fields.
    private struct Form {
        var line = ""
        var seals: [String] = []
        private var words = 0

        var sealSize: Int { seals.last?.utf8.count ?? 0 }

        mutating func type(in conductor: Conductor) async throws {
            words += 1
            line = "Dear \(words) bees"
            try await conductor.driver.fill("First line", with: .text(line))
        }

        mutating func typeSecret(in conductor: Conductor) async throws {
            words += 1
            let seal = String(repeating: "q", count: words) + "-Wx7"
            seals.append(seal)
            try await conductor.driver.fill("Seal", with: .secret(seal))
        }

        mutating func `do`(_ step: Step, in conductor: Conductor) async throws {
            switch step {
            case .type: try await type(in: conductor)
            case .typeSecret: try await typeSecret(in: conductor)
            case .lookAside:
                try await conductor.choose("Look aside", on: "Dictionary", see: "The upper heading")
                try await conductor.driver.back()
                try await conductor.expect("A letter", line)
            case .back:
                try await conductor.driver.back()
                try await stay(in: conductor)
            case .place:
                try await conductor.driver.showPlaces()
                try await conductor.driver.go(to: "Small museum")
                try await stay(in: conductor)
            case .cancel:
                try await conductor.choose("Never mind")
                try await stay(in: conductor)
            case .reload:
                if conductor.driver.hearsTyping { try await conductor.driver.reload() }
            case .refuse:
                line = DraftSample.unwanted
                try await conductor.driver.fill("First line", with: .text(line))
                try await conductor.choose("Send the letter", see: "The letter has no address.")
            }
        }

        /// Says to stay when it is asked before something is lost.
        private func stay(in conductor: Conductor) async throws {
            try await DraftChecks.expectAsked(conductor)
            try await conductor.answer(.cancel)
            try await conductor.expect("A letter", line)
        }
    }

    /// The same numbers for the same seed: a linear congruential generator (Knuth, "The Art of Computer
    /// Programming", volume 2, section 3.3.4, table 1, line 26).
    private struct Numbers {
        var state: UInt64

        mutating func next(below count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1
            return Int(state >> 33) % count
        }
    }
}
