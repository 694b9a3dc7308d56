import TenonCore
import TenonMemory
import TenonUI

/// The conversation of a session: draws what there is, takes what is typed, in turn.
///
/// It sleeps until something happens.
final class TerminalConversation {
    /// A screen that led to the present one.
    struct Visit {
        var screen: Screen
        let focus: FocusID?
        let scroll: Int
        /// What was in sight first, and on which line.
        var top: (id: FocusID, line: Int)?
    }

    /// A message, and until when it is shown.
    struct Message {
        let notice: Notice
        let end: ContinuousClock.Instant
    }

    /// What stands on top of the screen on the front end's own account.
    enum Overlay {
        case commands(CommandList)
        case help(scroll: Int)
        case options(OptionList)
    }

    /// How long work runs before progress is shown.
    static let patience = Duration.milliseconds(400)

    let session: Session
    let application: ApplicationInfo
    /// What stands in the corner: the application's name, behind the sign of the product.
    let name: String
    let localizer: Localizer
    let keys: KeyMap
    let inbox: TerminalInbox
    /// Makes QR codes, if anything does.
    let codes: (any QRCodeMaking)?
    let shelf: PictureShelf?
    /// What pictures the terminal can show.
    var ability: PictureAbility

    var screen: Screen?
    var page = Page()
    /// What has the focus.
    var focus: FocusID?
    /// The index of the row that has the focus, in its list.
    var focusIndex: Int?
    /// The row that gets the focus as soon as it is present.
    var wanted: (list: String, index: Int, isTop: Bool)?
    /// The rows that were asked for, by list.
    var requested: [String: Range<Int>] = [:]
    /// The row that the session knows as the first one in sight, by list.
    var reading: [String: String] = [:]
    /// Whether the person has done anything on this screen, so that what is in sight is chosen by them.
    var isUsed = false
    /// The first line of the page that is shown.
    var scroll = 0
    /// What is to be in sight first as soon as it is there, and on which line.
    var wantedTop: (id: FocusID, line: Int)?
    /// Whether the page scrolls to the focus.
    var followsFocus = true
    /// The text that is being typed, while a field for text has the focus.
    var editor: TextEditor?
    /// What was typed into fields for numbers, days and files, as it was typed.
    var typed: [String: String] = [:]
    /// What is wrong with that.
    var problems: [String: String] = [:]
    /// Whether an action was done with the form, so that its problems get the focus.
    var wasSubmitted = false
    /// The screens that led here.
    var trail: [Visit] = []
    /// The screen beside the present one.
    var side: Visit?
    var overlay: Overlay?
    /// The question that is being answered.
    var question: QuestionDialog?
    var messages: [Message] = []
    /// Since when something goes on.
    var busySince: ContinuousClock.Instant?
    var hits: [Hit] = []
    var size: (columns: Int, rows: Int)
    /// The rows that the page had when it was drawn last; before, about as many as it will have.
    var bodyRows: Int

    let device: TerminalDevice
    let appearance: Appearance
    var isDark: Bool?
    var palette: Palette?
    var shown: CellGrid?
    private var mustSuspend = false

    init(
        session: Session, host: SessionHost, device: TerminalDevice, keys: KeyMap,
        inbox: TerminalInbox
    ) {
        self.session = session
        application = host.application
        name = HarmlessText.line(host.brand.title(of: host.application))
        localizer = host.localizer
        codes = host.container[.qrCodes]
        let loader = ImageLoader(host.container)
        let renderer = loader.canDecode ? host.container[.terminalPictures] : nil
        shelf = renderer.map { PictureShelf(loader, $0) { inbox.put([.picture]) } }
        ability = PictureAbility(depth: device.kind.symbolDepth)
        if let cell = device.cell { ability.take(.cell(cell)) }
        appearance = host.container[.appearance]
        self.device = device
        self.keys = keys
        self.inbox = inbox
        isDark = device.kind.isDark
        size = device.size
        bodyRows = max(1, size.rows - 4)
    }

