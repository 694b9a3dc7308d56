internal import Synchronization
public import TenonCore

/// One person's use of a running application: the stack of scenes, open questions, running tasks.
///
/// A front end listens to ``events()`` and calls ``send(_:)``; that is all it may know.
public final class Session: Sendable {
    private let environment: EnvironmentStack
    private let signing: SessionSigning
    private let feed = SessionFeed()
    let gate = ActivityGate()
    let questionQueue: QuestionQueue
    let work: SessionWork
    let stage: SceneStage
    let isAsking = Atomic(false)
    let isClosing = Atomic(false)
    private let appearance: Appearance.Observation
    let endings: SessionEndings
    let offers: DraftOffers
    private let contributions = ContributionWatch()

    /// Makes a session that has the values of the application's lifetime only.
    init(
        container: Container, endings: SessionEndings = SessionEndings(),
        offers: DraftOffers = DraftOffers()
    ) {
        self.endings = endings
        self.offers = offers
        let clock = try? container.value(of: .clock)
        let questionQueue = QuestionQueue(feed: feed, gate: gate, clock: clock)
        let signing = SessionSigning()
        let environment = EnvironmentStack(
            container.overriding {
                $0.provide(.questionQueue, questionQueue)
                $0.provide(.signing, signing)
                for observer in container[.sessionObservers] {
                    observer.sessionWillBegin(&$0, in: container)
                }
            })
        let work = SessionWork(environment: environment, gate: gate)
        let hooks = StoreHooks(
            activity: { [gate] in gate.changeActivity(by: $0) },
            failed: { work.report($0) })
        self.questionQueue = questionQueue
        self.signing = signing
        self.environment = environment
        self.work = work
        stage = SceneStage(
            environment: environment, feed: feed, gate: gate, hooks: hooks
        ) {
            // What the old scenes began must not show on the new ones, least of all after a lock.
            work.cancelStackBound()
            questionQueue.cancelOpen()
        }
        appearance = container[.appearance].observe { [stage] in stage.show() }
        signing.serve(self)
    }

    /// Makes a session with values of the session's lifetime.
    ///
    /// - Throws: What a factory or a start throws.
    static func make(
        in container: Container, endings: SessionEndings, offers: DraftOffers
    ) async throws -> Session {
        let session = Session(container: container, endings: endings, offers: offers)
        try await session.environment.push()
        return session
    }

    deinit { end() }

    /// The container of the person who is signed in, else that of the session.
    public var container: Container { environment.current }

    // MARK: - What a front end sees

    /// The present screen, with what was typed into it; `nil` before the first one and after the end.
    public var screen: Screen? { feed.screen }

    /// The questions that wait for an answer, the oldest first.
    public var questions: [Question] { feed.questions }

    /// The notices whose subject can be taken back now, the oldest first.
    public var undoable: [Notice] { feed.undoable }

    /// The tasks that are running.
    public var progress: [TaskProgress] { feed.progress }

    /// Whether there is a screen to go back to.
    public var canGoBack: Bool { stage.canGoBack }

    /// Whether the session is over.
    public var isEnded: Bool { feed.isEnded }

    /// What is there now, then everything that happens, in order, until the session ends.
    public func events() -> AsyncStream<SessionEvent> { feed.events() }

    /// Calls back with what is there now, then with everything that happens, until the session ends.
    ///
    /// Events come in order; when ``settle()`` returns, all that came before has been received.
    ///
    /// - Parameter receive: Called on the thread that causes the event, while the session waits: it
    ///   takes note and returns at once, and never calls the session.
    public func listen(_ receive: @escaping @Sendable (SessionEvent) -> Void) {
        feed.listen(receive)
    }

    /// Waits until nothing is being done that the person waits for, a question is open, the session
    /// has ended, or the task that waits is cancelled.
    public func settle() async { await gate.pass() }

    /// Takes what the person does; returns at once, the consequences come as events.
    ///
    /// - Throws: ``SessionError`` or `RoutingError` when it cannot be done; nothing has changed then.
    public func send(_ input: SessionInput) throws {
        guard !isEnded else { throw SessionError.ended }
        let input = complete(input)
        let observers = container[.sessionObservers]
        for observer in observers { observer.session(self, received: input) }
        do {
            // What a scene does at once finds its session, like what its effects do later.
            try Environment.$current.withValue(container) { try take(input) }
        } catch {
            for observer in observers { observer.session(self, refused: input, because: error) }
            throw error
        }
    }

