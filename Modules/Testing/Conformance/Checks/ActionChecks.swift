import TenonUI

/// Every action can be done, and none by mistake.
enum ActionChecks {
    static let all = [
        roles, unavailable, mild, moderate, severe, input, secretInput, errors, application,
        rows, rowQuestions, fewerRows, keys,
    ]

    private static let roles = ConformanceCheck("actions of every role are done") { conductor in
        try await conductor.start("actions")
        try await conductor.choose("Do the obvious", see: "1 done, last: primary.")
        try await conductor.choose("Do another thing", see: "2 done, last: normal.")
        try await conductor.choose("Do harm", see: "3 done, last: destructive.")
        try await conductor.choose("Do nothing", see: "4 done, last: cancel.")
    }

    private static let keys = ConformanceCheck(
        "what means the same everywhere has its key, which nothing else has"
    ) { conductor in
        try await conductor.start("keys")
        try await conductor.expect("What was done: nothing.")
        guard try await conductor.driver.press(.edit) else { return }
        try await conductor.expect("What was done: write.")
        _ = try await conductor.driver.press(.copy)
        try await conductor.expect("What was done: copy.")
        try await conductor.choose("Empty it", see: "What was done: empty.")
    }

    private static let unavailable = ConformanceCheck(
        "an action that is not available says why and does nothing"
    ) { conductor in
        try await conductor.start("actions")
        try await conductor.expect("Enter the room", "The door is locked.")
        try? await conductor.choose("Enter the room")
        try await conductor.choose("Unlock the door", see: "1 done, last: unlocked.")
        try await conductor.choose("Enter the room", see: "2 done, last: locked.")
    }

    private static let mild = confirmation("mild", .confirm)
    private static let moderate = confirmation("moderate", .confirm)

    private static let severe = ConformanceCheck("a severe confirmation needs the name") {
        conductor in
        try await conductor.start("actions")
        let question = "Do the severe thing, really?"
        try await conductor.choose("Do the severe thing", see: question, "Old Town")
        try await conductor.answer(.cancel)
        try await conductor.choose("Do nothing", see: "1 done, last: cancel.")
        try await conductor.choose("Do the severe thing", see: question)
        // A wrong name is refused; the question stays, or has to be asked again.
        try? await conductor.answer(.text("New Town"))
        if !DriverText.contains(try await conductor.driver.see(), "Old Town") {
            try await conductor.choose("Do the severe thing", see: question)
        }
        try await conductor.answer(.text("Old Town"), see: "2 done, last: severe.")
    }

    private static let input = ConformanceCheck("an action asks for text first") { conductor in
        try await conductor.start("actions")
        try await conductor.choose("Give it a name", see: "Which name?", "It is shown afterwards.")
        try await conductor.answer(.cancel)
        try await conductor.choose("Do nothing", see: "1 done, last: cancel.")
        try await conductor.choose("Give it a name", see: "Which name?")
        try await conductor.answer(.text("Zoë 東京"), see: "2 done, last: input Zoë 東京.")
    }

    private static let secretInput = ConformanceCheck("a secret that is typed is not put out") {
        conductor in
        try await conductor.start("actions")
        try await conductor.choose("Give it a secret", see: "Which secret?")
        try await conductor.answer(
            .text("typed-9Xk2-secret"), see: "1 done, last: a secret of 17 bytes.")
        try await conductor.expectNever("typed-9Xk2-secret", "9Xk2")
    }

    private static let errors = ConformanceCheck("an error is told and can be dismissed") {
        conductor in
        try await conductor.start("actions")
        try await conductor.choose("Fail", see: "Expected: no error")
        try await conductor.answer(.cancel)
        try await conductor.choose("Do nothing", see: "1 done, last: cancel.")
    }

    private static let application = ConformanceCheck(
        "actions of the application are done anywhere"
    ) {
        conductor in
        try await conductor.start("table")
        try await conductor.choose("Ring the bell", see: "The bell was rung.")
        try await conductor.choose("Go to the text", see: "The upper heading")
        try await conductor.driver.back()
        try await conductor.expect("Rows read by file")
    }

    private static let rows = ConformanceCheck("actions of rows concern their row") { conductor in
        try await conductor.start("list")
        try await conductor.choose("Choose", on: "Banana", see: "1 done, last: Banana was chosen.")
        try? await conductor.choose("Peel", on: "Apple")
        try await conductor.choose("Choose", on: "Cherry", see: "2 done, last: Cherry was chosen.")
    }

    private static let rowQuestions = ConformanceCheck("actions of rows ask first") { conductor in
        try await conductor.start("list")
        try await conductor.choose(
            "Remove", on: "Banana", see: "Remove Banana?", "It is gone then.")
        try await conductor.answer(.cancel)
        try await conductor.choose("Rename", on: "Cherry", see: "New name of Cherry")
        try await conductor.answer(.text("Date"), see: "1 done, last: Cherry was renamed.", "Date")
        try await conductor.choose("Remove", on: "Banana", see: "Remove Banana?")
        try await conductor.answer(.confirm, see: "2 done, last: Banana was removed.")
        try await conductor.wait("the row is gone") {
            !DriverText.contains($0, "A fruit called Banana")
        }
    }

    private static let fewerRows = ConformanceCheck(
        "the rows that are left can be chosen when one has gone"
    ) { conductor in
        try await conductor.start("list")
        for (count, name) in [(1, "Apple"), (2, "Cherry")] {
            try await conductor.choose("Remove", on: name, see: "Remove \(name)?")
            try await conductor.answer(.confirm, see: "\(count) done, last: \(name) was removed.")
        }
        try await conductor.choose("Choose", on: "Banana", see: "3 done, last: Banana was chosen.")
    }

    private static func confirmation(_ id: String, _ yes: DriverAnswer) -> ConformanceCheck {
        ConformanceCheck("a \(id) confirmation is asked and can be refused") { conductor in
            try await conductor.start("actions")
            let title = "Do the \(id) thing"
            try await conductor.choose(
                title, see: "\(title), really?", "A \(id) thing will happen.", "Go ahead")
            try await conductor.answer(.cancel)
            try await conductor.choose("Do nothing", see: "1 done, last: cancel.")
            try await conductor.choose(title, see: "\(title), really?")
            try await conductor.answer(yes, see: "2 done, last: \(id).")
        }
    }
}
