import Synchronization
public import TenonCore

/// A private clipboard; clears itself by the clock.
public final class MemoryClipboard: ClipboardWriting {
    private struct State {
        var content: SecretText?
        var copies = 0
    }

    private let clock: any TimeTelling
    private let state = Mutex(State())

    /// Makes an empty clipboard.
    public init(clock: any TimeTelling) { self.clock = clock }

    /// What is on the clipboard.
    public var content: SecretText? { state.withLock(\.content) }

    /// How often something was copied.
    public var copies: Int { state.withLock(\.copies) }

    /// Keeps the secret until the duration is over or something else is copied.
    public func copy(_ secret: SecretText, clearAfter duration: Duration) async throws {
        let number = state.withLock { state in
            state.content = secret
            state.copies += 1
            return state.copies
        }
        let clock = clock
        Task { [weak self] in
            try await clock.sleep(for: duration)
            self?.state.withLock { if $0.copies == number { $0.content = nil } }
        }
    }

    /// Clears the clipboard.
    public func clear() async { state.withLock { $0.content = nil } }
}
