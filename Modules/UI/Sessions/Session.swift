internal import Synchronization
public import TenonCore

/// One person's use of a running application: the stack of scenes, open questions, running tasks.
///
/// A front end listens to ``events()`` and calls ``send(_:)``; that is all it may know.
public final class Session: Sendable {
    private struct Entry {
        let location: Location
        let scene: any Scene
        let offersApplicationActions: Bool
    }

    private struct State {
        var stack: [Entry] = []
        var shown: Screen?
        var listeners: [Int: AsyncStream<SessionEvent>.Continuation] = [:]
        var nextListener = 0
        var activity = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
        var tasks: [Task<Void, Never>] = []
        var isEnded = false
    }

    /// The container of this session.
    public let container: Container

    private let desk: QuestionDesk
    private let flow: AppFlow
    private let localizer: Localizer
    private let applicationActions: [ApplicationAction]
    private let requests: AsyncStream<NavigationEvent>.Continuation
    private let requestStream: AsyncStream<NavigationEvent>
    private let state = Mutex(State())

    init(container: Container) {
        let desk = QuestionDesk()
        self.desk = desk
        self.container = container.overriding { $0.provide(.questionDesk, desk) }
        flow = AppFlow(container[.coordinators])
        localizer = container[.localizer]
        applicationActions = container[.applicationActions]
        (requestStream, requests) = AsyncStream.makeStream(of: NavigationEvent.self)
        desk.connect { [weak self] event in
            self?.emit(event)
            self?.resumeWaiters()
        }
    }

    // MARK: - What a front end sees

    /// The present screen; `nil` before the first one and after the end.
    public var screen: Screen? { state.withLock(\.shown) }

    /// The questions that wait for an answer, the oldest first.
    public var questions: [Question] { desk.questions }

    /// The tasks that are running.
    public var progress: [TaskProgress] { desk.progress }

    /// Whether there is a screen to go back to.
    public var canGoBack: Bool { state.withLock { $0.stack.count > 1 } }

    /// Whether the session is over.
    public var isEnded: Bool { state.withLock(\.isEnded) }

