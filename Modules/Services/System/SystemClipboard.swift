public import TenonCore

/// The clipboard of the desktop, written by the desktop's own programs.
///
/// Without a desktop, the terminal that the application is shown in is asked to copy.
///
/// What was copied is recognised by a `ClipboardFingerprint`, so that a clipboard into which the
/// person has meanwhile copied something else is never cleared.
public actor SystemClipboard: ClipboardWriting, LifecycleHandling {
    private let environment: [String: String]
    private let clock: any TimeTelling
    private let detachedLaunch: DetachedLaunch?
    private let terminal: (any TerminalCopying)?
    /// What this process copied last and has not cleared.
    private var copied: ClipboardFingerprint?
    /// Clears the clipboard when its time is over.
    private var expiry: Task<Void, Never>?
    /// The last operation: they run one after another, since each consists of several steps.
    private var last: Task<Void, Never>?

    /// Makes a clipboard.
    ///
    /// - Parameters:
    ///   - environment: The environment variables, which name the desktop.
    ///   - clock: Tells when the time of a secret is over.
    ///   - detachedLaunch: How to start the process that clears the clipboard, when this one ends
    ///     before; `nil` when this process does it itself, at the latest when it ends.
    public init(
        environment: [String: String], clock: any TimeTelling = SystemClock(),
        detachedLaunch: DetachedLaunch? = nil
    ) {
        self.environment = environment
        self.clock = clock
        self.detachedLaunch = detachedLaunch
        terminal = nil
    }

    /// Makes a clipboard.
    ///
    /// - Parameter terminal: Copies where there is no desktop.
    package init(
        environment: [String: String], clock: any TimeTelling = SystemClock(),
        detachedLaunch: DetachedLaunch? = nil, terminal: (any TerminalCopying)?
    ) {
        self.environment = environment
        self.clock = clock
        self.detachedLaunch = detachedLaunch
        self.terminal = terminal
    }

    /// Puts a secret on the clipboard and arranges that it is cleared.
    ///
    /// - Throws: ``SystemError``: no desktop, no program, or the program failed.
    public func copy(_ secret: SecretText, clearAfter duration: Duration) async throws {
        if asksTerminal {
            return try await afterLast { try await self.ask(secret, clearAfter: duration) }
        }
        let tool = try ClipboardTool(environment: environment)
        try await afterLast { try await self.write(secret, with: tool, clearAfter: duration) }
    }

    /// Clears the clipboard now if it still holds what this process copied last.
    public func clear() async {
        try? await afterLast { await self.clearIfOurs() }
    }

    /// Whether there is no desktop, but a terminal.
    public nonisolated var asksTerminal: Bool {
        ClipboardTool.Kind.usable(in: environment).isEmpty && terminal?.isThere == true
    }

    /// What a copy is made by now, and whether that marks it as a secret.
    public nonisolated var means: ClipboardMeans {
        get async {
            guard !asksTerminal else { return .terminal }
            return await ClipboardTool.means(in: environment)
        }
    }

    /// Does nothing: there is nothing to start.
    public func start() {}

    /// Clears the clipboard, unless a detached process takes care of that.
    public func stop() async {
        if detachedLaunch == nil { await clear() }
    }

    private func write(
        _ secret: SecretText, with tool: ClipboardTool, clearAfter duration: Duration
    ) async throws {
        guard secret.count <= ClipboardTool.maximumBytes else {
            throw SystemError.secretUnsuitable
        }
        // When this fails, what was copied before may still be there, and is cleared in its time.
        try await tool.write(secret)
        expiry?.cancel()
        copied = ClipboardFingerprint(of: secret)
        // Before it is seen there: on a busy machine it may come late, and is cleared as well.
        if let detachedLaunch {
            let keeper = ClipboardKeeper.process(
                detachedLaunch, secret: secret, clearAfter: duration, environment: environment)
            guard await keeper.handOver() else {
                await clearIfOurs()
                throw SystemError.keeperFailed
            }
        } else {
            clear(after: duration)
        }
        guard await tool.shows(secret) else { throw tool.failure }
    }

    /// Lets the terminal copy; this process clears, as no other one has that terminal.
    private func ask(_ secret: SecretText, clearAfter duration: Duration) throws {
        expiry?.cancel()
        guard terminal?.copy(secret) == true else { throw SystemError.secretUnsuitable }
        clear(after: duration)
    }

    private func clear(after duration: Duration) {
        expiry = Task { [clock, weak self] in
            guard (try? await clock.sleep(for: duration)) != nil else { return }
            await self?.clear()
        }
    }

    private func clearIfOurs() async {
        expiry?.cancel()
        terminal?.clear()
        guard let copied, let tool = try? ClipboardTool(environment: environment) else { return }
        self.copied = nil
        await tool.clear(ifHolding: copied)
    }

    /// Runs an operation when the one before it has ended.
    private func afterLast(_ operation: @escaping @Sendable () async throws -> Void) async throws {
        let previous = last
        let task = Task {
            await previous?.value
            try await operation()
        }
        last = Task { _ = await task.result }
        try await task.value
    }
}
