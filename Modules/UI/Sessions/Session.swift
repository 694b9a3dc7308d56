public import TenonCore

/// One person's use of a running application: the stack of scenes, open questions, running tasks.
///
/// A front end listens to ``events()`` and calls ``send(_:)``; that is all it may know.
public final class Session: Sendable {
    private let environment: EnvironmentStack
    private let signing: SessionSigning
    private let feed = SessionFeed()
    private let gate = ActivityGate()
    private let questionQueue: QuestionQueue
    private let work: SessionWork
    private let queue: NavigationQueue
    private let stage: SceneStage
    private let appearance: Appearance.Observation
    private let endings: SessionEndings

    /// Makes a session that has the values of the application's lifetime only.
    init(container: Container, endings: SessionEndings = SessionEndings()) {
        self.endings = endings
        let questionQueue = QuestionQueue(feed: feed, gate: gate)
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
        let queue = NavigationQueue(gate: gate)
        let hooks = StoreHooks(
            activity: { [gate] in gate.changeActivity(by: $0) },
            failed: { work.report($0) })
        self.questionQueue = questionQueue
        self.signing = signing
        self.environment = environment
        self.work = work
        self.queue = queue
        stage = SceneStage(
            environment: environment, queue: queue, feed: feed, gate: gate, hooks: hooks
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
        in container: Container, endings: SessionEndings
    ) async throws -> Session {
        let session = Session(container: container, endings: endings)
        try await session.environment.push()
        return session
    }

    deinit { end() }

    /// The container of the person who is signed in, else that of the session.
    public var container: Container { environment.current }

    // MARK: - What a front end sees

    /// The present screen; `nil` before the first one and after the end.
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
        case .act(let id, let target, let fields):
            try act(id, target: target, fields: fields)
        case .edit(let fields):
            try screen?.check(fields)
            deliver(.edit(fields))
        case .answer(let id, let answer):
            try questionQueue.answer(id, answer)
        case .undo(let id):
            let operation = try questionQueue.undo(id)
            // It concerns what was done, wherever the person is by now.
            work.run(isStackBound: false, operation)
        case .open(let location):
            _ = try ResolvedScene(to: location, in: container)
            queue.add(.open(location))
        case .back:
            guard let entry = stage.current else { return }
            if !entry.scene.receive(.back) {
                queue.add(.back(from: entry.location), from: entry.id)
            }
        case .search(let text):
            guard screen?.search != nil else { throw SessionError.noSearch }
            deliver(.search(text))
        case .window(let id, let range):
            let covered = screen?.list(id) == nil ? stage.covered(with: id) : nil
            guard let list = (covered?.screen ?? screen)?.list(id) else {
                throw SessionError.unknownList(id)
            }
            let input = SceneInput.window(id, range.clamped(to: 0..<max(0, list.total)))
            _ = (covered?.entry ?? stage.current)?.scene.receive(input)
        }
    }

    /// Ends the session: stops all scenes, cancels all questions.
    public func end() {
        guard !feed.isEnded else { return }
        stage.close()
        questionQueue.closeAll()
        feed.end()
        work.close()
        queue.close()
        gate.close()
        if let stopping = environment.close() { endings.add(stopping) }
    }

    // MARK: - Signing in and out

    /// Puts a layer on the environment, and begins again in it.
    func signIn(
        _ location: Location?, _ change: (inout Overrides) -> Void
    ) async throws -> EnvironmentStack.Layer {
        let layer = try await environment.push(change)
        stage.clear()
        queue.add(.start(location))
        return layer
    }

    /// Takes a layer off the environment, and begins again without it.
    func signOut(_ layer: EnvironmentStack.Layer, _ location: Location?) async {
        let stopping = environment.remove(layer)
        stage.clear()
        queue.add(.start(location))
        await stopping?.value
    }

    // MARK: - Beginning and navigating

    /// Begins, at a location or where the coordinators say.
    func begin(at location: Location?) {
        let flow = AppFlow(container[.coordinators])
        work.start { [weak self, queue, stage] in
            for await request in queue.requests {
                // A scene that was left while its request was waiting is ignored.
                if !request.isStale(on: stage) {
                    let decision = await flow.decide(request.event) ?? .stay
                    self?.apply(decision, causedBy: request.scene)
                }
                queue.didFinish()
            }
        }
        for child in flow.children {
            work.start { [queue] in
                for await event in child.events() { queue.add(event) }
            }
        }
        let changes =
            container[.applicationActions].map(\.changes) + container[.destinations].map(\.changes)
        for changes in changes {
            work.start { [stage] in
                for await _ in changes() { stage.show() }
            }
        }
        queue.add(.start(location))
        for observer in container[.sessionObservers] { observer.sessionBegan(self, at: location) }
    }

    private func apply(_ decision: NavigationDecision, causedBy scene: Int?) {
        switch decision {
        case .restart(let location): queue.add(.start(location))
        case .stay: return
        case .end: end()
        case .show, .replace, .reset, .back:
            if !stage.apply(decision, causedBy: scene) { end() }
        }
    }

    // MARK: - Inputs

    private func act(_ id: String, target: String?, fields: [String: FieldValue]) throws {
        guard let screen, let entry = stage.current, let action = screen.action(id, target: target)
        else { throw SessionError.unknownAction(id, target: target) }
        if case .disabled(let reason) = action.availability {
            throw SessionError.unavailable(action, reason: reason)
        }
        try screen.check(fields)
        let effect = action.scope == .application ? effect(of: id) : nil
        if action.confirmation == nil, action.input == nil {
            return perform(id, target, fields, input: nil, effect: effect, in: entry)
        }
        work.run { [container, weak self] in
            if let confirmation = action.confirmation {
                guard await container[.confirmations].confirm(confirmation) else { return }
            }
            var input: SecretText?
            if let prompt = action.input {
                input = await container[.prompts].prompt(prompt)
                guard input != nil else { return }
            }
            // The answer was meant for the screen that the person saw when it was asked.
            guard let self, self.stage.current?.id == entry.id else { return }
            self.perform(id, target, fields, input: input, effect: effect, in: entry)
        }
    }

    private func effect(of id: String) -> ApplicationAction.Effect? {
        let localizer = container[.localizer]
        return container[.applicationActions].first { $0.action(localizer).id == id }?.effect
    }

    private func perform(
        _ id: String, _ target: String?, _ fields: [String: FieldValue], input: SecretText?,
        effect: ApplicationAction.Effect?, in entry: SceneStack.Entry
    ) {
        switch effect {
        case .open(let location):
            queue.add(.open(location))
        case .run(let operation):
            // It belongs to the application, and may be what replaces the stack.
            work.run(isStackBound: false) { [container] in
                try await operation(SessionPorts(container))
            }
        case nil:
            _ = entry.scene.receive(.act(id, target: target, fields: fields, input: input))
        }
    }

    private func deliver(_ input: SceneInput) {
        _ = stage.current?.scene.receive(input)
    }
}

extension NavigationQueue.Request {
    /// Whether the scene that ended, or is left, has gone already.
    fileprivate func isStale(on stage: SceneStage) -> Bool {
        switch event {
        case .start, .open: false
        case .finished, .back: scene.map { !stage.contains($0) } ?? false
        }
    }
}
