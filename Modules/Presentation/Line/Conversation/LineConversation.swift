import TenonCore
import TenonUI

/// The conversation of a session: prints what there is, reads what is typed, in turn.
///
/// Lines that were typed ahead are taken in order, each when the one before has had its effect.
final class LineConversation {
    /// Why something that waits for a line does not get one.
    enum Interruption: Error {
        /// There are no more lines.
        case endOfInput
        /// The task was cancelled.
        case cancelled
        /// The target of the line is gone.
        case elsewhere
        /// Nobody reads what is printed.
        case unheard
    }

    /// How long typing waits for work before the work goes on in the background.
    private static let patience = Duration.seconds(1)
    /// How long work may go on after the end of the input.
    private static let finalPatience = Duration.seconds(30)

    let session: Session
    let application: ApplicationInfo
    let localizer: Localizer
    let console: LineConsole
    let inbox: SessionInbox
    /// Makes QR codes, where they can be seen.
    let codes: (any QRCodeMaking)?
    let progress: ProgressPrinter

    /// The screen as it was printed last, or a later one with the same content.
    var shown: Screen?
    /// The rows that are printed.
    var pages: ListPages
    /// Whether the fields of the form were asked for, or one of them was filled in.
    var isFilled = false
    /// Whether an action was done with the form, so that its problems are asked about.
    var wasSubmitted = false
    /// Whether required fields were asked for automatically.
    var wasOffered = false
    /// Whether the screen is to be printed even if it has not changed.
    var mustShow = false
    /// Whether the change that is shown came by itself, and not from what was typed.
    var isFromOutside = false
    /// When something was last printed about the screen.
    var lastShown = ContinuousClock.now
    /// Messages that wait until the person has stopped typing.
    var notices: [Notice] = []
    /// Whether the session is still at work while the person may type.
    var isBusy = false

    init(
        session: Session, application: ApplicationInfo, localizer: Localizer,
        console: LineConsole, inbox: SessionInbox, codes: (any QRCodeMaking)?
    ) {
        self.session = session
        self.application = application
        self.localizer = localizer
        self.console = console
        self.inbox = inbox
        self.codes = codes
        progress = ProgressPrinter(console: console, localizer: localizer)
        pages = ListPages(size: console.pageSize)
    }

    /// Goes on until the session, the input or the interest in the output ends.
    ///
    /// - Throws: `CancellationError` when the task was cancelled; `OutputError` when what was
    ///   printed got lost.
    func run() async throws -> ExitStatus {
        do {
            try await settle()
            while !session.isEnded {
                do {
                    try await answerQuestions()
                    guard !session.isEnded else { break }
                    try await show()
                    if try await fillUnasked() { continue }
                    if let command = try await readCommand() { try await perform(command) }
                } catch .elsewhere {
                    isFromOutside = true
                }
            }
            try? await printNotices()
        } catch Interruption.endOfInput {
            await finishWork()
            try? await printNotices()
            return try await sayUnsaved() ? .failure : .success
        } catch Interruption.unheard {
            try console.output.check()
        } catch Interruption.cancelled {
            if console.isInteractive { await console.output.send("\n") }
            _ = try await sayUnsaved()
            throw CancellationError()
        }
        return .success
    }

    /// Ends the session, and says what becomes of something that was typed, when nobody is there to be
    /// asked.
    private func sayUnsaved() async throws -> Bool {
        guard !session.isEnded, session.hasUnsent else { return false }
        try? await complain(localizer(session.endKeeping()))
        return true
    }

    // MARK: - Waiting

    /// Waits until all started work is done.
    ///
    /// On a terminal it waits only a moment when there is something to see and nothing was typed
    /// ahead, so that a person can stop what takes long.
    func settle() async throws(Interruption) {
        isBusy = false
        inbox.watchSettling(of: session)
        var deadline = console.isInteractive ? ContinuousClock.now + Self.patience : nil
        while true {
            switch await inbox.next(lines: false, until: deadline) {
            case .settled: return
            case .event(let event): note(event)
            case .cancelled: throw .cancelled
            case .line: continue
            case .timeout:
                deadline = .now + Self.patience
                guard inbox.waitingLines == 0, session.screen != nil else { continue }
                isBusy = true
                let isSilent = shown == session.screen && session.progress.isEmpty
                if isSilent { try await say(localizer(UIText.working)) }
                return
            }
        }
    }

