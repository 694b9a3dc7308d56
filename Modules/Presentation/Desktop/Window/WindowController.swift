import CGTK
import TenonCore
import TenonUI

/// One window that shows one session.
@DesktopActor
final class WindowController {
    /// An input for a list beside the present screen, which requires going back to it first.
    private struct Return {
        let location: Location
        let input: SessionInput
        /// The screen that is being left.
        var from: Location
        /// Further screens that may lie between.
        var steps = 5
    }

    private let session: Session
    let localizer: Localizer
    private let application: ApplicationInfo
    let window: Widget
    private let inbox = SessionInbox()
    private let inputs: InputQueue
    let header: HeaderBar
    let toasts: Toasts
    private let tasks: Tasks
    let places: PlacesView
    let area: PageArea
    let actions: ActionTable
    private let receiver: Receiver
    private var dialog: QuestionDialog?
    private var returning: Return?
    /// The action of the application that is done before the window closes.
    private let closeAction: String?

    init(
        _ session: Session, host: SessionHost,
        application gtk: UnsafeMutablePointer<GtkApplication>,
        accelerators: Accelerators
    ) {
        self.session = session
        localizer = host.localizer
        application = host.application
        closeAction = host.container[.configuration][DesktopFrontEnd.closeAction]
        let (session, localizer, receiver) = (session, host.localizer, Receiver())
        let (brand, codes) = (host.brand, host.container[.qrCodes])
        let images = ImageLoader(host.container)
        self.receiver = receiver
        window = Widget(gtk_application_window_new(gtk))
        inputs = InputQueue(session) { error in
            Task { @DesktopActor in receiver.controller?.refused(error) }
        }
        places = PlacesView(localizer: localizer) { receiver.controller?.open($0.location) }
        header = HeaderBar(host.application, places: places.button, localizer: localizer) {
            receiver.controller?.beginSearch()
        } searched: { text in
            receiver.controller?.search(text)
        }
        area = PageArea(localizer: localizer) {
            receiver.controller?.header.isSearching ?? false
        } makeView: { screen, isAlone in
            ScreenView(
                screen, isAlone: isAlone, localizer: localizer, avatars: brand.avatars,
                codes: codes, images: images
            ) { input, view in
                receiver.controller?.send(input, from: view)
            } follow: {
                receiver.controller?.follow($0)
            }
        }
        tasks = Tasks(localizer: localizer)
        let page = Box(GTK_ORIENTATION_HORIZONTAL).append(places.sidebar, area.root)
        let content = Box(GTK_ORIENTATION_VERTICAL)
            .append(tasks.root, page.expanding(horizontally: true, vertically: true))
        toasts = Toasts(over: content, localizer: localizer) {
            receiver.controller?.inputs.add(.undo($0))
        }
        actions = ActionTable(window, application: gtk, accelerators: accelerators) { action in
            receiver.controller?.perform(action)
        }
        receiver.controller = self
        gtk_window_set_default_size(window.typed(), 1000, 720)
        gtk_window_set_titlebar(window.typed(), header.root.pointer)
        gtk_window_set_child(window.typed(), toasts.root.pointer)
        header.captureKeys(of: window)
        addActions()
        Signal.connect(window.pointer, asking: "close-request") { [weak self] in
            self?.close()
            return true
        }
        ToolTip.follow()
        Signal.connect(window.pointer, "map") { [weak self] in self?.watchWidth() }
        followFocus()
        if let icon = brand.icon {
            Signal.connect(window.pointer, "realize") { [weak self] in
                if let window = self?.window { WindowIcon.show(icon, on: window) }
            }
        }
    }

    /// Shows the session until it ends, or the task is cancelled.
    func run() async {
        inbox.connect(session)
        loop: while true {
            switch await inbox.next(lines: false) {
            case .event(.ended), .cancelled: break loop
            case .event(let event): show(event)
            case .settled, .line, .timeout: continue
            }
        }
        inbox.close()
        dialog = nil
        gtk_window_destroy(window.typed())
    }

    // MARK: - What the session says

    private func show(_ event: SessionEvent) {
        switch event {
        case .screen(let screen): show(screen)
        // After a lock nothing of what was said before it is looked at.
        case .covered(let screen):
            guard session.canGoBack else { return }
            area.update(screen)
            updateActions()
        case .question(let question):
            // Who loses what was typed rather than stay goes on to the list.
            if !question.kind.isDiscarding(localizer) { returning = nil }
            if dialog == nil { ask(question) }
        case .questionClosed(let id):
            guard dialog?.question.id == id else { return }
            dialog = nil
            if let next = session.questions.first { ask(next) }
        case .notice(let notice): toasts.show(notice)
        case .undoClosed(let id): toasts.close(undo: id)
        case .progress(let task): tasks.show(task)
        case .ended: break
        }
    }

