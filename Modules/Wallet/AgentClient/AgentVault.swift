import Glibc
import Synchronization
import TenonCore
import TenonMemory
import TenonSecurity
package import WalletAgentLink
import WalletAgentMessages
import WalletSync
package import WalletVault

/// A vault that the agent holds; the keys never come into this process.
///
/// The agent is started when a call needs it. After it has ended or was restarted, the vault is
/// locked.
package final class AgentVault: Vault {
    private struct State {
        var idle: [AgentLane] = []
        var isUnlocked = false
        /// Whether the agent was running but did not answer when this program began.
        var isSilent = false
        var isClosed = false
        /// The limit for locking that the agent gets, in seconds; the outer `nil` says that none was
        /// set here, the inner one that the vault never locks.
        var limit: Int??
        var lastUse: ContinuousClock.Instant?
        /// The calls to the agent that run without a waiting caller.
        var notes: Task<Void, Never>?
        var watch: Task<Void, Never>?
    }

    /// How many connections are kept for the next calls.
    private static let idleLanes = 2
    /// How long a program that starts waits to hear the status, in milliseconds.
    private static let shortPatience = 300 * Int64(Patience.factor)
    /// How often the agent is notified that a person is there.
    private static let usePause: Duration = .seconds(1)

    /// Where the file is.
    package var path: String { file.path }
    /// The agent locks after some time without use.
    package let locksItself = true

    let client: String
    let place: AgentPlace?
    /// The file as this process has it, which needs no agent and has no key.
    let file: any Vault
    private let state = Mutex(State())
    let statusBroadcast = Broadcast<VaultStatus>()
    let changeBroadcast = Broadcast<VaultChange>()
    let syncBroadcast = Broadcast<SyncStatus>()

    /// Makes a client; nothing is connected before it is used.
    ///
    /// - Parameters:
    ///   - file: The vault file as this process has it, locked.
    ///   - client: The name of this program.
    ///   - place: Where the agent listens; `nil` means where the environment says.
    package init(of file: any Vault, client: String, at place: AgentPlace? = nil) {
        self.file = file
        self.client = client
        self.place = place
    }

    deinit { state.withLock { $0.watch?.cancel() } }

    // MARK: - Status

    /// The last status from the agent.
    package var status: VaultStatus {
        if state.withLock(\.isUnlocked) { return .unlocked }
        return access(path, F_OK) == 0 ? .locked : .missing
    }

    /// The status now, and each new one; begins to listen to the agent.
    package func statuses() -> AsyncStream<VaultStatus> {
        startWatching()
        return statusBroadcast.stream(buffering: .unbounded) { status }
    }

    /// Each change; begins to listen to the agent.
    package func changes() -> AsyncStream<VaultChange> {
        startWatching()
        return changeBroadcast.stream { nil }
    }

    /// Asks the agent that runs, if one does, for the status.
    ///
    /// - Throws: `AgentError` when one runs and does not answer, or cannot be reached.
    package func refresh() async throws {
        do {
            setUnlocked(try await call(AgentCalls.status, startingAgent: false) == .unlocked)
        } catch let error as AgentError where error == AgentError(.notRunning) {
            setUnlocked(false)
        }
    }

    /// Asks the agent for the status, but waits only a moment; a slow one is asked again when
    /// needed.
    func glance() async {
        let lane = makeLane(within: Self.shortPatience)
        do {
            let status = try await lane.call(AgentCalls.status, startingAgent: false)
            setUnlocked(status == .unlocked)
        } catch {
            setUnlocked(false)
            state.withLock { $0.isSilent = (error as? AgentError)?.code == .agentSilent }
        }
    }

    /// Whether the agent was running but did not answer when this program began.
    var isSilent: Bool { state.withLock(\.isSilent) }

    /// Stores and publishes what the agent reported.
    func setUnlocked(_ isUnlocked: Bool) {
        let hasLocked = state.withLock { state in
            defer {
                state.isUnlocked = isUnlocked
                state.isSilent = false
            }
            return state.isUnlocked && !isUnlocked
        }
        statusBroadcast.sendIfNew(status)
        if hasLocked { DeadMemory.wipeStacksForAWhile() }
    }

    func startWatching() {
        state.withLock { state in
            guard state.watch == nil, !state.isClosed else { return }
            let lane = makeLane()
            state.watch = Task { [weak self] in
                await withTaskCancellationHandler {
                    while !Task.isCancelled {
                        await self?.watch(lane)
                        try? await Task.sleep(for: .milliseconds(500))
                    }
                } onCancel: {
                    lane.interrupt()
                }
            }
        }
    }

    /// Listens until the connection ends; without the agent there is no key.
    private func watch(_ lane: AgentLane) async {
        try? await lane.watch { [weak self] event in
            switch event {
            case .status(let status): self?.setUnlocked(status == .unlocked)
            case .change(let change): self?.changeBroadcast.sendIfNew(change)
            case .sync(let status): self?.syncBroadcast.sendIfNew(status)
            }
        }
        if !Task.isCancelled { setUnlocked(false) }
    }

    // MARK: - Use

    /// Tells the agent the limit whenever the vault is unlocked from here, and at once when it changes.
    ///
    /// The first value is not a change: a program that only starts keeps the choice of the one that
    /// unlocked.
    package func lock(afterIdle limit: Duration?) {
        let seconds = limit.map { Int($0.components.seconds) }
        let isChange = state.withLock { state in
            defer { state.limit = .some(seconds) }
            return state.limit.map { $0 != seconds } ?? false
        }
        if isChange, status == .unlocked { note(AgentCalls.lockAfterIdle, seconds) }
    }

    /// Tells the agent that a person is there, at most once a second.
    package func noteUse() {
        let now = ContinuousClock.now
        let isDue = state.withLock { state in
            guard state.isUnlocked, state.lastUse.map({ now - $0 >= Self.usePause }) ?? true
            else { return false }
            state.lastUse = now
            return true
        }
        if isDue { note(AgentCalls.noteUse) }
    }

    /// Sends the agent a note, after earlier ones, without waiting.
    private func note<each Argument: WireValue>(
        _ call: AgentCall<repeat each Argument, Nothing>, _ arguments: repeat each Argument
    ) {
        state.withLock { state in
            let before = state.notes
            state.notes = Task { [weak self] in
                await before?.value
                _ = try? await self?.call(call, repeat each arguments, startingAgent: false)
            }
        }
    }

    /// Disconnects from the agent, which keeps running for other programs.
    package func close() async {
        await state.withLock(\.notes)?.value
        state.withLock { state in
            state.watch?.cancel()
            state.watch = nil
            state.isClosed = true
            state.idle = []
        }
    }

    // MARK: - Calls

    /// Calls the agent on a connection that no other call uses meanwhile.
    ///
    /// - Throws: What the agent says; `AgentError`; `CancellationError` when the task is cancelled.
    @discardableResult
    func call<each Argument: WireValue, Reply: WireValue>(
        _ call: AgentCall<repeat each Argument, Reply>, _ arguments: repeat each Argument,
        startingAgent isStarting: Bool = true
    ) async throws -> Reply {
        try await onLane { lane in
            try await lane.call(call, repeat each arguments, startingAgent: isStarting)
        }
    }

    /// Makes a connection.
    ///
    /// - Parameter limit: How long all that is done on it may take, in milliseconds; `nil` means as
    ///   long as the agent gives signs of life.
    func makeLane(within limit: Int64? = nil) -> AgentLane {
        AgentLane(
            client: client, vault: path, at: place,
            deadline: limit.map { FrameSocket.now() + $0 })
    }

    /// Lends a connection.
    func onLane<Result: Sendable>(
        _ body: @Sendable (AgentLane) async throws -> Result
    ) async throws -> Result {
        let lane =
            state.withLock { $0.idle.popLast() } ?? makeLane()
        defer {
            state.withLock { state in
                if !state.isClosed, state.idle.count < Self.idleLanes { state.idle.append(lane) }
            }
        }
        do {
            return try await withTaskCancellationHandler {
                try Task.checkCancellation()
                return try await body(lane)
            } onCancel: {
                lane.interrupt()
            }
        } catch let error as any ExplainedError {
            if error.code == .vaultLocked || error.code == .agentUnavailable {
                setUnlocked(false)
            }
            throw error
        }
    }

    /// Sends the agent this program's limit for locking, even if another one unlocked the vault.
    package func applyIdleLimit() async throws {
        guard let seconds = state.withLock(\.limit) else { return }
        try await call(AgentCalls.lockAfterIdle, seconds, startingAgent: false)
    }
}