    private func take(_ input: SessionInput) throws {
        switch input {
        case .forced(let input):
            stage.discard(lost(by: input))
            try take(input)
        case .act(let id, let target, let fields):
            try act(id, target: target, fields: fields)
        case .edit(let fields):
            try edit(fields)
        case .answer(let id, let answer):
            // Before the scene hears of it, which may be all that it was still doing.
            if answer == .cancel { decline(questions.filter { $0.id == id }) }
            try questionQueue.answer(id, answer)
        case .undo(let id):
            let operation = try questionQueue.undo(id)
            // It concerns what was done, wherever the person is by now.
            work.run(isStackBound: false, operation)
        case .open(let location):
            _ = try ResolvedScene(to: location, in: container)
            // Whoever is asked already is not asked about another place as well.
            guard !isAsking.load(ordering: .acquiring) || !asks(before: input) else { return }
            // What it loses is asked about when it is decided where it leads.
            stage.navigate(by: .open(location))
        case .back:
            guard let entry = stage.current else { return }
            leave(by: input) { [stage] in
                if !entry.scene.receive(.back) {
                    stage.navigate(by: .back(from: entry.location), from: entry.id)
                }
            }
        case .close(let action):
            // What is asked is about what is being left.
            decline(questions)
            questionQueue.cancelQuestions()
            leave(by: input) { [weak self] in self?.end(after: action) }
        case .search(let text):
            guard screen?.search != nil else { throw SessionError.noSearch }
            if screen?.search?.text != text { stage.release() }
            deliver(.search(text))
        case .filter(let id, let options):
            try screen?.check(options, of: id)
            if screen?.filter(id)?.chosen != options { stage.release() }
            deliver(.filter(id, options))
        case .select(let list, let change):
            try screen?.check(change, in: list)
            stage.select(change, in: list)
        case .window(let id, let range):
            guard let (list, entry) = found(list: id) else { throw SessionError.unknownList(id) }
            let input = SceneInput.window(id, range.clamped(to: 0..<max(0, list.total)))
            _ = entry?.scene.receive(input)
        case .reading(let id, let row):
            // It is late where the list has changed meanwhile.
            guard let (list, entry) = found(list: id), list.rows.contains(where: { $0.id == row })
            else { return }
            _ = entry?.scene.receive(.reading(id, row: row))
        }
    }

    /// A list on the screen, else on the nearest covered one that has it, and whose it is.
    private func found(list id: String) -> (ListBlock, SceneStack.Entry?)? {
        if let list = screen?.list(id) { return (list, stage.current) }
        guard let covered = stage.covered(with: id) else { return nil }
        return covered.screen.list(id).map { ($0, covered.entry) }
    }

    /// Ends the session: stops all scenes, cancels all questions.
    ///
    /// What is typed and not saved goes to whoever keeps it (``DraftKeeping``); nobody is asked. What is being
    /// saved is saved first, so that nobody goes on with it once more.
    public func end() {
        guard !feed.isEnded else { return }
        keep(stage.close())
        questionQueue.closeAll()
        feed.end()
        work.close()
        contributions.stop()
        gate.close()
        if let stopping = environment.close() { endings.add(stopping) }
    }

    private func keep(_ drafts: [KeptDraft]) {
        let keeper = container[.draftKeeper]
        endings.add(
            Task { [stage] in
                if !drafts.isEmpty { await keeper?.keep(drafts) }
                let unsaved = await stage.saved()
                if !unsaved.isEmpty { await keeper?.keep(unsaved) }
            })
    }

    // MARK: - Signing in and out

    /// Puts a layer on the environment, and begins again in it.
    ///
    /// What somebody asks for meanwhile takes the place of the location: the scenes go, and it with them.
    func signIn(
        _ location: Location?, _ change: (inout Overrides) -> Void
    ) async throws -> EnvironmentStack.Layer {
        let opened = stage.openedCount
        let layer = try await environment.push(change)
        stage.clear()
        followContributions()
        stage.navigate(by: .start(stage.lastAsked(after: opened) ?? location))
        return layer
    }

    /// Takes a layer off the environment, and begins again without it.
    func signOut(_ layer: EnvironmentStack.Layer, _ location: Location?) async {
        let stopping = environment.remove(layer)
        stage.clear()
        followContributions()
        stage.navigate(by: .start(location))
        await stopping?.value
    }

    // MARK: - Beginning and navigating

    /// Begins, at a location or where the coordinators say.
    func begin(at location: Location?) {
        let coordinators = container[.coordinators]
        work.start { [weak self, stage] in
            await stage.follow(coordinators) { lost, goOn in
                self?.ask(before: lost, closesOnly: false, goOn)
            } end: {
                self?.end()
            }
        }
        for coordinator in coordinators {
            // Listened to at once, so that none is missed until the task has its turn.
            let events = coordinator.events()
            work.start { [stage] in
                for await event in events { stage.navigate(by: event) }
            }
        }
        followContributions()
        offerDrafts()
        stage.navigate(by: .start(location))
        for observer in container[.sessionObservers] { observer.sessionBegan(self, at: location) }
    }

    private func followContributions() {
        contributions.follow(container) { [stage] in stage.show() }
    }
}
