import TenonCore
import TenonUI

extension LineConversation {
    /// Asks all open questions, the oldest first, until none is left.
    func answerQuestions() async throws(Interruption) {
        while let question = session.questions.first {
            try await printNotices()
            try await ask(question)
            try await settle()
        }
    }

    private func ask(_ question: Question) async throws(Interruption) {
        let sheet = QuestionSheet(kind: question.kind, localizer: localizer)
        do {
            let answer = try await reply(to: sheet, of: question)
            try session.send(.answer(question.id, answer))
            // Who stays sees again where.
            if answer == .cancel, question.kind.isDiscarding(localizer) { mustShow = true }
        } catch Interruption.elsewhere {
            guard !session.isEnded else { return }
            try await say(localizer(LineText.questionGone))
        } catch let interruption as Interruption {
            throw interruption
        } catch {
            try await complain(about: error)
        }
    }

    private func reply(
        to sheet: QuestionSheet, of question: Question
    ) async throws(Interruption) -> Answer {
        // From the first word of the question on: an experienced person types before the prompt.
        guard sheet.kind.isSecret, console.isInteractive else {
            return try await converse(about: sheet, of: question)
        }
        return try await Terminal.withoutEcho(on: 0) { () async throws(Interruption) in
            try await converse(about: sheet, of: question)
        }
    }

    private func converse(
        about sheet: QuestionSheet, of question: Question
    ) async throws(Interruption) -> Answer {
        try await printLines([""] + sheet.lines(renderer.layout))
        while true {
            let line = try await readAnswer(after: "> ", to: question)
            switch sheet.reply(to: line) {
            case .answer(let answer): return answer
            case .unclear(let message): try await complain(message)
            }
        }
    }
}
