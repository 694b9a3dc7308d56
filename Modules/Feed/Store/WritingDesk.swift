import FeedAPI
import Synchronization
import TenonCore

/// Takes what is typed, and keeps it: the first letter at once, then the latest a few times a second.
///
/// So a slow disk is not asked for each letter, and what lies here is gone with a program that is killed:
/// what was typed in the last moment, no more.
final class WritingDesk: Sendable {
    /// What is written: an answer to a post, or else a post.
    struct Place: Hashable {
        let account: Int64
        let answered: PostID?
    }

    private struct State {
        /// What is not kept yet.
        var loose: [Place: Writing] = [:]
        var isKeeping = false
        /// Why the last attempt failed, until somebody is told.
        var problem: (any Error)?
    }

    private static let pause = Duration.milliseconds(250)
    /// The time until what could not be kept is tried again.
    private static let longPause = Duration.seconds(5)

    private let file: FeedFile
    private let clock: any TimeTelling
    private let state = Mutex(State())

    init(file: FeedFile, clock: any TimeTelling) {
        self.file = file
        self.clock = clock
    }

    /// What was typed and is not kept yet; `nil` for nothing.
    func writing(at place: Place) -> Writing? { state.withLock { $0.loose[place] } }

    /// Takes what was typed; it is kept soon.
    ///
    /// - Throws: Why what was typed before could not be kept; it is tried again by itself.
    func put(_ writing: Writing, at place: Place) throws {
        let (isFirst, problem) = state.withLock { state in
            defer { (state.isKeeping, state.problem) = (true, nil) }
            state.loose[place] = writing
            return (!state.isKeeping, state.problem)
        }
        if isFirst { Task { await keepOn() } }
        if let problem { throw problem }
    }

    /// Hands over what lies at a place, which is forgotten here; `nil` for nothing.
    func take(_ place: Place) -> Writing? { state.withLock { $0.loose.removeValue(forKey: place) } }

    /// Takes back what was taken, unless something else was typed meanwhile; it is kept soon.
    func putBack(_ writing: Writing, at place: Place) {
        let isFirst = state.withLock { state in
            defer { state.isKeeping = true }
            state.loose[place] = state.loose[place] ?? writing
            return !state.isKeeping
        }
        if isFirst { Task { await keepOn() } }
    }

    /// Keeps all that lies here.
    func keepAll() async throws {
        guard state.withLock({ !$0.loose.isEmpty }) else { return }
        // It is read when its turn comes: what is posted or discarded by then is not kept again.
        let kept = try await file.write { [self] records in
            let loose = state.withLock(\.loose)
            for (place, writing) in loose where try records.hasAccount(place.account) {
                try records.keep(writing, answering: place.answered, of: place.account)
            }
            return loose
        }
        state.withLock { state in
            for (place, writing) in kept where state.loose[place] == writing {
                state.loose[place] = nil
            }
        }
    }

    private func keepOn() async {
        while state.withLock({ state in
            state.isKeeping = !state.loose.isEmpty
            return state.isKeeping
        }) {
            do {
                try await keepAll()
                try await clock.sleep(for: Self.pause)
            } catch {
                state.withLock { $0.problem = error }
                try? await clock.sleep(for: Self.longPause)
            }
        }
    }
}
