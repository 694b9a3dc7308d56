import TenonCore

/// What is typed and not saved is not lost without a question, by whatever way one leaves.
enum DraftChecks {
    static let all = [
        back, place, command, leaving, staying, cancel, close, covered, reload, sent, refused,
        forged, declined, saved,
    ]

    /// What is typed: no other text of the samples has it.
    private static let line = "Dear Hilde, 41 bees"
    private static let seal = "s3al-Wq9"
    private static let arrived = "It arrived: <\(line)>, with a seal of 8 bytes."

    private static let back = ConformanceCheck("going back asks before what was typed is lost") {
        conductor in
        try await begin(conductor)
        try await leave(conductor, see: "All samples") { try await conductor.driver.back() }
        try await conductor.choose("Open", on: "Sample draft", see: "A letter")
        _ = try await conductor.wait("to see an empty form") { !DriverText.contains($0, line) }
        try await conductor.driver.back()
        try await conductor.expect("All samples")
    }

    private static let place = ConformanceCheck("another place asks before what was typed is lost")
    { conductor in
        try await begin(conductor)
        try await leave(conductor, see: "Password") {
            try await conductor.driver.showPlaces()
            try await conductor.driver.go(to: "Small museum")
        }
    }

    private static let command = ConformanceCheck(
        "an action that leads elsewhere asks before what was typed is lost"
    ) { conductor in
        try await begin(conductor)
        try await leave(conductor, see: "The upper heading") {
            try await conductor.choose("Go to the text")
        }
    }

    private static let leaving = ConformanceCheck(
        "an action by which all is left, such as a lock, asks before what was typed is lost"
    ) { conductor in
        try await begin(conductor)
        try await leave(conductor, see: "All samples") {
            try await conductor.choose("Let somebody else in")
        }
    }

    private static let staying = ConformanceCheck(
        "what was typed is not saved by an action that is not of its form, and asked about"
    ) { conductor in
        try await begin(conductor)
        try await conductor.choose("Ring the bell", see: "The bell was rung.")
        try await leave(conductor, see: "All samples") { try await conductor.driver.back() }
    }

    private static let cancel = ConformanceCheck("cancelling asks before what was typed is lost") {
        conductor in
        try await begin(conductor)
        try await leave(conductor, see: "All samples") {
            try await conductor.choose("Never mind")
        }
    }

    private static let close = ConformanceCheck("closing asks before what was typed is lost") {
        conductor in
        try await begin(conductor)
        try await conductor.driver.close()
        try await expectAsked(conductor)
        try await conductor.answer(.cancel)
        try await conductor.choose("Send the letter", see: arrived)
        // Nothing is unsaved any more, and it ends without a question.
    }

    private static let covered = ConformanceCheck("what was typed is there again on the way back") {
        conductor in
        try await begin(conductor)
        try await conductor.choose("Look aside", on: "Dictionary", see: "The upper heading")
        try await conductor.driver.back()
        try await conductor.expect("A letter", line)
        try await conductor.choose("Send the letter", see: arrived)
        try await conductor.expectNever(seal)
    }

    private static let reload = ConformanceCheck("what was typed is there when it is shown afresh")
    { conductor in
        guard conductor.driver.hearsTyping else { return }
        try await begin(conductor)
        try await conductor.driver.reload()
        try await conductor.choose("Send the letter", see: arrived)
        try await conductor.expectNever(seal)
    }

    private static let sent = ConformanceCheck("what was sent is left without a question") {
        conductor in
        try await begin(conductor)
        try await conductor.choose("Send the letter", see: arrived)
        try await conductor.driver.back()
        try await conductor.expect("All samples")
    }

    private static let refused = ConformanceCheck("what was refused is kept, and asked about") {
        conductor in
        try await begin(conductor)
        try await conductor.driver.fill("First line", with: .text(DraftSample.unwanted))
        try await conductor.choose("Send the letter", see: "The letter has no address.")
        try await conductor.driver.back()
        try await expectAsked(conductor)
        try await conductor.answer(.cancel)
        try await conductor.expect("A letter", DraftSample.unwanted)
        try await conductor.driver.fill("First line", with: .text(line))
        try await conductor.choose("Send the letter", see: arrived)
        try await conductor.expectNever(seal)
        try await conductor.driver.back()
        try await conductor.expect("All samples")
    }

    private static let forged = ConformanceCheck("a secret is kept when another one is wrong") {
        conductor in
        try await begin(conductor)
        try await conductor.driver.fill("Stamp", with: .secret(DraftSample.forged.reveal()))
        try await conductor.choose("Send the letter", see: "It is forged.")
        try await conductor.driver.fill("Stamp", with: .secret("st4mp-Vx2"))
        try await conductor.choose("Send the letter", see: arrived)
        try await conductor.expectNever(seal)
    }

    private static let declined = ConformanceCheck(
        "what was sent is kept, and asked about, when one says no to what is asked then"
    ) { conductor in
        try await begin(conductor)
        try await conductor.driver.fill("First line", with: .text(DraftSample.doubtful))
        try await conductor.choose("Send the letter", see: "Write to everybody?")
        try await conductor.answer(.cancel)
        try await conductor.driver.back()
        try await expectAsked(conductor)
        try await conductor.answer(.cancel)
        try await conductor.expect("A letter", DraftSample.doubtful)
        try await conductor.choose("Send the letter", see: "Write to everybody?")
        try await conductor.answer(
            .confirm, see: "It arrived: <\(DraftSample.doubtful)>, with a seal of 8 bytes.")
        try await conductor.driver.back()
        try await conductor.expect("All samples")
    }

    private static let saved = ConformanceCheck("what was typed can be saved on the way out") {
        conductor in
        try await begin(conductor)
        try await conductor.driver.fill("First line", with: .text(DraftSample.unwanted))
        try await conductor.driver.back()
        guard try await expectAsked(conductor) else {
            // Another program is not asked; it saves by itself before it goes on.
            try await conductor.answer(.cancel)
            try await conductor.driver.fill("First line", with: .text(line))
            return try await conductor.choose("Send the letter", see: arrived)
        }
        try await conductor.answer(
            .choice("Send the letter"), see: "A letter", "The letter has no address.")
        try await conductor.driver.fill("First line", with: .text(line))
        try await conductor.driver.back()
        try await expectAsked(conductor)
        try await conductor.answer(.choice("Send the letter"), see: "All samples")
        try await conductor.expectNever(seal)
    }

    /// Fills in half of the form.
    private static func begin(_ conductor: Conductor) async throws {
        try await conductor.start("draft")
        try await conductor.expect("A letter")
        try await conductor.driver.fill("First line", with: .text(line))
        try await conductor.driver.fill("Seal", with: .secret(seal))
    }

    /// Leaves, stays, leaves again and gives up what was typed.
    private static func leave(
        _ conductor: Conductor, see place: String, by way: () async throws -> Void
    ) async throws {
        try await way()
        try await expectAsked(conductor)
        try await conductor.answer(.cancel)
        try await conductor.expect("A letter", line)
        try await way()
        try await expectAsked(conductor)
        try await conductor.answer(.confirm, see: place)
        try await conductor.expectNever(seal)
    }

    /// Waits for the question, or for the refusal of a front end that another program uses.
    ///
    /// - Returns: Whether a person is asked.
    @discardableResult
    static func expectAsked(_ conductor: Conductor) async throws -> Bool {
        try await conductor.expect(conductor.driver.wordsBeforeLoss)
        return conductor.driver.asksBeforeLoss
    }
}
