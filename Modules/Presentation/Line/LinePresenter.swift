import TenonCore
import TenonUI

/// Talks to a person outside any session: messages on standard error, questions on a terminal.
struct LinePresenter: Presenting {
    private let console: LineConsole
    private let localizer: Localizer
    private let progress: ProgressPrinter

    init(console: LineConsole, localizer: Localizer) {
        self.console = console
        self.localizer = localizer
        progress = ProgressPrinter(console: console, localizer: localizer)
    }

    func present(_ alert: Alert) async -> String? {
        if case .choice(let id) = await ask(.alert(alert)) { return id }
        return nil
    }

    func confirm(_ confirmation: Confirmation) async -> Bool {
        switch await ask(.confirm(confirmation)) {
        case .confirm, .text: true
        case .cancel, .choice: false
        }
    }

    func prompt(_ prompt: Prompt) async -> SecretText? {
        if case .text(let text) = await ask(.prompt(prompt)) { return text }
        return nil
    }

    func notify(_ notice: Notice) {
        let renderer = LineRenderer(
            localizer: localizer, width: console.errorWidth, style: console.errorStyle)
        say(renderer.message(notice.text, tone: notice.tone))
    }

    func report(_ task: TaskProgress) { progress.report(task) }

    /// Asks the person if possible; otherwise prints the question and cancels.
    private func ask(_ kind: Question.Kind) async -> Answer {
        let sheet = QuestionSheet(kind: kind, localizer: localizer)
        let layout = LineLayout(width: console.errorWidth, style: console.errorStyle)
        guard console.isInteractive else {
            if case .alert(let alert) = kind {
                notify(
                    Notice("\(alert.title): \(alert.message)", tone: alert.tone))
            } else {
                say(
                    layout.paragraph(
                        localizer(LineText.questionUnanswered, ["title": sheet.kind.title]))
                )
            }
            return .cancel
        }
        if case .alert(let alert) = kind, alert.choices.isEmpty {
            notify(Notice("\(alert.title): \(alert.message)", tone: alert.tone))
            return .cancel
        }
        guard sheet.kind.isSecret else { return await converse(about: sheet, layout) }
        // From the first word of the question on: an experienced person types before the prompt.
        return await Terminal.withoutEcho(on: StandardStream.input) {
            await converse(about: sheet, layout)
        }
    }

    private func converse(about sheet: QuestionSheet, _ layout: LineLayout) async -> Answer {
        say(sheet.lines(layout))
        while true {
            guard let line = await readLine() else { return .cancel }
            switch sheet.reply(to: line) {
            case .answer(let answer): return answer
            case .unclear(let message): say(layout.paragraph(message))
            }
        }
    }

    /// Prints a prompt and reads one line from the terminal; `nil` at its end and when the task is
    /// cancelled.
    private func readLine() async -> SecretText? {
        console.errors.write("> ")
        let reader = LineReader(
            descriptor: StandardStream.input, maximumLength: LineConsole.maximumLineLength)
        let line = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                reader.start { line in
                    continuation.resume(returning: line)
                    return false
                }
            }
        } onCancel: {
            reader.stop()
        }
        guard !Task.isCancelled else { return nil }
        switch line {
        case .text(let text): return text
        case .notUTF8, .tooLong: return SecretText("")
        case .end: return nil
        }
    }

    private func say(_ lines: [String]) {
        progress.close()
        console.errors.write(lines.joined(separator: "\n") + "\n")
    }
}
