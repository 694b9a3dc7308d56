import Glibc
import Synchronization
import TenonCore
import WalletAgentLink
import WalletAgentMessages
import WalletCredentials
import WalletSync
import WalletVault

/// Holds the vaults that clients ask for, locks them in time, and knows when the agent may end.
final class AgentService: ConversationMaking {
    /// What the agent was told at its start.
    struct Options: Sendable {
        /// The vault of clients that name none.
        var defaultVault: String
        /// The time without use after which a vault locks unless a client says otherwise; `nil`
        /// means never.
        var autoLock: Duration?
        /// The time after which an agent without requests and open vaults ends.
        var idle: Duration?
        /// The version of the product.
        var version: String
    }

    /// Makes the object that asks the person, from where the client says the person is.
    typealias PersonMaker = @Sendable (_ surroundings: [String]) -> any PersonAsking

    private struct State {
        var keepers: [String: VaultKeeper] = [:]
        var lastRequest: Duration
    }

    private static let pause: Duration = .seconds(1)
    /// How long an agent whose program was replaced stays after the last request, so that none is cut.
    private static let grace: Duration = .seconds(5)

    private let options: Options
    private let clock: any TimeTelling
    /// Says a sentence in the person's language.
    let say: @Sendable (Sentence) -> String
    /// Makes the object that asks the person.
    let makePerson: PersonMaker
    private let makeVault: @Sendable (_ path: String) -> any Vault
    private let makeSync: @Sendable (any Vault) -> VaultSync?
    private let isReplaced: @Sendable () -> Bool
    private let state: Mutex<State>
    /// What all clients together have gathered for batches.
    let steps = StepBudget()
    private let clients = Mutex<@Sendable () -> Int>({ 0 })
    private let whenToldToStop = Mutex<@Sendable () -> Void>({})

    /// Makes a service without vaults.
    ///
    /// - Parameters:
    ///   - say: Says a sentence in the person's language.
    ///   - makePerson: Makes the object that asks the person.
    ///   - isReplaced: Tells whether another version of the program was installed since it started.
    ///   - makeSync: Makes what keeps a vault in step with other machines.
    ///   - makeVault: Makes the vault at a path.
    init(
        _ options: Options, clock: any TimeTelling,
        say: @escaping @Sendable (Sentence) -> String = { "\($0)" },
        makePerson: @escaping PersonMaker = { _ in NobodyToAsk() },
        isReplaced: @escaping @Sendable () -> Bool = { false },
        makeSync: @escaping @Sendable (any Vault) -> VaultSync? = { _ in nil },
        makeVault: @escaping @Sendable (_ path: String) -> any Vault
    ) {
        self.options = options
        self.clock = clock
        self.say = say
        self.makePerson = makePerson
        self.makeVault = makeVault
        self.makeSync = makeSync
        self.isReplaced = isReplaced
        state = Mutex(State(lastRequest: clock.sinceBoot()))
    }

    /// Says how many clients there are, for reports.
    func countClients(by count: @escaping @Sendable () -> Int) { clients.withLock { $0 = count } }

    /// Says what to do when a client wants the agent to end.
    func whenToldToStop(_ action: @escaping @Sendable () -> Void) {
        whenToldToStop.withLock { $0 = action }
    }

    // MARK: - Conversations

    func makeConversation(about vault: String, outlet: Outlet) async throws -> any Conversing {
        VaultConversation(try keeper(of: vault), outlet: outlet, service: self)
    }

    func stop() { whenToldToStop.withLock { $0 }() }

    func refusal(_ error: any Error) -> LinkError.Refusal {
        ErrorCoding.refusal(error, say: say)
    }

    /// A client has asked for something.
    func noteRequest() {
        let now = clock.sinceBoot()
        state.withLock { $0.lastRequest = now }
    }

    func report() -> AgentReport {
        let keepers = state.withLock(\.keepers).values
        return AgentReport(
            version: options.version, process: Int(getpid()), clients: clients.withLock { $0() },
            vaults: keepers.map(\.report).sorted { $0.path < $1.path })
    }

    /// The keeper of a vault; unused ones that hold nothing are forgotten.
    private func keeper(of path: String) throws -> VaultKeeper {
        let path = path.isEmpty ? options.defaultVault : path
        guard path.hasPrefix("/") else { throw AgentError.badPath(path) }
        return state.withLock { state in
            if let keeper = state.keepers[path] { return keeper }
            state.keepers = state.keepers.filter { !$0.value.isForgettable }
            let vault = makeVault(path)
            let keeper = VaultKeeper(
                vault, sync: makeSync(vault), clock: clock, limit: options.autoLock)
            state.keepers[path] = keeper
            return keeper
        }
    }

    // MARK: - Locking and ending

    /// Locks all vaults at the same time.
    func lockAll() async {
        await withTaskGroup(of: Void.self) { group in
            for keeper in state.withLock(\.keepers).values {
                group.addTask { await keeper.lock() }
            }
        }
    }

    /// Locks vaults that were unused for too long, until the agent is no longer needed.
    ///
    /// - Returns: When all is locked and no requests come any more, or when all is locked and the
    ///   program was replaced: the next one to start is the new version.
    func watchOver() async {
        while !Task.isCancelled {
            let (keepers, lastRequest) = state.withLock { state in
                (Array(state.keepers.values), state.lastRequest)
            }
            for keeper in keepers { await keeper.lockIfIdle() }
            let quiet = clock.sinceBoot() - lastRequest
            let isUnlocked = keepers.contains { $0.vault.status == .unlocked }
            if !isUnlocked, quiet >= Self.grace, isReplaced() { return }
            let isNeeded = isUnlocked || keepers.contains(where: \.hasBrowser)
            if let idle = options.idle, !isNeeded, quiet >= idle { return }
            try? await clock.sleep(for: Self.pause)
        }
    }
}
