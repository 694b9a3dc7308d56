import FeedAPI
import FeedStore
import FeedTestSupport
import TenonCore
import TenonNetworking
import TenonSQLite
import TenonTesting
import TestSupport

/// An account of a server that does what a script says, with a database of its own.
struct FeedAccountFixture {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Lends the account and the server.
    func run<Result: Sendable>(
        family: ServerFamily = .mastodon, clock: any TimeTelling = RunningClock(),
        _ script: @escaping RawServer.Script,
        _ body: (FeedAccount, RawServer) async throws -> Result
    ) async throws -> Result {
        let server = try RawServer(script)
        return try await RealNetwork.run { networker in
            let library = FeedLibrary(
                SQLiteDatabases(), path: "\(folder.path)/data/photofeed.db", networker: networker,
                clock: clock)
            let own = try Self.account()
            let record = try await library.add(
                AccountRecord(own, on: WebAddress(server.address()), family: family))
            let account = library.open(record, tokens: FixedToken(SecretText("token")))
            let result = try await body(account, server)
            await library.stop()
            return result
        }
    }

    /// Lends the same account as another start of the program has it, on the same file.
    func again(
        _ record: AccountRecord, by clock: any TimeTelling = RunningClock(),
        _ body: (FeedAccount) async throws -> Void
    ) async throws {
        try await RealNetwork.run { networker in
            let library = FeedLibrary(
                SQLiteDatabases(), path: "\(folder.path)/data/photofeed.db", networker: networker,
                clock: clock)
            try await body(library.open(record, tokens: FixedToken(SecretText("token"))))
            await library.stop()
        }
    }

    /// The person whose account it is.
    static func account() throws -> Account {
        let json = #"{"id": "1", "username": "ana"}"#
        let value = try Array(json.utf8).withUnsafeBytes { try JSONReader.read($0) }
        return try Account(Members(value))
    }
}
