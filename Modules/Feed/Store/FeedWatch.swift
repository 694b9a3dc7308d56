import FeedAPI
import Synchronization
package import TenonCore

/// Keeps the feed and the notifications up to date for as long as a person is signed in: by the
/// events of the server, and by asking now and then while there are none.
package final class FeedWatch: LifecycleHandling {
    /// How often the server is asked.
    package struct Pace: Sendable {
        /// The shortest time between two refreshments that events ask for.
        package var betweenEvents = Duration.seconds(5)
        /// The time between two questions while there are no events, as long as they are answered.
        package var polling = Duration.seconds(120)
        /// The first pause before the server is asked again for its events; each is twice as long.
        package var firstPause = Duration.seconds(5)
        /// The longest pause of all.
        var longest = Duration.seconds(900)

        /// Makes the usual pace.
        package init() {}
    }

    private enum Subject: CaseIterable { case home, notices }

    private struct State {
        var isLive = false
        var wanted: Set<Subject> = []
        var task: Task<Void, Never>?
    }

    private let account: FeedAccount?
    private let clock: any TimeTelling
    private let pace: Pace
    private let state = Mutex(State())
    private let (wishes, wish) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// Makes a watch; nothing happens before it starts.
    ///
    /// - Parameters:
    ///   - account: Whose lists are kept up to date; `nil` for nobody's.
    ///   - clock: Measures time.
    ///   - pace: How often the server is asked.
    package init(_ account: FeedAccount?, clock: any TimeTelling, pace: Pace = Pace()) {
        self.account = account
        self.clock = clock
        self.pace = pace
    }

    package func start() async throws {
        guard let account else { return }
        let task = Task {
            await withTaskGroup { group in
                group.addTask { await self.listen(account) }
                group.addTask { await self.poll(account) }
                group.addTask { await self.fulfil(account) }
            }
        }
        state.withLock { $0.task = task }
    }

    package func stop() async {
        let task = state.withLock { state in
            defer { state.task = nil }
            return state.task
        }
        task?.cancel()
        await task?.value
    }

    // MARK: - Events

    /// Listens to the server; ends where it has no events, or does not know the person.
    private func listen(_ account: FeedAccount) async {
        var pause = pace.firstPause
        while !Task.isCancelled {
            do {
                for try await event in try await account.events() {
                    if event == .connected { pause = pace.firstPause }
                    await take(event, account)
                }
                return
            } catch let error as FeedError where error.isFinal {
                state.withLock { $0.isLive = false }
                return error.isSignedOut ? () : want([.notices])
            } catch {
                state.withLock { $0.isLive = false }
            }
            try? await clock.sleep(for: pause)
            pause = min(pause * 2, pace.longest)
        }
    }

    private func take(_ event: FeedEvent, _ account: FeedAccount) async {
        switch event {
        case .connected:
            state.withLock { $0.isLive = true }
            want(Set(Subject.allCases))
        case .cut: state.withLock { $0.isLive = false }
        case .posted: want([.home])
        case .noticed: want([.notices])
        case .changed(let post): try? await account.replace(post)
        case .deleted(let id): try? await account.forget(id)
        }
    }

    private func want(_ subjects: Set<Subject>) {
        state.withLock { $0.wanted.formUnion(subjects) }
        wish.yield()
    }

    /// Asks for what events tell of: the list is asked by its own links, so that it has no gap.
    private func fulfil(_ account: FeedAccount) async {
        for await _ in wishes {
            let wanted = state.withLock { state in
                defer { state.wanted = [] }
                return state.wanted
            }
            if !wanted.isEmpty { _ = try? await refresh(wanted, account) }
            guard (try? await clock.sleep(for: pace.betweenEvents)) != nil else { return }
        }
    }

    // MARK: - Without events

    /// Asks now and then while there are no events, less often while nobody answers; takes away at
    /// these times what is too much to keep.
    private func poll(_ account: FeedAccount) async {
        var pause = pace.polling
        try? await account.trim()
        while (try? await clock.sleep(for: pause)) != nil {
            pause = pace.polling
            try? await account.trim()
            guard !state.withLock(\.isLive) else { continue }
            do {
                try await refresh(Set(Subject.allCases), account)
            } catch let error as FeedError where error.isSignedOut {
                return
            } catch {
                pause = min(pause * 2, pace.longest)
            }
        }
    }

    private func refresh(_ subjects: Set<Subject>, _ account: FeedAccount) async throws {
        if subjects.contains(.home) { try await account.refresh(.home) }
        if subjects.contains(.notices) { try await account.refreshNotices() }
    }
}

extension FeedError {
    /// Whether there is no use in asking for events again.
    fileprivate var isFinal: Bool {
        isSignedOut || [.feedUnsupported, .feedMissing, .feedRefused].contains(code)
    }
}

extension AnyPort {
    /// Keeps the lists of the person who is signed in up to date.
    package static let feedWatch = Port<FeedWatch>("feedWatch", providers: ["FeedStore"])
}
