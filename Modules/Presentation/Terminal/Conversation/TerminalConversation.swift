import TenonCore
import TenonUI

/// The conversation of a session: draws what there is, takes what is typed, in turn.
///
/// It sleeps until something happens; nothing runs while nobody does anything.
final class TerminalConversation {
    /// A screen that led to the present one.
    struct Visit {
        let screen: Screen
        let focus: FocusID?
        let scroll: Int
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
        case leaving(QuestionDialog, Leaving)
    }

    /// What is done when the person does not mind to lose what was typed.
    enum Leaving {
        case back
        case quit
        case go(Location)
    }

    /// From then on it is said that something goes on.
    static let patience = Duration.milliseconds(400)

    let session: Session
    let application: ApplicationInfo
    let localizer: Localizer
    let keys: KeyMap
    let inbox: TerminalInbox

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
    /// The first line of the page that is shown.
    var scroll = 0
    /// Whether the page moves so that what has the focus is seen.
    var followsFocus = true
    /// The text that is being typed, while a field for text has the focus.
    var editor: TextEditor?
    /// What was put into fields.
    var draft = FormDraft()
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
    /// The rows that the page had when it was drawn last.
    var bodyRows = 1

    private let device: TerminalDevice
    private let appearance: Appearance
    private var isDark: Bool?
    private var palette: Palette?
    private var shown: Frame?
    private var mustSuspend = false

    init(
        session: Session, host: SessionHost, device: TerminalDevice, keys: KeyMap,
        inbox: TerminalInbox
    ) {
        self.session = session
        application = host.application
        localizer = host.localizer
        appearance = host.container[.appearance]
        self.device = device
        self.keys = keys
        self.inbox = inbox
        isDark = device.kind.isDark
        size = device.size
    }

    /// Goes on until the session ends or the terminal is gone.
    ///
    /// - Throws: `CancellationError` when the task was cancelled; `OutputError` when what was
    ///   drawn got lost.
    func run() async throws -> ExitStatus {
        var deadline: ContinuousClock.Instant? = .now
        while !session.isEnded {
            var items = try await inbox.next(until: deadline)
            // What an input leads to at once is seen together with it.
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
        case .settled: (busySince, wasSubmitted) = (nil, false)
        case .input(.background(let color)): isDark = color.luminance < 0.3
        case .input(let event): take(event)
        case .resized: size = device.size
        case .suspended: mustSuspend = true
        case .resumed: resume()
        case .closed: session.end()
        case .notice(let notice): add(notice)
        }
    }

    private func take(_ event: SessionEvent) {
        switch event {
        case .screen(let screen): present(screen)
        case .question, .questionClosed: takeQuestion()
        case .notice(let notice): add(notice)
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
            case .neutral, .positive: .seconds(5)
            case .caution, .critical: .seconds(10)
            }
        messages.removeAll { $0.notice == notice }
        messages.append(Message(notice: notice, end: .now + duration))
    }

    /// Tells the session something; what cannot be done is said.
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
        shown = nil
    }

    /// Draws everything anew.
    func redraw() { shown = nil }

    private var nextDeadline: ContinuousClock.Instant? {
        var times = messages.map(\.end)
        if let busySince, busySince + Self.patience > .now {
            times.append(busySince + Self.patience)
        }
        return times.min()
    }

    // MARK: - Drawing

    private func draw() async -> Bool {
        messages.removeAll { $0.end <= .now }
        let palette = currentPalette
        if palette != self.palette { shown = nil }
        self.palette = palette
        guard let view = makeView() else { return true }
        let (frame, hits) = view.draw()
        self.hits = hits
        let text = FramePainter(palette: palette).bytes(from: shown, to: frame)
        shown = frame
        return text.isEmpty ? true : await device.output.send(text)
    }

    private var currentPalette: Palette {
        let depth = device.kind.depth
        switch appearance.scheme {
        case nil, .system:
            return Palette(depth: depth, isDark: isDark ?? true, paintsPage: false)
        case .light, .dark:
            let wantsDark = appearance.scheme == .dark
            return Palette(
                depth: depth, isDark: wantsDark, paintsPage: depth != .none && isDark != wantsDark)
        }
    }

    private func makeView() -> ScreenView? {
        guard let screen else {
            return question.map { blankView(dialog: $0.dialog(columns: size.columns)) }
        }
        let side = ScreenView.sideColumns(size.columns) > 0 ? self.side : nil
        let shownScreen = draft.applied(to: screen)
        let width = ScreenView.pageWidth(size.columns, hasSide: side != nil)
        // Offers depend on the focus, the rows for the page on the offers.
        layOut(shownScreen, width: width)
        var view = ScreenView(
            columns: size.columns, rows: size.rows, localizer: localizer,
            application: application.name, title: screen.title, page: page, scroll: scroll,
            focus: focus, offers: offers(for: screen))
        view.messages = messageLines
        if let busySince, busySince + Self.patience <= .now {
            view.activity = localizer(TerminalText.working)
        }
        if bodyRows != view.bodyRows {
            bodyRows = view.bodyRows
            layOut(shownScreen, width: width)
            (view.page, view.scroll, view.focus) = (page, scroll, focus)
            view.offers = offers(for: screen)
        }
        if let side {
            var layout = PageLayout(
                localizer: localizer, width: ScreenView.sideColumns(size.columns) - 3)
            layout.isSpacious = size.rows >= 20
            layout.focus = side.focus
            view.side = layout.page(of: side.screen)
            view.sideFocus = side.focus
        }
        view.dialog = dialog
        return view
    }

    private func blankView(dialog: Dialog) -> ScreenView {
        let blank = Screen(location: Location([""]), title: application.name)
        var view = ScreenView(
            columns: size.columns, rows: size.rows, localizer: localizer, application: "",
            title: application.name, page: Page(), scroll: 0, offers: offers(for: blank))
        view.dialog = dialog
        return view
    }

    /// What can be done on a screen with what has the focus.
    func offers(for screen: Screen) -> Offers {
        Offers(
            screen, item: page.item(focus), inText: isInText, keys: keys,
            canGoBack: session.canGoBack || screen.parent != nil, enter: fieldReturn,
            localizer: localizer)
    }

    private var messageLines: [TextLine] {
        let setter = TextSetter(width: max(8, size.columns - 2))
        var lines: [TextLine] = []
        for task in session.progress {
            var runs = [[TextRun(HarmlessText.line(task.title))]]
            if let fraction = task.fraction {
                runs.append([TextRun(BlockBar.text(fraction, width: 12), .accent)])
            }
            if let total = task.total {
                let counts = [
                    "completed": localizer.number(task.completed),
                    "total": localizer.number(total),
                ]
                runs.append([TextRun(localizer(TerminalText.progressOf, counts), .secondary)])
            }
            lines += setter.flow(runs, gap: 2)
        }
        for message in messages {
            lines += setter.message(message.notice.text, message.notice.tone, localizer)
        }
        return lines
    }
}
