package import TenonCore

/// What a scene shows of the vault: reads it, and reads it again after each change.
///
/// It is a part of the interactor of a scene.
package struct VaultReading<Value: Sendable & Equatable>: Interactor {
    package struct State: Sendable, Equatable {
        /// What is asked for.
        package fileprivate(set) var query: ItemQuery
        /// What there is; `nil` before it was read for the first time.
        package fileprivate(set) var value: Value?
        /// Why it could not be read the last time.
        package fileprivate(set) var problem: Explanation?
    }

    package enum Action: Sendable {
        case refresh
        /// Asks for something else.
        case ask(ItemQuery)
        /// Asks for other rows of the same.
        case window(Range<Int>)
    }

    package enum Mutation: Sendable {
        case ask(ItemQuery)
        case show(Value)
        case fail(Explanation)
    }

    private let vault: any Vault
    private let query: ItemQuery
    private let read: @Sendable (ItemQuery) async throws -> Value

    /// Makes the logic.
    ///
    /// - Parameters:
    ///   - vault: Whose changes are followed.
    ///   - query: What is asked for at first.
    ///   - read: Reads the answer.
    package init(
        of vault: any Vault, query: ItemQuery = ItemQuery(),
        read: @escaping @Sendable (ItemQuery) async throws -> Value
    ) {
        self.vault = vault
        self.query = query
        self.read = read
    }

    package var initialState: State { State(query: query) }

    package func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: Flow(vault.changes()).map { _ in .refresh })
    }

    package func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .refresh:
            return load(state.query)
        case .ask(let query):
            return .merge(.just(.ask(query)), load(query))
        case .window(let window):
            var query = state.query
            query.window = window
            return .merge(.just(.ask(query)), load(query))
        }
    }

    package func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .ask(let query): state.query = query
        case .show(let value):
            state.value = value
            state.problem = nil
        case .fail(let problem): state.problem = problem
        }
    }

    private func load(_ query: ItemQuery) -> Effect<Mutation> {
        .read { _ in
            .just(.show(try await read(query)))
        } failed: {
            .fail($0)
        }
    }
}
