package import FeedAPI
import Synchronization
import TenonCore

/// What belongs to the person who is signed in; nothing of another account can be reached by it.
package final class FeedAccount: Sendable {
    /// Which account it is.
    package let record: AccountRecord
    let client: FeedClient
    let file: FeedFile
    let desk: WritingDesk
    let signal = Broadcast<Void>()
    let turns = ListTurns()
    private let progress = Broadcast<UploadProgress?>()
    private let sender: ErrandSender
    private let clock: any TimeTelling
    /// Whether what waits is going to be tried again by itself.
    private let isTrying = Mutex(false)

    private let knownLimits = Mutex<InstanceLimits?>(nil)

    /// How long it takes until what waits is tried again by itself.
    private static let pause = Duration.seconds(30)

    init(
        _ record: AccountRecord, client: FeedClient, file: FeedFile, desk: WritingDesk,
        clock: any TimeTelling
    ) {
        self.record = record
        self.client = client
        self.file = file
        self.desk = desk
        self.clock = clock
        sender = ErrandSender(
            client: client, file: file, account: record.number, desk: desk,
            progress: progress, clock: clock)
    }

    /// The number that everything of it is kept by.
    var number: Int64 { record.number }

    /// Changes what is kept, unless the person has logged out meanwhile.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (FeedRecords) throws -> Result
    ) async throws -> Result {
        try await file.write { [number] records in
            guard try records.hasAccount(number) else { throw FeedStoreError.nobody }
            return try body(records)
        }
    }

    /// Whether its server keeps what stays visible of a picture.
    package var keepsFocus: Bool { client.traits.keepsFocus }

    /// A value each time that something is known that was not known before.
    package func changes() -> AsyncStream<Void> { signal.changes() }

    /// The name of an account, where `self` is that of the person.
    package func resolve(_ id: AccountID) -> AccountID { id.text == "self" ? record.id : id }

    /// Whether an account is that of the person.
    package func isOwn(_ id: AccountID) -> Bool { resolve(id) == record.id }

    /// How much the server takes; it is asked once.
    package func limits() async throws -> InstanceLimits {
        if let limits = knownLimits.withLock(\.self) { return limits }
        let limits = try await client.instance().limits
        knownLimits.withLock { $0 = limits }
        return limits
    }

    // MARK: - Errands

    /// Does something that shows at once, and tells the server as soon as it can be reached.
    ///
    /// - Parameters:
    ///   - errand: What is done.
    ///   - pictures: What was attached to a post; they are kept with it until it is there.
    /// - Throws: What the server refused it with; it is undone by then.
    package func perform(
        _ errand: Errand, with pictures: [AttachedPicture] = []
    ) async throws -> Delivery {
        let number =
            if case .publish(let draft) = errand {
                try await writeInPlace(of: draft.answered) { [number] records in
                    try records.move(pictures, answering: draft.answered, to: errand, of: number)
                    // What another window has attached meanwhile stays, to be written on.
                    try records.forgetWriting(answering: draft.answered, of: number)
                    return try records.add(errand, of: number)
                }
            } else {
                try await write { [number] in try $0.add(errand, of: number) }
            }
        signal.send()
        let outcome = await sender.send(upTo: number)
        signal.send()
        switch outcome {
        case .sent: return .sent
        case .takenBack: return .takenBack
        case .refused(let error): throw error
        case .waiting(let reason):
            keepTrying()
            return .waiting(reason)
        }
    }

    /// Tells the server what waits, if anything does.
    package func sendWaiting() async {
        guard let errands = try? await waiting(), errands.contains(where: { $0.refusal.isEmpty })
        else { return }
        await sender.sendAll()
        signal.send()
        keepTrying()
    }

    /// Tries what waits again after a while, for as long as the person is signed in.
    private func keepTrying() {
        let isFirst = isTrying.withLock { trying in
            defer { trying = true }
            return !trying
        }
        guard isFirst else { return }
        Task { [weak self, clock] in
            try? await clock.sleep(for: Self.pause)
            self?.isTrying.withLock { $0 = false }
            await self?.sendWaiting()
        }
    }

    /// What the server has not been told yet, or did not take.
    package func waiting() async throws -> [WaitingErrand] {
        try await file.read { [number] in try $0.errands(of: number) }
    }

    /// How much of the pictures that are on their way was sent; `nil` when none is any more.
    package func uploads() -> AsyncStream<UploadProgress?> { progress.stream { progress.last } }

    /// Takes something back that waits, also while its pictures are on their way.
    ///
    /// A post becomes what is being written, unless another one was begun there.
    package func drop(_ errand: Int64) async throws {
        try await sender.takeBack(errand)
        signal.send()
    }

    /// Takes the last post or answer that is still to be sent back, to write on.
    package func stopPosting(answering answered: PostID?) async throws {
        try await sender.takeBack(answering: answered)
        signal.send()
    }

    /// Tries something again that the server did not take.
    package func retry(_ errand: Int64) async throws {
        try await write { [number] in try $0.retryErrand(errand, of: number) }
        signal.send()
        await sendWaiting()
    }
}
