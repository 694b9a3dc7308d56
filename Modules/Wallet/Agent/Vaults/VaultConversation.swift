import Synchronization
import TenonCore
import WalletAgentLink
import WalletAgentMessages
import WalletVault

/// One client's calls of a vault.
final class VaultConversation: Conversing {
    private let keeper: VaultKeeper
    private let outlet: Outlet
    private let service: AgentService
    private let credentials: CredentialConversation
    private let batch: StepBatch
    private let watch = Mutex<Task<Void, Never>?>(nil)

    private var vault: any Vault { keeper.vault }

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
        if credentials.isWatching || watch.withLock({ $0 != nil }) { return .news }
        return batch.isBegun ? .steps : .nothing
    }

    func end() async {
        watch.withLock { $0?.cancel() }
        await credentials.end()
        batch.forget()
        keeper.count(conversations: -1)
    }

    func answer(_ request: sending Frame) async throws -> sending Frame? {
        switch request.kind {
        case .call:
            let byte = try request.read { (reader) throws(LinkError) in try reader.byte() }
            guard let method = AgentMethod(rawValue: byte) else { throw LinkError.malformed }
            // A status or a watch does not count as a request.
            if method != .watch, method != .status { service.noteRequest() }
            return try await answer(method, request)
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

    private func answer(
        _ method: AgentMethod, _ request: sending Frame
    ) async throws -> sending Frame {
        switch method {
        case .status: return try Self.frame(vault.status)
        case .create, .unlock, .unlockByCode, .lock, .verify, .changePassphrase, .makeRecoveryCode:
            return try await access(method, request)
        case .revision: return try Self.frame(try await vault.revision())
        case .list: return try Self.frame(try await vault.list(try Self.value(request)))
        case .tags: return try Self.frame(try await vault.tags())
        case .itemsForSite:
            let (url, isExact) = try Self.values(request, as: String.self, Bool.self)
            return try Self.frame(try await vault.items(forSite: url, isExact: isExact))
        case .overview: return try Self.frame(try await vault.overview(try Self.value(request)))
        case .item: return try Self.frame(try await vault.item(try Self.value(request)))
        case .history:
            return try Self.frame(ItemHistory(try await vault.history(try Self.value(request))))
        case .itemsInPart:
            return try Self.frame(try await vault.items(inPart: try part(request)))
        case .itemsWithHistoryInPart:
            return try Self.frame(try await vault.itemsWithHistory(inPart: try part(request)))
        case .add, .save, .moveToTrash, .restore, .deletePermanently, .markUsed, .gather, .commit:
            return try await change(method, request)
        case .check: return try Self.frame(try await vault.check())
        case .noteUse: keeper.noteUse()
        case .lockAfterIdle:
            let seconds: Int = try Self.value(request)
            keeper.setLimit(seconds < 0 ? nil : .seconds(seconds))
        case .watch: startWatching()
        case .report: return try Self.frame(service.report())
        }
        return Frame(.answer)
    }

    private func access(
        _ method: AgentMethod, _ request: sending Frame
    ) async throws -> sending Frame {
        switch method {
        case .create:
            let (passphrase, code) = try Self.values(
                request, as: SecretText.self, SecretText?.self)
            try await vault.create(passphrase: passphrase, recoveryCode: code)
        case .unlock: try await vault.unlock(passphrase: try Self.value(request))
        case .unlockByCode: try await vault.unlock(recoveryCode: try Self.value(request))
        case .lock: await vault.lock()
        case .verify: try await vault.verify(passphrase: try Self.value(request))
        case .changePassphrase:
            let (old, new) = try Self.values(request, as: SecretText.self, SecretText.self)
            try await vault.changePassphrase(from: old, to: new)
        case .makeRecoveryCode: return try Self.frame(try await vault.makeRecoveryCode())
        default: throw LinkError.malformed
        }
        keeper.noteUse()
        return Frame(.answer)
    }

    private func change(
        _ method: AgentMethod, _ request: sending Frame
    ) async throws -> sending Frame {
        switch method {
        case .add: return try Self.frame(try await vault.add(try Self.value(request) as Item))
        case .save: return try Self.frame(try await vault.save(try Self.value(request) as Item))
        case .moveToTrash: try await vault.moveToTrash(try Self.value(request))
        case .restore: try await vault.restore(try Self.value(request))
        case .deletePermanently: try await vault.deletePermanently(try Self.value(request))
        case .markUsed: try await vault.markUsed(try Self.value(request))
        case .gather:
            // Only a person imports, and must not lose the work to the idle timer.
            keeper.noteUse()
            try batch.add(
                request.withBody { bytes in
                    SecretText(utf8: UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
                })
        case .commit: return try Self.frame(try await commit())
        default: throw LinkError.malformed
        }
        return Frame(.answer)
    }

    // MARK: - Batches

    /// Writes all steps that were gathered as one transaction; whatever happens they are forgotten.
    private func commit() async throws -> Int {
        keeper.noteUse()
        let parts = batch.parts
        defer { batch.forget() }
        return try await vault.write { writer in
            for part in parts {
                try part.withBytes { bytes in
                    var reader = FrameReader(bytes)
                    while !reader.isAtEnd { try writer.write(try ItemWrite(reading: &reader)) }
                }
            }
            return writer.count
        }
    }

    // MARK: - Watching

    private func startWatching() {
        let (vault, outlet) = (vault, outlet)
        let task = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await status in vault.statuses() { Self.tell(.status, status, outlet) }
                }
                group.addTask {
                    for await change in vault.changes() { Self.tell(.change, change, outlet) }
                }
            }
        }
        watch.withLock { watch in
            watch?.cancel()
            watch = task
        }
    }

    private static func tell(_ event: AgentEvent, _ value: some WireValue, _ outlet: Outlet) {
        outlet.post {
            let frame = Frame(.event)
            frame.append(event.rawValue)
            guard (try? value.write(to: frame)) != nil else { return nil }
            return frame
        }
    }

    // MARK: - Values

    private func part(_ request: Frame) throws -> Int {
        let part: Int = try Self.value(request)
        guard (0..<VaultManager.partCount).contains(part) else { throw LinkError.malformed }
        return part
    }

    /// The one argument of a call.
    private static func value<Value: WireValue>(_ request: Frame) throws -> Value {
        try values(request, as: Value.self)
    }

    /// The arguments of a call, in their order.
    private static func values<each Value: WireValue>(
        _ request: Frame, as types: repeat (each Value).Type
    ) throws -> (repeat each Value) {
        try request.withBody { bytes in
            var reader = FrameReader(bytes)
            _ = try reader.byte()
            return (repeat try (each types).init(reading: &reader))
        }
    }

    /// The answer with a value.
    private static func frame(_ value: some WireValue) throws -> sending Frame {
        let frame = Frame(.answer)
        try value.write(to: frame)
        guard frame.count <= AgentLink.answerLimit else { throw AgentError(.tooLong) }
        return frame
    }
}
