import Synchronization
import TenonCore
import TenonNetworking

/// Work on the database that somebody waits for.
protocol QueuedWork: Sendable {
    /// Whether somebody still waits for it.
    var isAwaited: Bool { get }

    /// Does it within a transaction, unless it was given up, and keeps the outcome.
    ///
    /// - Throws: What undoes the transaction.
    func perform(in connection: any DatabaseConnection) throws

    /// Answers whoever waits, once the transaction is over: with the outcome, or with the error of the
    /// transaction.
    func end(_ error: (any Error)?)
}

/// Work on the database with a result.
///
/// Whoever waits for it may give it up at any time. Then what it holds, such as the content of a request, is let
/// go, and it is not begun any more; what was begun goes to its end, and nobody hears of it.
final class DatabaseWork<Result: Sendable>: QueuedWork {
    typealias Body = @Sendable (any DatabaseConnection) throws -> Result

    private struct State {
        var body: Body?
        var outcome: Swift.Result<Result, any Error>?
        var waiter: CheckedContinuation<Result, any Error>?
    }

    private let state: Mutex<State>

    /// Makes it.
    ///
    /// - Parameter body: Does it, again when the transaction is run again. A ``ProblemDocument`` that it
    ///   throws is the outcome and undoes nothing; any other error undoes the transaction.
    init(_ body: @escaping Body) { state = Mutex(State(body: body)) }

    /// Waits for the outcome.
    ///
    /// - Parameter begin: Hands the work to whoever does it.
    /// - Throws: The error of the work or of its transaction; `CancellationError` as soon as the task is
    ///   cancelled.
    func result(_ begin: @Sendable () -> Void) async throws -> Result {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let isGivenUp = state.withLock { state in
                    guard state.body != nil else { return true }
                    state.waiter = waiter
                    return false
                }
                guard !isGivenUp else { return waiter.resume(throwing: CancellationError()) }
                begin()
            }
        } onCancel: {
            end(CancellationError())
        }
    }

    var isAwaited: Bool { state.withLock { $0.body != nil } }

    func perform(in connection: any DatabaseConnection) throws {
        guard let body = state.withLock({ $0.body }) else { return }
        let outcome: Swift.Result<Result, any Error>
        do {
            outcome = .success(try body(connection))
        } catch let problem as ProblemDocument {
            outcome = .failure(problem)
        }
        state.withLock { $0.outcome = outcome }
    }

    func end(_ error: (any Error)?) {
        let (waiter, outcome) = state.withLock { state in
            defer { state = State() }
            return (state.waiter, state.outcome)
        }
        if let error {
            waiter?.resume(throwing: error)
        } else if let outcome {
            waiter?.resume(with: outcome)
        }
    }
}
