import Synchronization
public import TenonCore

/// Work that belongs to a session and not to the scene that began it, such as an import.
///
/// It goes on when the scene is left, and shows its progress in every front end. A scene that comes
/// back follows it again and finds the result. When no scene follows it to its end, a notice tells
/// the result, or an alert tells that it failed, on any screen. Nothing is started twice.
///
/// Register one for each kind of such work with `registrar.provideTask`. Signing out, and the end of
/// the session, cancel the work and wait for it.
public final class SessionTask<Subject: Sendable & Equatable, Output: Sendable & Equatable>:
    LifecycleHandling
{
    /// How far it is.
    public enum Phase: Sendable, Equatable {
        /// Nothing was started, or the result was forgotten.
        case idle
        /// It is being done.
        case running(Subject, TaskProgress, isCancelling: Bool)
        /// It is done.
        case finished(Output)
        /// It was cancelled before it was done.
        case cancelled(Subject)
        /// It failed.
        case failed(Subject, Explanation)
    }

    /// Says how many units are done, and of how many if that is known.
    public typealias Report = @Sendable (_ completed: Int, _ total: Int?) -> Void

    private struct State {
        var phase = Phase.idle
        var task: Task<Void, Never>?
        /// Whether the result is to be dropped.
        var isDropped = false
        var isClosed = false
        var followers: [Int: AsyncStream<Phase>.Continuation] = [:]
        var nextFollower = 0
        var watch: Task<Void, Never>?

        /// Changes the phase, and tells those who follow it.
        mutating func change(_ phase: Phase) {
            self.phase = phase
            for follower in followers.values { follower.yield(phase) }
        }
    }

    private let id: String
    private let progress: any ProgressPresenting
    private let notices: any NoticePresenting
    private let alerts: any AlertPresenting
    private let localizer: Localizer
    private let endings: @Sendable () -> AsyncStream<Void>
    private let state = Mutex(State())

    /// Makes a task that has not been started.
    ///
    /// - Parameters:
    ///   - id: Tells its progress apart from that of other tasks.
    ///   - progress: Shows how far it is.
    ///   - notices: Tells of its end.
    ///   - alerts: Tells of its failure.
    ///   - localizer: The person's language.
    ///   - endings: What ends it besides the session; see `registrar.provideTask`.
    init(
        id: String, progress: any ProgressPresenting, notices: any NoticePresenting,
        alerts: any AlertPresenting, localizer: Localizer,
        endings: @escaping @Sendable () -> AsyncStream<Void>
    ) {
        self.id = id
        self.progress = progress
        self.notices = notices
        self.alerts = alerts
        self.localizer = localizer
        self.endings = endings
    }

    /// How far it is now.
    public var phase: Phase { state.withLock(\.phase) }

    /// Starts the work, unless it is running already, and follows it.
    ///
    /// - Parameters:
    ///   - subject: What the work is about; kept until it is finished or forgotten.
    ///   - title: What is being done, for the front ends.
    ///   - notice: What to say about the result; it gets `nil` when the work was cancelled.
    ///   - operation: The work; it ends soon when its task is cancelled, and then either throws a
    ///     `CancellationError` or has done everything.
    /// - Returns: The phases, as ``follow()`` returns them.
    public func start(
        _ subject: Subject, title: String,
        telling notice: @escaping @Sendable (Output?) -> Notice,
        operation: @escaping @Sendable (_ report: @escaping Report) async throws -> Output
    ) -> AsyncStream<Phase> {
        let (stream, follower) = AsyncStream<Phase>.makeStream()
        state.withLock { state in
            if state.task == nil, !state.isClosed {
                let begun = TaskProgress(id: id, title: title)
                state.isDropped = false
                state.phase = .running(subject, begun, isCancelling: false)
                // It takes the lock only after this function has released it.
                state.task = Task {
                    self.progress.report(begun)
                    let end = await self.outcome(of: operation, about: subject)
                    self.progress.report(
                        TaskProgress(id: self.id, title: title, isFinished: true))
                    // A screen looks afterwards as it did before, so this is told in any case.
                    if case .cancelled = end { self.notices.notify(notice(nil)) }
                    if !self.finish(with: end) { self.tell(end, title: title, notice) }
                }
            }
            add(follower, to: &state)
        }
        return finished(stream, follower)
    }

    /// The present phase, then every other one until the work that is running has ended.
    ///
    /// The reader of the stream shows the result, so no notice tells it as well.
    public func follow() -> AsyncStream<Phase> {
        let (stream, follower) = AsyncStream<Phase>.makeStream()
        state.withLock { add(follower, to: &$0) }
        return finished(stream, follower)
    }

    /// Cancels the work that is running; what it comes to is followed and told as usual.
    public func cancel() {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard case .running(let subject, let progress, false) = state.phase else { return nil }
            state.change(.running(subject, progress, isCancelling: true))
            return state.task
        }
        task?.cancel()
    }

    /// Forgets what came out, when the person has seen it; work that is running goes on.
    public func forget() {
        state.withLock { if $0.task == nil { $0.phase = .idle } }
    }

    // MARK: - With the session

    /// Begins to listen to what ends it besides the session.
    public func start() async throws {
        let watch = Task { [weak self, endings] in
            for await _ in endings() { self?.drop() }
        }
        state.withLock { $0.watch = watch }
    }

    /// Cancels the work, waits for its end and keeps nothing of it; later work does not start.
    public func stop() async {
        let (watch, task) = state.withLock { state in
            state.isClosed = true
            return (state.watch, state.task)
        }
        watch?.cancel()
        drop()
        await task?.value
    }

    /// Cancels the work and keeps nothing of it.
    private func drop() {
        let task = state.withLock { state in
            state.isDropped = state.task != nil
            if state.task == nil { state.phase = .idle }
            return state.task
        }
        task?.cancel()
    }

    // MARK: - Running

    private func outcome(
        of operation: @Sendable (@escaping Report) async throws -> Output, about subject: Subject
    ) async -> Phase {
        do {
            return .finished(try await operation { self.advance($0, of: $1) })
        } catch is CancellationError {
            return .cancelled(subject)
        } catch {
            // What ends the work may also be the reason why it fails.
            return state.withLock(\.isDropped)
                ? .cancelled(subject) : .failed(subject, Explanation(error))
        }
    }

    /// Shows how far it is, once for each hundredth.
    private func advance(_ completed: Int, of total: Int?) {
        let news = state.withLock { state -> TaskProgress? in
            guard case .running(let subject, var progress, let isCancelling) = state.phase else {
                return nil
            }
            let isFirst = progress.completed == 0 && progress.total == nil
            let before = progress.percent
            (progress.completed, progress.total) = (completed, total)
            guard isFirst || total == nil || progress.percent > before else { return nil }
            state.change(.running(subject, progress, isCancelling: isCancelling))
            return progress
        }
        if let news { progress.report(news) }
    }

    /// - Returns: Whether a scene shows what came out.
    private func finish(with end: Phase) -> Bool {
        let (followers, isDropped) = state.withLock { state in
            state.task = nil
            state.change(state.isDropped ? .idle : end)
            defer { state.followers = [:] }
            return (Array(state.followers.values), state.isDropped)
        }
        // Outside the lock, which this takes again.
        for follower in followers { follower.finish() }
        return !followers.isEmpty && !isDropped
    }

    /// Tells of an end that no scene shows.
    private func tell(_ end: Phase, title: String, _ notice: (Output?) -> Notice) {
        switch end {
        case .finished(let output):
            notices.notify(notice(output))
        case .failed(_, let explanation):
            let alert = Alert(title: title, message: localizer.text(of: explanation.sentence))
            Task { [alerts] in await alerts.present(alert) }
        case .idle, .running, .cancelled:
            return
        }
    }

    // MARK: - Followers

    private func add(_ follower: AsyncStream<Phase>.Continuation, to state: inout State) {
        let id = state.nextFollower
        state.nextFollower += 1
        follower.yield(state.phase)
        guard state.task != nil else { return }
        state.followers[id] = follower
        follower.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.followers.removeValue(forKey: id) }
        }
    }

    /// Ends a stream that nothing more comes from.
    private func finished(
        _ stream: AsyncStream<Phase>, _ follower: AsyncStream<Phase>.Continuation
    ) -> AsyncStream<Phase> {
        if follower.onTermination == nil { follower.finish() }
        return stream
    }
}

