/// An interactor as a part of another one: a form in a screen, or a row with a logic of its own.
///
/// The whole keeps the state of the part in its own state, wraps the part's actions and mutations in
/// cases of its own, and hands them on in `mutate` and `reduce`.
extension Interactor {
    /// What an action leads to when this interactor is a part of another one.
    ///
    /// The work of the part belongs to the whole, and is cancelled with it. Its errors become the
    /// part's own mutations, where the part declares some.
    ///
    /// - Parameters:
    ///   - action: The action of the part.
    ///   - state: The state of the part.
    ///   - part: The name of the part, such as the id of a row. Its work is called `part/work`, so that
    ///     parts do not meet.
    ///   - wrap: Makes a mutation of the whole from one of the part.
    public func effect<Whole>(
        of action: Action, _ state: State, in part: String,
        _ wrap: @escaping @Sendable (Mutation) -> Whole
    ) -> Effect<Whole> {
        mutate(action, state).lifted(to: part, wrap, failed: mutation(for:))
    }

    /// The actions that come to this interactor from outside, for the `transform(actions:)` of the whole.
    ///
    /// Actions that the whole hands on in `mutate` do not come here.
    public var outsideActions: Flow<Action> { transform(actions: Flow { _, _ in }) }

    /// The mutations that come to this interactor from outside, for the `transform(mutations:)` of the
    /// whole.
    public var outsideMutations: Flow<Mutation> { transform(mutations: Flow { _, _ in }) }
}

extension Effect {
    /// Cancels all running work of a part, such as a row that has gone; test stores list it as `part/`.
    public static func cancelAll(in part: String) -> Effect { Effect(.cancelAll(in: part)) }

    fileprivate func lifted<Whole>(
        to part: String, _ wrap: @escaping @Sendable (Mutation) -> Whole,
        failed: @escaping @Sendable (any Error) -> Mutation?
    ) -> Effect<Whole> {
        func lift(_ step: Step?) -> Effect<Whole>.Step? {
            step.map { $0.lifted(to: part, wrap, failed: failed) }
        }
        return Effect<Whole>(lift(first), rest.compactMap(lift))
    }
}

extension Effect.Step {
    fileprivate func lifted<Whole>(
        to part: String, _ wrap: @escaping @Sendable (Mutation) -> Whole,
        failed: @escaping @Sendable (any Error) -> Mutation?
    ) -> Effect<Whole>.Step {
        switch self {
        case .mutation(let mutation): .mutation(wrap(mutation))
        case .cancel(let id): .cancel("\(part)/\(id)")
        case .cancelAll(let inner): .cancelAll(in: "\(part)/\(inner)")
        case .work(let work):
            .work(
                Effect<Whole>.Work(
                    id: "\(part)/\(work.id)", policy: work.policy,
                    isBackground: work.isBackground
                ) { perform in
                    do {
                        try await work.operation {
                            perform($0.lifted(to: part, wrap, failed: failed))
                        }
                    } catch let error where !(error is CancellationError) {
                        guard let mutation = failed(error) else { throw error }
                        perform(.mutation(wrap(mutation)))
                    }
                })
        }
    }
}
