package import FeedAPI
package import TenonCore
package import TenonNetworking

/// The accounts of this machine, and the database that they share.
package final class FeedLibrary: LifecycleHandling {
    private let file: FeedFile
    private let desk: WritingDesk
    private let networker: any Networker
    private let clock: any TimeTelling
    private let signal = Broadcast<Void>()

    /// Makes a library; the database is opened when it is first used.
    ///
    /// - Parameters:
    ///   - databases: Opens databases.
    ///   - path: Where the database is.
    ///   - networker: The network.
    ///   - clock: Measures time.
    package init(
        _ databases: any DatabaseOpening, path: String, networker: any Networker,
        clock: any TimeTelling
    ) {
        file = FeedFile(databases, path: path)
        desk = WritingDesk(file: file, clock: clock)
        self.networker = networker
        self.clock = clock
    }

    package func start() async throws {}

    /// Keeps what was typed in the last moment, and closes the database.
    package func stop() async {
        try? await desk.keepAll()
        file.close()
    }

    /// A value each time that accounts come, go or are chosen.
    package func changes() -> AsyncStream<Void> { signal.changes() }

    /// All accounts, in the order in which they came.
    package func accounts() async throws -> [AccountRecord] {
        try await file.read { try $0.accounts() }
    }

    /// Adds an account, or finds it again, and chooses it.
    package func add(_ account: AccountRecord) async throws -> AccountRecord {
        defer { signal.send() }
        return try await file.write { try $0.add(account) }
    }

    /// Chooses the account that PhotoFeed begins with.
    package func choose(_ number: Int64) async throws {
        try await file.write { try $0.choose(number) }
        signal.send()
    }

    /// Removes an account with all that was kept of it.
    package func remove(_ number: Int64) async throws {
        try await file.write { try $0.remove(number) }
        signal.send()
    }

    /// What belongs to an account, for as long as its person is signed in.
    package func open(_ record: AccountRecord, tokens: any TokenGiving) -> FeedAccount {
        FeedAccount(
            record,
            client: FeedClient(
                server: record.server, traits: record.family.traits, tokens: tokens,
                networker: networker, clock: clock), file: file, desk: desk, clock: clock)
    }
}

extension AnyPort {
    /// The accounts of this machine.
    package static let feedLibrary = Port<FeedLibrary>("feedLibrary", providers: ["FeedStore"])
    /// The account of the person who is signed in; only there for as long as somebody is.
    package static let feedAccount = OptionalPort<FeedAccount>("feedAccount")
}
