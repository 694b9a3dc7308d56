import Synchronization
import TenonCore
import WalletAgentLink
import WalletAgentMessages
import WalletSync
import WalletVault

/// One client's calls of a vault.
final class VaultConversation: Conversing, AgentCallee {
    private let keeper: VaultKeeper
    private let outlet: Outlet
    private let service: AgentService
    private let credentials: CredentialConversation
    private let batch: StepBatch
    private let watching = Mutex<Task<Void, Never>?>(nil)

    var vault: any Vault { keeper.vault }
    var report: AgentReport { service.report() }
    var sync: any VaultSyncing {
        get throws {
            guard let sync = keeper.sync else { throw SyncError.unavailable }
            return sync
        }
    }

    init(_ keeper: VaultKeeper, outlet: Outlet, service: AgentService) {
        self.keeper = keeper
        self.outlet = outlet
        self.service = service
        batch = StepBatch(service.steps)
        credentials = CredentialConversation(
            keeper, outlet: outlet, say: service.say, makePerson: service.makePerson)
        keeper.count(conversations: 1)
    }

    var attachment: Attachment {
        if credentials.isWatching || watching.withLock({ $0 != nil }) { return .news }
        return batch.isBegun ? .steps : .nothing
    }

    func end() async {
        watching.withLock { $0?.cancel() }
        await credentials.end()
        batch.forget()
        keeper.count(conversations: -1)
    }

    func answer(_ request: sending Frame) async throws -> sending Frame? {
        switch request.kind {
        case .call:
            let call = try AgentCalls.read(request)
            if call.meaning != .nothing { service.noteRequest() }
            let answer = try await call.answer(self)
            if call.meaning == .use { keeper.noteUse() }
            return answer
        case .unlock:
            let passphrase = request.withBody { SecretText(utf8: $0) }
            service.noteRequest()
            try await vault.unlock(passphrase: passphrase)
            keeper.noteUse()
            return Frame(.answer)
        case .credential:
            service.noteRequest()
            return try await credentials.answer(request)
        case .message:
            service.noteRequest()
            return try await credentials.message(request)
        default: throw LinkError.malformed
        }
    }

    // MARK: - Calls

    func lock() async { await keeper.lock() }

    func noteUse() { keeper.noteUse() }

    func lock(afterIdle limit: Duration?) { keeper.setLimit(limit) }

    func gather(_ steps: GatheredSteps) throws {
        // Only a person imports, and must not lose the work to the idle timer.
        keeper.noteUse()
        try batch.add(steps)
    }

    /// Writes all steps that were gathered as one transaction, and forgets them even after an
    /// error.
    func commit() async throws -> Int {
        keeper.noteUse()
        let parts = batch.parts
        defer { batch.forget() }
        return try await vault.write { writer in
            for part in parts { try part.forEach { try writer.write($0) } }
            return writer.count
        }
    }

    func watch() {
        let (vault, sync, outlet) = (vault, keeper.sync, outlet)
        let task = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await status in vault.statuses() { Self.tell(.status(status), outlet) }
                }
                group.addTask {
                    for await change in vault.changes() { Self.tell(.change(change), outlet) }
                }
                if let sync {
                    group.addTask {
                        for await status in sync.syncStatuses() { Self.tell(.sync(status), outlet) }
                    }
                }
            }
        }
        watching.withLock { watching in
            watching?.cancel()
            watching = task
        }
    }

    private static func tell(_ event: AgentEvent, _ outlet: Outlet) {
        outlet.post {
            let frame = Frame(.event)
            return (try? event.write(to: frame)) == nil ? nil : frame
        }
    }
}