    private func show(_ screen: Screen) {
        if goOn(with: screen) { return }
        // What was to be saved on the way is refused.
        if returning?.from == screen.location, screen.saysProblem { stay() }
        area.show(screen, canGoBack: session.canGoBack)
        updateActions()
        let canGoBack = session.canGoBack || screen.parent != nil
        actions.enable("back", canGoBack)
        header.show(search: area.searchable?.screen.search, canGoBack: canGoBack)
        places.show(screen.destinations)
        fit()
        // Not the title of the screen: every program on the display may read this one, and the
        // library of the display keeps what it has sent.
        gtk_window_set_title(window.typed(), HarmlessText.line(application.name))
        if gtk_widget_get_visible(window.pointer) == 0 {
            gtk_window_present(window.typed())
            area.focus()
        }
    }

    /// Goes back to a list that has a pending input; `false` when the screen is to be shown.
    private func goOn(with screen: Screen) -> Bool {
        // The screen that is being left may change once more, such as without what was typed.
        guard var wish = returning, screen.location != wish.from else { return false }
        if screen.location == wish.location {
            returning = nil
            inputs.add(wish.input)
            return false
        }
        guard wish.steps > 0, session.canGoBack else {
            returning = nil
            return false
        }
        wish.steps -= 1
        wish.from = screen.location
        returning = wish
        inputs.add(.back)
        return true
    }

    private func ask(_ question: Question) {
        dialog = QuestionDialog(question, over: window, localizer: localizer) {
            [weak self] answer in
            if answer == .cancel { self?.stay() }
            self?.inputs.add(.answer(question.id, answer))
        }
    }

    private func refused(_ error: any Error) {
        let explanation = Explanation(error)
        toasts.show(
            Notice(localizer.text(of: explanation.sentence), tone: .caution))
    }

    // MARK: - What the person does

    private func send(_ input: SessionInput, from view: ScreenView) {
        switch input {
        case .act(let id, let target, _):
            let isOfApplication = view.screen.action(id, target: target)?.scope == .application
            area.nextIsChosen =
                isOfApplication ? false : view.layout == .list ? target != nil : nil
            area.open(target.flatMap { view.opens($0, by: id) ? $0 : nil }, in: view)
        case .search, .filter: area.open(nil, in: view)
        case .select, .edit, .answer, .undo, .open, .back, .close, .forced, .window, .reading:
            break
        }
        if view === area.current {
            if case .edit = input, returning?.from == view.screen.location { stay() }
            return inputs.add(input)
        }
        switch input {
        case .window(let list, _), .reading(let list, _):
            // Nobody is led away from what is shown because a list beside it is moved.
            return area.current?.screen.list(list) == nil ? inputs.add(input) : ()
        default: break
        }
        // A person who is already going back, such as by the letter before, must not go back twice.
        let isReturning = returning?.location == view.screen.location
        let from = area.current?.screen.location ?? view.screen.location
        returning = Return(
            location: view.screen.location, input: input,
            from: isReturning ? returning?.from ?? from : from)
        if !isReturning { inputs.add(.back) }
    }

    /// Shows the list beside the screen as it is, since nobody goes on to what was wanted of it.
    private func stay() {
        guard returning != nil else { return }
        returning = nil
        area.stay()
        header.stay(at: area.searchable?.screen.search)
    }

    /// The screen in which a search was begun goes, and with it what has the focus.
    private func beginSearch() { if area.beside != nil { header.continueSearch() } }

    private func search(_ text: String) {
        guard let view = area.searchable else { return }
        send(.search(text), from: view)
    }

    func goBack() {
        returning = nil
        if session.canGoBack {
            inputs.add(.back)
        } else if let parent = area.current?.screen.parent {
            inputs.add(.open(parent))
        }
    }

    /// Takes back what was done last; in a text, what was typed there.
    func undo() {
        if let focus = window.focusWithin, focus.isText, !header.isSearching || focus.hasText {
            gtk_widget_activate_action_variant(focus.pointer, "text.undo", nil)
        } else if let id = session.undoable.last?.undo {
            inputs.add(.undo(id))
        }
    }

    /// Goes to a location.
    func open(_ location: Location) {
        returning = nil
        area.nextIsChosen = false
        inputs.add(.open(location))
    }

    /// Ends the session, after the action that the person has chosen for it, such as a lock.
    func close() {
        if dialog == nil { inputs.add(.close(after: closeAction)) }
    }

    // MARK: - Width

    private func watchWidth() {
        guard let surface = gtk_native_get_surface(window.opaque) else { return }
        Signal.connect(UnsafeMutableRawPointer(surface), pointer: "notify::width") {
            [weak self] _ in
            Idle.run { self?.fit() }
        }
        Idle.run { [weak self] in self?.fit() }
    }

    private func fit() {
        var (width, height) = (gtk_widget_get_width(window.pointer), gint(0))
        // Nothing moves when the window comes, if it is laid out for the width that it asks for.
        if width == 0 { gtk_window_get_default_size(window.typed(), &width, &height) }
        guard width > 0 else { return }
        places.setWidth(Int(width))
        area.setWidth(Int(width), hasPlaces: places.sidebar.isVisible)
        updateActions()
    }
}

/// Where closures that are made before the controller find it.
@DesktopActor
private final class Receiver {
    weak var controller: WindowController?
}
