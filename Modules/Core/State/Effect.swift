/// What happens when work with the same identity is still running.
public enum EffectPolicy: Sendable {
    /// Both run.
    case concurrent
    /// The running work is cancelled.
    case latest
    /// The new work is dropped, unless the running one was cancelled.
    case first
    /// The new work waits for all that is running.
    case serial
}

/// What an action leads to: mutations now, and work that emits mutations over time.
public struct Effect<Mutation: Sendable>: Sendable {
    /// What happens when work with the same identity is still running.
    public typealias Policy = EffectPolicy

    /// Hands mutations to the store while work is running.
    public typealias Emit = @Sendable (Mutation) -> Void

    /// Work over time.
    @usableFromInline
    package struct Work: Sendable {
        /// Its identity.
        package let id: String
        let policy: Policy
        let isBackground: Bool
        let operation: @Sendable (@escaping @Sendable (Step) -> Void) async throws -> Void
    }

    /// One thing that an effect does.
    @usableFromInline
    package enum Step: Sendable {
        /// Changes the state at once.
        case mutation(Mutation)
        /// Starts work.
        case work(Work)
        /// Cancels the work with an identity.
        case cancel(String)
        /// Cancels all work of a part.
        case cancelAll(in: String)
    }

    /// One step is kept without an array: the common case allocates nothing.
    @usableFromInline let first: Step?
    @usableFromInline let rest: [Step]

    @inlinable
    init(_ first: Step?, _ rest: [Step] = []) {
        self.first = first
        self.rest = rest
    }

    /// What the effect does, in order.
    package var steps: [Step] { first.map { [$0] + rest } ?? [] }

    /// Nothing happens.
    @inlinable
    public static var none: Effect { Effect(nil) }

    /// One mutation, before `send` returns.
    @inlinable
    public static func just(_ mutation: Mutation) -> Effect { Effect(.mutation(mutation)) }

    /// Work that may emit mutations until it ends; cancelled with the scene.
    ///
    /// - Parameters:
    ///   - id: Its identity, for the policy and for ``cancel(_:)``.
    ///   - policy: What happens when work with the same identity is still running.
    ///   - isBackground: Whether a session counts as settled while it runs (timers, observation).
    ///   - operation: The work; what it throws goes to ``Interactor/mutation(for:)``.
    public static func run(
        _ id: String, policy: Policy = .concurrent, isBackground: Bool = false,
        operation: @escaping @Sendable (_ emit: @escaping Emit) async throws -> Void
    ) -> Effect {
        let work = Work(id: id, policy: policy, isBackground: isBackground) { perform in
            try await operation { perform(.mutation($0)) }
        }
        return Effect(.work(work))
    }

    /// Work that ends in another effect, such as a timer that begins when something was found.
    ///
    /// - Parameters:
    ///   - id: Its identity, for the policy and for ``cancel(_:)``.
    ///   - policy: What happens when work with the same identity is still running.
    ///   - operation: The work; it may emit mutations, and returns what happens next.
    public static func chain(
        _ id: String, policy: Policy = .concurrent,
        operation: @escaping @Sendable (_ emit: @escaping Emit) async throws -> Effect
    ) -> Effect {
        let work = Work(id: id, policy: policy, isBackground: false) { perform in
            for step in try await operation({ perform(.mutation($0)) }).steps { perform(step) }
        }
        return Effect(.work(work))
    }

    /// Cancels the running work with an identity.
    public static func cancel(_ id: String) -> Effect { Effect(.cancel(id)) }

    /// Several effects, started in order.
    public static func merge(_ effects: Effect...) -> Effect {
        let steps = effects.flatMap(\.steps)
        return Effect(steps.first, Array(steps.dropFirst()))
    }
}