extension TaskProgress {
    /// The hundredths that are done; 0 when the total is not known.
    fileprivate var percent: Int { fraction.map { Int($0 * 100) } ?? 0 }
}

extension Registrar {
    /// Registers work that goes on when the scene that began it is left, for each session.
    ///
    /// - Parameter port: What scenes ask for; its name is the id of the progress.
    public mutating func provideTask<Subject, Output>(
        _ port: Port<SessionTask<Subject, Output>>
    ) {
        provide(port, .session, using: .progress, .notices, .alerts, .localizer) {
            SessionTask(
                id: port.name, progress: $0, notices: $1, alerts: $2, localizer: $3,
                endings: { AsyncStream { $0.finish() } })
        }
    }

    /// Registers work that goes on when the scene that began it is left, for each session, until
    /// something else ends it.
    ///
    /// - Parameters:
    ///   - port: What scenes ask for; its name is the id of the progress.
    ///   - need: The port whose value `endings` gets.
    ///   - endings: What else ends the work, such as a lock: with each value it is cancelled, and
    ///     nothing of it is kept.
    public mutating func provideTask<Subject, Output, Need>(
        _ port: Port<SessionTask<Subject, Output>>, using need: ResolvablePort<Need>,
        endings: @escaping @Sendable (Need) -> AsyncStream<Void>
    ) {
        provide(port, .session, using: need, .progress, .notices, .alerts, .localizer) {
            need, progress, notices, alerts, localizer in
            SessionTask(
                id: port.name, progress: progress, notices: notices, alerts: alerts,
                localizer: localizer, endings: { endings(need) })
        }
    }
}
