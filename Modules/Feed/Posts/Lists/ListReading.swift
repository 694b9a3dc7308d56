import FeedAPI
package import FeedStore
package import TenonCore
package import TenonUI

/// What a scene shows of a list of the server: what is kept at once, then what is new.
///
/// It is a part of the interactor of a scene. The place that one reads at is kept: what is new waits
/// above, and older pages come when the end of what is there is near.
package struct ListReading<Element: Keepable>: Interactor {
    package struct State: Sendable, Equatable {
        /// What there is; `nil` before anything was read.
        package fileprivate(set) var slice: ListSlice<Element>?
        /// Which elements are asked for; `nil` for those around the place one reads at.
        fileprivate var window: Range<Int>?
        /// How often another window was asked for.
        fileprivate var turns = 0
        /// Where the person reads, by the name of an element; `nil` while the front end does not say.
        fileprivate var place: String?
        /// Whether the server is being asked.
        fileprivate(set) var isAsking = false
        /// Why the server could not be asked the last time.
        package fileprivate(set) var problem: Explanation?
    }

    package enum Action: Sendable {
        /// The screen comes, perhaps again: shows what is kept and asks for what is new.
        case appear
        /// Shows what is kept and asks for what is new.
        case refresh
        /// Shows what is kept.
        case reread
        case window(Range<Int>)
        /// The person reads from an element on, by its name.
        case reading(String)
        case showNews
        case older
    }

    package enum Mutation: Sendable {
        /// What there is of a window; passed over when another one is asked for by now.
        case show(ListSlice<Element>?, of: Range<Int>?)
        case window(Range<Int>?)
        /// What came below the end; passed over when another window was asked for meanwhile.
        case older(ListSlice<Element>, of: Range<Int>, turns: Int)
        case follow(String)
        case ask
        case answer
        case fail(Explanation)
    }

    private let account: FeedAccount
    private let list: FeedList<Element>

    /// Makes the logic.
    package init(_ list: FeedList<Element>, of account: FeedAccount) {
        self.list = list
        self.account = account
    }

    package var initialState: State { State() }

    package func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: Flow(account.changes()).map { _ in .reread })
    }

    package func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .appear:
            // What the window begins with may be far above the place.
            guard let place = state.place else { return .merge(show(state), refresh()) }
            return .merge(
                .just(.window(nil)), show(nil, holding: nil, from: place), refresh())
        case .refresh:
            return .merge(show(state), refresh())
        case .reread:
            return show(state)
        case .window(let window):
            let total = state.slice?.total ?? 0
            let isNearEnd = window.upperBound >= total && state.slice?.hasOlder == true
            return .merge(
                .just(.window(window)), show(window, holding: state.slice),
                isNearEnd ? older() : .none,
                // More than what is seen may be asked for, so this is no more than a guess.
                state.place == nil ? keepPlace(window) : .none)
        case .reading(let name):
            return .merge(
                .just(.follow(name)),
                .run("list place", policy: .latest) { _ in
                    try await account.read(list, at: name)
                })
        case .showNews:
            return .run("list news", policy: .serial) { emit in
                try await account.showNews(of: list)
                let slice = try await account.slice(of: list)
                emit(.window(nil))
                emit(.show(slice, of: nil))
            }
        case .older:
            guard let total = state.slice?.total else { return .none }
            return request("older") {
                try await account.extend(list)
                let window = total..<total + 30
                let slice = try await account.slice(of: list, window: window)
                guard let slice, slice.offset == total, slice.total > total else { return [] }
                return [.older(slice, of: window, turns: state.turns)]
            }
        }
    }

    package func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .show(let slice, let window):
            guard window == state.window else { return }
            show(slice, in: &state)
        case .window(let window):
            state.window = window
            state.turns += 1
        case .older(let slice, let window, let turns):
            guard turns == state.turns else { return }
            state.window = window
            show(slice, in: &state)
        case .follow(let name): state.place = name
        case .ask: (state.isAsking, state.problem) = (true, nil)
        case .answer: state.isAsking = false
        case .fail(let problem): (state.isAsking, state.problem) = (false, problem)
        }
    }

    private func show(_ slice: ListSlice<Element>?, in state: inout State) {
        state.slice = slice
        guard let slice, !slice.elements.isEmpty else { return }
        // From now on it stays where it is.
        let length = state.window?.count ?? 30
        state.window = slice.offset..<slice.offset + max(length, slice.elements.count)
    }

    private func show(_ state: State) -> Effect<Mutation> {
        show(state.window, holding: state.slice)
    }

    private func show(
        _ window: Range<Int>?, holding seen: ListSlice<Element>?, from place: String? = nil
    ) -> Effect<Mutation> {
        .run("list read", policy: .latest) { emit in
            // What was said of it before may not be kept yet.
            if let place { try await account.read(list, at: place) }
            let slice = try await account.slice(of: list, window: window, holding: seen)
            emit(.show(slice, of: window))
        }
    }

    private func refresh() -> Effect<Mutation> {
        request("refresh") {
            try await account.refresh(list)
            return []
        }
    }

    private func older() -> Effect<Mutation> {
        request("older") {
            try await account.extend(list)
            return []
        }
    }

    private func keepPlace(_ window: Range<Int>) -> Effect<Mutation> {
        .run("list place", policy: .latest) { _ in
            let first = try await account.slice(
                of: list, window: window.lowerBound..<window.lowerBound + 1)
            if let first = first?.elements.first {
                try await account.read(list, at: first.keptName)
            }
        }
    }

    private func request(
        _ id: String, _ body: @escaping @Sendable () async throws -> [Mutation]
    ) -> Effect<Mutation> {
        .run("list \(id)", policy: .first) { emit in
            emit(.ask)
            do {
                for mutation in try await body() { emit(mutation) }
                emit(.answer)
            } catch let error as any ExplainedError {
                emit(.fail(Explanation(error)))
            }
        }
    }
}

extension ListReading.State {
    /// The phase of a screen that shows nothing but the list.
    package func phase(retry: String, loading: String, empty: String, _ localizer: Localizer)
        -> Phase
    {
        if let slice, slice.total > 0 { return .ready }
        if let problem, slice == nil { return problem.phase(retry: retry, localizer) }
        if slice == nil || isAsking { return .loading(message: loading) }
        return .empty(message: empty, action: retry)
    }

    /// What is to be said above the list: why it is not of today, if it is not.
    package func notes(_ localizer: Localizer) -> [Block] {
        guard let problem, slice != nil else { return [] }
        return [problem.note(localizer)]
    }

    /// The list with its rows.
    package func block(_ id: String, title: String = "", row: (Element) -> Row) -> [Block] {
        guard let slice else { return [] }
        return .list(
            ListBlock(
                id: id, title: title, total: slice.total, offset: slice.offset,
                rows: slice.elements.map(row)))
    }
}
