internal import Synchronization
import TenonCore
import TenonMemory
import TenonUI

/// The session of one tab: the session of the user interface, the keys that lead to it, and what its
/// pages show beside the screen.
final class BrowserSession: Sendable {
    /// A notice with a number by which pages tell it from others.
    struct ShownNotice: Sendable {
        let id: Int
        let notice: Notice
        let time: ContinuousClock.Instant

        /// Whether the pages leave it out; what can be taken back is there for as long as it can.
        func isOver(at now: ContinuousClock.Instant) -> Bool {
            notice.undo == nil && time + BrowserSession.noticeTime < now
        }
    }

    private struct State {
        var notices: [ShownNotice] = []
        var nextNotice = 1
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextListener = 1
        var shown: Location?
        var tokenTexts: (location: Location, texts: [String: String])?
        var answerProblem: (question: String, message: String)?
        var isEnded = false
        var isAsleep = false
        var isLeft = false
    }

    /// How long a notice is in the pages: long enough for one that is asked for late.
    static let noticeTime = Duration.seconds(10) * Patience.factor

    let session: Session
    /// The unguessable part of its addresses, 128 bits.
    let key = RandomKey(bits: 128)
    /// The token in its forms, 256 bits.
    let formToken = RandomKey(bits: 256)
    /// The browser that it belongs to.
    let visit: BrowserVisit

    private let state = Mutex(State())

    init(_ session: Session, visit: BrowserVisit) {
        self.session = session
        self.visit = visit
        session.listen { [weak self] in self?.receive($0) }
    }

    /// The addresses of the session.
    var paths: SessionPaths { SessionPaths(key: key.text) }

    // MARK: - Events

    private func receive(_ event: SessionEvent) {
        switch event {
        case .notice(let notice): show(notice)
        case .undoClosed(let id): close(undo: id)
        case .screen, .question, .questionClosed, .progress: changed()
        // A page shows one screen; the list is made again when one goes back to it.
        case .covered: break
        case .ended: finish()
        }
    }

    private func finish() {
        let listeners = state.withLock { state in
            defer { state.listeners = [:] }
            state.isEnded = true
            return state.listeners.values
        }
        for listener in listeners { listener.finish() }
    }

    /// Puts a notice into the pages.
    func show(_ notice: Notice) {
        state.withLock { state in
            let now = ContinuousClock.now
            state.notices.removeAll { $0.isOver(at: now) }
            state.notices.append(ShownNotice(id: state.nextNotice, notice: notice, time: now))
            state.nextNotice += 1
        }
        changed()
    }

    /// Leaves out what can no longer be taken back.
    private func close(undo id: String) {
        state.withLock { $0.notices.removeAll { $0.notice.undo == id } }
        changed()
    }

    /// The notices of the last seconds.
    var notices: [ShownNotice] {
        state.withLock { state in
            let now = ContinuousClock.now
            return state.notices.filter { !$0.isOver(at: now) }
        }
    }

    private func changed() {
        state.withLock { for listener in $0.listeners.values { listener.yield() } }
    }

    /// A value for every change, changes in quick succession joined.
    ///
    /// Beyond the limit the oldest listener ends: a page that was closed is noticed only by the next
    /// change, and must not keep a new page from hearing of a lock.
    func changes(limit: Int) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let superfluous = state.withLock { state -> [AsyncStream<Void>.Continuation] in
            guard !state.isEnded else { return [continuation] }
            let oldest = state.listeners.keys.sorted().dropLast(limit - 1)
            let id = state.nextListener
            state.nextListener += 1
            state.listeners[id] = continuation
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
            }
            return oldest.compactMap { state.listeners.removeValue(forKey: $0) }
        }
        // Outside the lock, which the end of a stream takes as well.
        for continuation in superfluous { continuation.finish() }
        return stream
    }

    // MARK: - The end

    /// Whether the session is over.
    var isEnded: Bool { !isAsleep && (state.withLock(\.isEnded) || session.isEnded) }

    /// Whether it was given up for others; its tab can go on with a new one.
    var isAsleep: Bool { state.withLock(\.isAsleep) }

    /// Whether its page has said that it is being closed, and nothing was heard of it since.
    var isLeft: Bool {
        get { state.withLock(\.isLeft) }
        set { state.withLock { $0.isLeft = newValue } }
    }

    /// Gives it up, with everything that its scenes hold.
    func sleep() {
        state.withLock { $0.isAsleep = true }
        session.end()
    }

    // MARK: - Pages

    /// The location of the latest page; a screen that has another one by now has moved on by itself.
    var shown: Location? {
        get { state.withLock(\.shown) }
        set { state.withLock { $0.shown = newValue } }
    }

    /// What was typed into fields of tokens, by their ids; it is forgotten with the next location.
    func tokenTexts(at location: Location) -> [String: String] {
        state.withLock { state in
            if state.tokenTexts?.location != location { state.tokenTexts = nil }
            return state.tokenTexts?.texts ?? [:]
        }
    }

    /// Keeps what was typed into fields of tokens.
    func keep(tokenTexts: [String: String], at location: Location) {
        let texts = self.tokenTexts(at: location).merging(tokenTexts) { $1 }
        state.withLock { $0.tokenTexts = (location, texts) }
    }

    /// What is wrong with the last answer to a question.
    func answerProblem(for question: String) -> String? {
        state.withLock { $0.answerProblem?.question == question ? $0.answerProblem?.message : nil }
    }

    /// Remembers what is wrong with an answer.
    func setAnswerProblem(_ message: String, for question: String) {
        state.withLock { $0.answerProblem = (question, message) }
    }

    /// Waits until the screen has come to rest, but not longer than a duration.
    func settle(within duration: Duration) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.session.settle() }
            group.addTask { try? await Task.sleep(for: duration) }
            await group.next()
            group.cancelAll()
        }
    }
}