    /// After the end of the input, waits for work in progress, up to a limit.
    private func finishWork() async {
        guard session.questions.isEmpty else { return }
        inbox.watchSettling(of: session)
        let deadline = ContinuousClock.now + Self.finalPatience
        while true {
            switch await inbox.next(lines: false, until: deadline) {
            case .event(let event): note(event)
            case .settled, .timeout, .cancelled: return
            case .line: continue
            }
        }
    }

    /// Waits for a command; `nil` when there is something to tell first.
    private func readCommand() async throws(Interruption) -> String? {
        try await prompt("> ")
        var deadline: ContinuousClock.Instant?
        while true {
            switch await inbox.next(until: deadline) {
            case .line(let line):
                isFromOutside = false
                if let text = try await text(of: line) { return text.reveal() }
                try await prompt("> ")
            case .event(.ended):
                try await breakLine()
                return nil
            case .event(let event):
                note(event)
                deadline = min(deadline ?? .now + .days(1), whenToTell(event))
            case .settled:
                isBusy = false
                deadline = .now
            case .timeout:
                deadline = nil
                guard hasNews else { continue }
                isFromOutside = true
                if session.screen?.location != shown?.location { dropTyped() }
                try await breakLine()
                return nil
            case .cancelled:
                throw .cancelled
            }
        }
    }

    /// Prints a prompt and waits for the answer.
    ///
    /// - Parameters:
    ///   - text: The prompt.
    ///   - isSecret: Whether input is hidden, from the prompt on.
    ///   - question: The question that it answers; otherwise the line is about the present screen.
    /// - Throws: `elsewhere` as soon as an answer is no longer useful.
    func readAnswer(
        after text: String, isSecret: Bool = false, to question: Question? = nil
    ) async throws(Interruption) -> SecretText {
        guard isSecret, console.isInteractive else {
            try await prompt(text)
            return try await awaitAnswer(to: question)
        }
        return try await Terminal.withoutEcho(on: 0) { () async throws(Interruption) in
            try await prompt(text)
            return try await awaitAnswer(to: question)
        }
    }

    private func awaitAnswer(to question: Question?) async throws(Interruption) -> SecretText {
        let location = session.screen?.location
        while true {
            switch await inbox.next() {
            case .line(let line):
                if let text = try await text(of: line) { return text }
            case .event(let event):
                note(event)
                let isGone = question.map { !session.questions.contains($0) } ?? false
                guard !session.isEnded, !isGone, session.screen?.location == location else {
                    dropTyped()
                    try await breakLine()
                    throw .elsewhere
                }
            case .settled:
                isBusy = false
            case .timeout:
                continue
            case .cancelled:
                throw .cancelled
            }
        }
    }

    /// Drops half a line that was meant for a screen that is gone.
    private func dropTyped() {
        if console.isInteractive { Terminal.dropTyped(on: 0) }
    }

    /// The text of a line; `nil` after reporting an error in it.
    private func text(of line: InputLine) async throws(Interruption) -> SecretText? {
        switch line {
        case .text(let text): return text
        case .notUTF8: try await complain(localizer(LineText.notUTF8))
        case .tooLong: try await complain(localizer(LineText.tooLong))
        case .end: throw .endOfInput
        }
        return nil
    }

    // MARK: - What the session says

    /// Takes note of what the session said.
    private func note(_ event: SessionEvent) {
        switch event {
        case .notice(let notice): notices.append(notice)
        case .progress(let task): progress.report(task)
        case .screen, .covered, .question, .questionClosed, .undoClosed, .ended: break
        }
    }

    /// When to tell about something: at once when the person is led elsewhere, otherwise when it
    /// has come to rest, and not too often.
    private func whenToTell(_ event: SessionEvent) -> ContinuousClock.Instant {
        switch event {
        case .screen(let screen):
            let isElsewhere = screen.location != shown?.location
            return isElsewhere
                ? .now + .milliseconds(50)
                : max(.now + .milliseconds(300), lastShown + .seconds(2))
        case .covered, .question, .questionClosed, .notice, .undoClosed, .progress, .ended:
            return .now + .milliseconds(50)
        }
    }

    /// Whether something is worth an interruption of a person who may be about to type.
    private var hasNews: Bool {
        guard notices.isEmpty, session.questions.isEmpty, !session.isEnded else { return true }
        guard let screen = session.screen, let shown else { return false }
        if !ScreenNews.isNone(shown, screen, ignoringCodes: true) { return true }
        if !ScreenNews.newWarnings(shown, screen).isEmpty { return true }
        return lastShown + .seconds(5) < .now && !ScreenNews.changedProgress(shown, screen).isEmpty
    }
}

extension Duration {
    fileprivate static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }
}
