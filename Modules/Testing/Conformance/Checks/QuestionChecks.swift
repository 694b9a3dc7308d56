/// Every question is asked, answered and cancelled; every message arrives.
enum QuestionChecks {
    static let all = [
        alerts, choices, confirmations, severe, prompts, secrets, notices, undo, progress, later,
        withdrawn, several,
    ]

    private static let alerts = ConformanceCheck("an alert is shown and dismissed") { conductor in
        try await conductor.start("questions")
        try await conductor.choose(
            "Show an alert", see: "The printer is out of paper", "Put some paper in.")
        try await conductor.answer(.cancel, see: "The answer was: dismissed.")
    }

    private static let choices = ConformanceCheck("an alert offers choices") { conductor in
        try await conductor.start("questions")
        let texts = ["The printer is jammed", "Open the lid.", "Try again", "Use another printer"]
        try await conductor.choose("Offer choices")
        try await conductor.expect(texts)
        try await conductor.answer(.cancel, see: "The answer was: no choice.")
        try await conductor.choose("Offer choices")
        try await conductor.expect(texts)
        try await conductor.answer(
            .choice("Use another printer"), see: "The answer was: the choice other.")
    }

    private static let confirmations = ConformanceCheck("yes is yes and no is no") { conductor in
        try await conductor.start("questions")
        for title in ["Confirm mildly", "Confirm moderately"] {
            try await conductor.choose(
                title, see: "Pull down the town?", "All houses will be gone.", "Pull it down")
            try await conductor.answer(.confirm, see: "The answer was: yes, pull it down.")
            try await conductor.choose(title, see: "Pull down the town?")
            try await conductor.answer(.cancel, see: "The answer was: no, leave it.")
        }
    }

    private static let severe = ConformanceCheck("a severe yes is the name") { conductor in
        try await conductor.start("questions")
        try await conductor.choose(
            "Confirm severely", see: "Pull down the town?", "All houses will be gone.", "Old Town")
        try await conductor.answer(.text("Old Town"), see: "The answer was: yes, pull it down.")
        try await conductor.choose("Confirm severely", see: "Pull down the town?")
        try await conductor.answer(.cancel, see: "The answer was: no, leave it.")
    }

    private static let prompts = ConformanceCheck("text is asked for") { conductor in
        try await conductor.start("questions")
        try await conductor.choose(
            "Ask for text", see: "What is it called?", "A short name is best.")
        try await conductor.answer(.text("Ana María"), see: "The answer was: called Ana María.")
        try await conductor.choose("Ask for text", see: "What is it called?")
        try await conductor.answer(.cancel, see: "The answer was: no name.")
    }

    private static let secrets = ConformanceCheck("an answer that is secret is not put out") {
        conductor in
        try await conductor.start("questions")
        try await conductor.choose("Ask for a secret", see: "What is the secret?")
        try await conductor.answer(
            .text("answered-5Tq8-secret"), see: "The answer was: a secret of 20 bytes.")
        try await conductor.expectNever("answered-5Tq8-secret", "5Tq8")
        try await conductor.choose("Ask for a secret", see: "What is the secret?")
        try await conductor.answer(.cancel, see: "The answer was: no secret.")
    }

    private static let notices = ConformanceCheck("notices are seen") { conductor in
        try await conductor.start("questions")
        try await conductor.choose("Tell good news", see: "The weather is fine.")
        try await conductor.choose("Tell bad news", see: "It is about to rain.")
    }

    private static let undo = ConformanceCheck("what was done is taken back, once") { conductor in
        try await conductor.start("questions")
        try await conductor.choose("Pull down a tower", see: "The tower is gone.")
        try await conductor.driver.undo()
        try await conductor.expect("The tower is back.")
        try await conductor.choose("Tell bad news", see: "It is about to rain.")
        do {
            try await conductor.driver.undo()
        } catch {
            return
        }
        try await conductor.wait("nothing is taken back twice") {
            !DriverText.contains($0, "The tower is back.")
        }
    }

    private static let progress = ConformanceCheck("the progress of a task is seen") { conductor in
        try await conductor.start("questions")
        try await conductor.choose("Begin a task", see: "Copying the files")
        try await conductor.choose("Finish the task")
        try await conductor.choose("Tell good news", see: "The weather is fine.")
    }

    private static let later = ConformanceCheck("what happens by itself is seen") { conductor in
        try await conductor.start("questions")
        try await conductor.choose("Answer by itself", see: "The answer was: it came by itself.")
    }

    private static let withdrawn = ConformanceCheck("a question that is withdrawn goes away") {
        conductor in
        try await conductor.start("questions")
        try await conductor.choose(
            "Withdraw a question", see: "The answer was: the question was withdrawn.")
        try await conductor.choose("Tell good news", see: "The weather is fine.")
    }

    private static let several = ConformanceCheck("of several questions none is lost") {
        conductor in
        try await conductor.start("questions")
        try await conductor.choose("Ask two things", see: "The printer is jammed")
        try await conductor.answer(.cancel, see: "What is it called?")
        try await conductor.answer(.text("Bo"), see: "The answer was: no choice and called Bo.")
    }
}
