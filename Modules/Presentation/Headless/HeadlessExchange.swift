import TenonCore
import TenonUI

/// The exchange of lines with another program, from the first request to the end of the session.
struct HeadlessExchange {
    /// A request that was taken, and is answered when the session has settled.
    private struct Pending {
        let id: RequestID?
        let demand: HeadlessRequest.Demand
    }

    /// How long the session may take to settle after the end of the input.
    private static let patience = Duration.seconds(30)

    let session: Session
    let scheme: String
    let inbox: SessionInbox
    let output: OutputWriter

    private var pending: Pending?
    /// Whether changes of a screen are reported instead of all of it.
    private var tellsChanges = false
    /// The screen that was reported last, while changes are reported.
    private var told: Screen?
    /// When to end; set at the end of the input.
    private var deadline: ContinuousClock.Instant?
    /// What it ends with.
    private var status = ExitStatus.success

    init(session: Session, scheme: String, inbox: SessionInbox, output: OutputWriter) {
        self.session = session
        self.scheme = scheme
        self.inbox = inbox
        self.output = output
    }

    /// Answers requests and reports events until the session has ended or the output is closed.
    ///
    /// - Throws: `CancellationError` when the task was cancelled; `OutputError` when a line got
    ///   lost.
    mutating func run() async throws -> ExitStatus {
        var listens = true
        while listens {
            switch await inbox.next(lines: pending == nil && deadline == nil, until: deadline) {
            case .event(.ended):
                await output.send(JSONLine.text(of: SessionEvent.ended))
                return status
            case .event(let event):
                listens = await tell(event)
            case .line(.text(let line)):
                listens = await take(line)
            case .line(.notUTF8):
                listens = await reply(to: nil, HeadlessError.notUTF8)
            case .line(.tooLong):
                let error = HeadlessError.tooLong(HeadlessFrontEnd.maximumLineLength)
                listens = await reply(to: nil, error)
            case .line(.end):
                deadline = .now + Self.patience
                inbox.watchSettling(of: session)
            case .settled:
                if let pending {
                    self.pending = nil
                    listens = await finish(pending)
                } else {
                    listens = await end()
                }
            case .timeout:
                listens = await end()
            case .cancelled:
                await output.send(JSONLine.text(of: SessionEvent.ended))
                throw CancellationError()
            }
        }
        try output.check()
        return .success
    }

    /// Takes a line; `false` when the output is closed.
    private mutating func take(_ line: SecretText) async -> Bool {
        guard !Self.isBlank(line) else { return true }
        var id: RequestID?
        do {
            var members = try JSONMembers(try JSONReader.read(line), name: "the line")
            id = try members.requestID()
            let request = try HeadlessRequest(&members, screen: session.screen, scheme: scheme)
            try perform(request)
            let pending = Pending(id: id, demand: request.demand)
            guard request.settles else { return await finish(pending) }
            self.pending = pending
            inbox.watchSettling(of: session)
            return true
        } catch let error as JSONError {
            return await reply(to: id, HeadlessError.malformed(error))
        } catch {
            return await reply(to: id, error)
        }
    }

    /// Tells the session; unless forced to, nothing that loses what was typed.
    private func perform(_ request: HeadlessRequest) throws {
        switch request.demand {
        case .send(let input):
            guard request.isForced || !session.asks(before: input) else {
                throw HeadlessError.unsaved
            }
            try session.send(request.isForced ? .forced(input) : input)
        case .end:
            guard request.isForced || !session.hasUnsent else { throw HeadlessError.unsaved }
        case .watch, .look:
            return
        }
    }

    /// Ends the session when the input has ended, and says so when something is lost with it.
    private mutating func end() async -> Bool {
        defer { session.end() }
        guard session.hasUnsent else { return true }
        status = .failure
        return await reply(to: nil, HeadlessError.unsaved)
    }

    /// Answers a request that was taken, and reports what it asked for.
    private mutating func finish(_ pending: Pending) async -> Bool {
        guard await reply(to: pending.id, nil) else { return false }
        switch pending.demand {
        case .send:
            return true
        case .end:
            session.end()
            return true
        case .watch(let changes):
            tellsChanges = changes
            told = nil
            return true
        case .look:
            var events: [SessionEvent] = []
            if let screen = session.screen {
                events.append(.screen(screen))
                remember(screen)
            }
            events += session.questions.map { .question($0) }
            events += session.undoable.map { .notice($0) }
            events += session.progress.map { .progress($0) }
            return await output.send(events.map(JSONLine.text).joined())
        }
    }

    /// Reports an event of the session; a changed screen only by its changes, if requested.
    private mutating func tell(_ event: SessionEvent) async -> Bool {
        // A program sees one screen at a time, and gets a covered one when it goes back to it.
        if case .covered = event { return true }
        guard case .screen(let screen) = event else {
            return await output.send(JSONLine.text(of: event))
        }
        let change = told.flatMap { ScreenChange(from: $0, to: screen) }
        remember(screen)
        return await output.send(change.map(JSONLine.text) ?? JSONLine.text(of: event))
    }

    private mutating func remember(_ screen: Screen) { told = tellsChanges ? screen : nil }

    private func reply(to id: RequestID?, _ error: (any Error)?) async -> Bool {
        let problem = error.map { Problem($0, session.container[.localizer]) }
        return await output.send(JSONLine.text(of: ReplyLine(id: id, problem: problem)))
    }

    private static func isBlank(_ line: SecretText) -> Bool {
        line.withBytes { bytes in bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
    }
}