    /// What is there now, then everything that happens, in order, until the session ends.
    public func events() -> AsyncStream<SessionEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: SessionEvent.self)
        let questions = desk.questions
        let progress = desk.progress
        state.withLock { state in
            if let screen = state.shown { continuation.yield(.screen(screen)) }
            for question in questions { continuation.yield(.question(question)) }
            for task in progress { continuation.yield(.progress(task)) }
            guard !state.isEnded else {
                continuation.yield(.ended)
                return continuation.finish()
            }
            let id = state.nextListener
            state.nextListener += 1
            state.listeners[id] = continuation
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
            }
        }
        return stream
    }

    /// Waits until nothing is being done that the person waits for, or a question is open.
    public func settle() async {
        await withCheckedContinuation { continuation in
            let isSettled = state.withLock { state in
                if Self.isSettled(state, desk) { return true }
                state.waiters.append(continuation)
                return false
            }
            if isSettled { continuation.resume() }
        }
    }

    /// Takes what the person does; returns at once, the consequences come as events.
    ///
    /// - Throws: ``SessionError`` or `RoutingError` when it cannot be done; nothing has changed then.
    public func send(_ input: SessionInput) throws {
        guard !isEnded else { throw SessionError.ended }
        switch input {
        case .act(let id, let target, let fields):
            try act(id, target: target, fields: fields)
        case .edit(let fields):
            try checkFields(fields)
            deliver(.edit(fields))
        case .answer(let id, let answer):
            try desk.answer(id, answer)
        case .open(let location):
            _ = try container[.sceneRouter].match(location)
            request(.open(location))
        case .back:
            if !deliver(.back), let location = top?.location { request(.back(from: location)) }
        case .search(let text):
            deliver(.search(text))
        case .window(let list, let range):
            deliver(.window(list, range))
        }
    }

    /// Ends the session: stops all scenes, cancels all questions.
    public func end() {
        let (entries, tasks) = state.withLock { state in
            defer {
                state.stack = []
                state.shown = nil
                state.tasks = []
            }
            return (state.stack, state.tasks)
        }
        for entry in entries { entry.scene.stop() }
        for task in tasks { task.cancel() }
        desk.closeAll()
        requests.finish()
        let (listeners, waiters) = state.withLock { state in
            defer {
                state.listeners = [:]
                state.waiters = []
            }
            let isFirst = !state.isEnded
            state.isEnded = true
            return (isFirst ? Array(state.listeners.values) : [], state.waiters)
        }
        for listener in listeners {
            listener.yield(.ended)
            listener.finish()
        }
        for waiter in waiters { waiter.resume() }
    }

    // MARK: - Beginning and navigating

    func begin(at location: Location?) {
        changeActivity(1)
        let navigation = Task { [weak self, requestStream, flow, container] in
            await Environment.$current.withValue(container) {
                for await event in requestStream {
                    let decision = await flow.decide(event) ?? .stay
                    self?.apply(decision)
                    self?.changeActivity(-1)
                }
            }
        }
        let outside = flow.children.map { child in
            Task { [weak self] in
                for await event in child.events() { self?.request(event) }
            }
        }
        state.withLock { $0.tasks += [navigation] + outside }
        requests.yield(.start(location))
    }

    private func request(_ event: NavigationEvent) {
        guard !isEnded else { return }
        changeActivity(1)
        requests.yield(event)
    }

    private func apply(_ decision: NavigationDecision) {
        switch decision {
        case .show(let location):
            if state.withLock({ $0.stack.contains { $0.location == location } }) {
                pop { $0.location != location }
            } else {
                push(location)
            }
        case .replace(let location):
            let old = state.withLock { $0.stack.popLast() }
            old?.scene.stop()
            push(location)
        case .reset(let locations):
            let old = state.withLock { state in
                defer { state.stack = [] }
                return state.stack
            }
            for entry in old.reversed() { entry.scene.stop() }
            for location in locations { push(location, isShown: location == locations.last) }
        case .back:
            guard canGoBack else { return end() }
            var isFirst = true
            pop { _ in
                defer { isFirst = false }
                return isFirst
            }
        case .restart(let location):
            request(.start(location))
        case .stay:
            return
        case .end:
            end()
        }
    }

    private func push(_ location: Location, isShown: Bool = true) {
        guard let match = try? container[.sceneRouter].match(location) else {
            return emit(.notice(Notice(localizer(UIText.notFound), tone: .caution)))
        }
        let scene = match.value.make(
            SceneContext(
                location: location, arguments: match.arguments, container: container,
                localizer: localizer,
                navigator: Navigator(
                    request: { [weak self] in self?.request($0) }, location: location),
                hooks: hooks))
        let entry = Entry(
            location: location, scene: scene,
            offersApplicationActions: match.value.offersApplicationActions)
        let isEnded = state.withLock { state in
            if !state.isEnded { state.stack.append(entry) }
            return state.isEnded
        }
        guard !isEnded else { return scene.stop() }
        scene.start { [weak self, weak scene] in
            guard let self, let scene, self.top?.scene === scene else { return }
            self.show()
        }
        if isShown { appear() }
    }

    /// Removes scenes from the top for as long as a condition holds; never the last one.
    private func pop(while condition: (Entry) -> Bool) {
        var removed: [Entry] = []
        state.withLock { state in
            while state.stack.count > 1, let last = state.stack.last, condition(last) {
                removed.append(state.stack.removeLast())
            }
        }
        for entry in removed { entry.scene.stop() }
        appear()
    }

    private func appear() {
        _ = top?.scene.receive(.appear)
        show()
    }

    // MARK: - Inputs

    private func act(_ id: String, target: String?, fields: [String: FieldValue]) throws {
        guard let screen, let action = screen.action(id, target: target) else {
            throw SessionError.unknownAction(id, target: target)
        }
        if case .disabled(let reason) = action.availability {
            throw SessionError.unavailable(action, reason: reason)
        }
        try checkFields(fields)
        if action.scope == .application,
            let own = applicationActions.first(where: { $0.action(localizer).id == id })
        {
            return perform(own.effect)
        }
        guard action.confirmation != nil || action.input != nil else {
            deliver(.act(id, target: target, fields: fields, input: nil))
            return
        }
        let origin = top?.location
        run {
            if let confirmation = action.confirmation {
                guard await self.container[.confirmations].confirm(confirmation) else { return }
            }
            var input: SecretText?
            if let prompt = action.input {
                input = await self.container[.prompts].prompt(prompt)
                guard input != nil else { return }
            }
            guard self.top?.location == origin else { return }
            self.deliver(.act(id, target: target, fields: fields, input: input))
        }
    }

    private func checkFields(_ fields: [String: FieldValue]) throws {
        let known = Set((screen?.fields ?? []).map(\.id))
        if let unknown = fields.keys.sorted().first(where: { !known.contains($0) }) {
            throw SessionError.unknownField(unknown)
        }
    }

    private func perform(_ effect: ApplicationAction.Effect) {
        switch effect {
        case .open(let location):
            request(.open(location))
        case .run(let operation):
            run { try await operation(self.container) }
        }
    }

    /// Runs something that the person waits for; its error becomes an alert.
    private func run(_ operation: @escaping @Sendable () async throws -> Void) {
        changeActivity(1)
        let task = Task { [container] in
            await Environment.$current.withValue(container) {
                do {
                    try await operation()
                } catch {
                    self.present(error)
                }
            }
            self.changeActivity(-1)
        }
        state.withLock { $0.tasks.append(task) }
    }

    @discardableResult
    private func deliver(_ input: SceneInput) -> Bool {
        top?.scene.receive(input) ?? false
    }

    // MARK: - Consequences

    private var top: Entry? { state.withLock(\.stack.last) }

    private var hooks: StoreHooks {
        StoreHooks(
            activity: { [weak self] in self?.changeActivity($0) },
            failed: { [weak self] in self?.present($0) }, container: container)
    }

    /// Tells the person of an error that nobody else takes.
    private func present(_ error: any Error) {
        guard !(error is CancellationError) else { return }
        let problem = Problem(error)
        let alert = Alert(
            title: localizer(UIText.errorTitle),
            message: [problem.message, problem.remedy].filter { !$0.isEmpty }
                .joined(separator: " "))
        Task { [container] in
            await Environment.$current.withValue(container) {
                _ = await container[.alerts].present(alert)
            }
        }
    }

    /// Makes the screen of the scene on top and tells the listeners if it is another one.
    private func show() {
        guard let entry = top else { return }
        var screen = entry.scene.screen
        if entry.offersApplicationActions {
            screen.actions += applicationActions.map { $0.action(localizer) }
        }
        state.withLock { state in
            guard state.stack.last?.scene === entry.scene, state.shown != screen else { return }
            state.shown = screen
            for listener in state.listeners.values { listener.yield(.screen(screen)) }
        }
    }

    private func emit(_ event: SessionEvent) {
        state.withLock { state in
            for listener in state.listeners.values { listener.yield(event) }
        }
    }

    private func changeActivity(_ change: Int) {
        state.withLock { $0.activity += change }
        resumeWaiters()
    }

    private func resumeWaiters() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard Self.isSettled(state, desk) else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private static func isSettled(_ state: State, _ desk: QuestionDesk) -> Bool {
        state.activity == 0 || state.isEnded || !desk.questions.isEmpty
    }
}
