import TenonCore
import TenonUI
import TenonWeb
import Testing

@Suite("The page with a question")
struct QuestionPageTests {
    private func page(_ kind: Question.Kind, problem: String? = nil) -> String {
        SamplePage.html(SamplePage.screen()) {
            $0.questions = [
                Question(id: "q1", kind: kind),
                Question(id: "q2", kind: .prompt(Prompt(title: "Later"))),
            ]
            $0.answerProblem = problem
        }
    }

    private func confirm(_ severity: Severity) -> Question.Kind {
        .confirm(
            Confirmation(
                title: "Delete it?", message: "It is gone then.", confirmTitle: "Delete",
                severity: severity))
    }

    @Test("shows the oldest one as a dialog, and makes everything else inert")
    func dialog() {
        let page = page(.alert(Alert(title: "Oh no", message: "It broke.")))
        #expect(page.contains("<dialog id=\"question\""))
        #expect(page.contains("role=\"alertdialog\" aria-modal=\"true\""))
        #expect(page.contains("aria-labelledby=\"question-title\""))
        #expect(page.contains("aria-describedby=\"question-message\""))
        #expect(page.contains("<title>Oh no – Things – Sample</title>"))
        #expect(page.ranges(of: " inert>").count == 3)
        #expect(!page.contains("Later"))
        #expect(page.ranges(of: "<h1 ").count == 1)
    }

    @Test("offers the choices of an alert, and always a way out")
    func choices() {
        let alert = Alert(
            title: "Jam", message: "", choices: [Alert.Choice(id: "retry", title: "Try again")])
        let page = page(.alert(alert))
        #expect(page.contains("name=\"answer\" value=\"choice:retry\" autofocus"))
        #expect(page.contains("name=\"answer\" value=\"cancel\">Cancel"))
        #expect(!page.contains(">OK<"))
    }

    @Test("is read without a word for its tone, but for an alert that tells of something")
    func toneWord() {
        for severity in [Severity.mild, .moderate, .severe(name: "Old Town")] {
            #expect(!page(confirm(severity)).contains("Error: "))
        }
        let alert = Alert(title: "Oh no", message: "It broke.", tone: .critical)
        #expect(page(.alert(alert)).contains("Error: "))
    }

    @Test("has the focus on what does no harm")
    func confirmations() {
        #expect(page(confirm(.mild)).contains("value=\"confirm\" autofocus"))
        #expect(page(confirm(.moderate)).contains("value=\"cancel\" autofocus"))
        let severe = page(confirm(.severe(name: "Old Town")))
        #expect(severe.contains("Type “Old Town” to confirm"))
        #expect(severe.contains("value=\"text\""))
        #expect(!severe.contains("value=\"confirm\""))
    }

    @Test("has words of its own for no first, and another way to go on last")
    func alternatives() throws {
        var confirmation = Confirmation(
            title: "T", message: "M", confirmTitle: "Discard", cancelTitle: "Stay")
        confirmation.alternative = Alert.Choice(id: "save", title: "Save")
        let page = page(.confirm(confirmation))
        let places = try [
            "value=\"cancel\" autofocus", "value=\"confirm\"", "value=\"choice:save\"",
        ].map {
            try #require(page.firstRange(of: $0)?.lowerBound, "\($0)")
        }
        #expect(places == places.sorted())
    }

    @Test("asks for text, concealed when it is secret, and says what is wrong with it")
    func prompts() {
        let text = page(.prompt(Prompt(title: "Name?")))
        #expect(text.contains("role=\"dialog\""))
        #expect(text.contains("<label for=\"question-text\" dir=\"auto\">Name?</label>"))
        #expect(text.contains("<input type=\"text\" id=\"question-text\""))
        let secret = page(.prompt(Prompt(title: "Secret?", isSecret: true)), problem: "Too short.")
        #expect(secret.contains("<input type=\"password\" id=\"question-text\""))
        #expect(secret.contains("aria-invalid=\"true\" aria-describedby=\"question-problem\""))
        #expect(secret.contains("Too short."))
    }
}