    /// Goes on until the session ends or the terminal is gone.
    ///
    /// - Throws: `CancellationError` when the task was cancelled; `OutputError` when what was
    ///   drawn got lost.
    func run() async throws -> ExitStatus {
        var deadline: ContinuousClock.Instant? = .now
        while !session.isEnded {
            var items = try await inbox.next(until: deadline)
            // The immediate effect of an input is drawn together with it.
            for _ in 0..<8 {
                for item in items { take(item) }
                items = try await inbox.next(until: .now)
                if items.isEmpty { break }
            }
            for item in items { take(item) }
            if mustSuspend { suspend() }
            if session.isEnded { break }
            guard await draw() else {
                try device.output.check()
                return .success
            }
            deadline = nextDeadline
        }
        return .success
    }

    // MARK: - What happens

    private func take(_ item: TerminalInbox.Item) {
        switch item {
        case .session(let event): take(event)
        case .settled:
            busySince = nil
            finishSubmission()
        case .input(.background(let color)): isDark = color.luminance < 0.3
        case .input(.answer(let answer)): take(answer)
        case .input(let event):
            isUsed = true
            take(event)
        case .resized:
            size = device.size
            shelf?.resized()
            if let cell = device.cell { ability.take(.cell(cell)) }
            device.askCell()
        case .suspended: mustSuspend = true
        case .resumed: resume()
        case .picture: break
        case .closed: session.end()
        case .notice(let notice): add(notice)
        }
    }

    private func take(_ event: SessionEvent) {
        switch event {
        case .screen(let screen):
            // What was typed since is in the latest one only.
            let latest = session.screen
            present(latest?.location == screen.location ? latest ?? screen : screen)
        case .covered(let screen): updateTrail(with: screen)
        case .question, .questionClosed: takeQuestion()
        case .notice(let notice): add(notice)
        case .undoClosed(let id):
            messages.removeAll { $0.notice.undo == id }
        case .progress, .ended: break
        }
    }

    /// Shows the oldest open question, with what was typed for it if it is shown already.
    private func takeQuestion() {
        guard let open = session.questions.first else {
            question = nil
            return
        }
        if question?.id != open.id { question = QuestionDialog(open, localizer) }
    }

    /// Shows a message for a while.
    func add(_ notice: Notice) {
        let duration: Duration =
            switch notice.tone {
            // What can be taken back is there for as long as it can.
            case .neutral, .positive: .seconds(notice.undo == nil ? 5 : 60 * Patience.factor)
            case .caution, .critical: .seconds(10)
            }
        messages.removeAll { $0.notice == notice }
        messages.append(Message(notice: notice, end: .now + duration))
    }

    /// Sends the session an input; reports when it cannot be done.
    @discardableResult
    func send(_ input: SessionInput, takesTime: Bool = true) -> Bool {
        do {
            try session.send(input)
        } catch {
            let problem = Problem(error, localizer)
            let text = [problem.message, problem.remedy].filter { !$0.isEmpty }
            add(Notice(text.joined(separator: " "), tone: .critical))
            return false
        }
        if takesTime, !session.isEnded {
            busySince = busySince ?? .now
            inbox.watchSettling(of: session)
        }
        return true
    }

    private func suspend() {
        mustSuspend = false
        device.suspend()
        resume()
    }

    private func resume() {
        device.enter()
        size = device.size
        if let cell = device.cell { ability.take(.cell(cell)) }
        shown = nil
    }

    private func take(_ answer: TerminalAnswer) {
        // What was not asked for changes nothing.
        guard shelf != nil, device.showsPictures else { return }
        ability.take(answer)
        if answer == .attributes(hasSixels: true) {
            device.output.write(ControlSequence.useSixelColors)
        }
    }

    /// Draws everything again.
    func redraw() { shown = nil }

    private var nextDeadline: ContinuousClock.Instant? {
        var times = messages.map(\.end)
        if let busySince, busySince + Self.patience > .now {
            times.append(busySince + Self.patience)
        }
        return times.min()
    }
}
