package import FeedAPI
import TenonCore
package import TenonHTTP
package import TenonNetworking
import TenonTesting

/// The real network of this machine, for as long as a test needs it.
package enum RealNetwork {
    /// Patient with a busy machine, and quick to try again.
    package static let policy = NetworkPolicy(
        retry: RetryPolicy(maximumAttempts: 3, firstDelay: .milliseconds(5)))

    /// Lends a networker and stops it.
    package static func run<Result: Sendable>(
        _ body: (HTTPNetworker) async throws -> Result
    ) async throws -> Result {
        let networker = try HTTPNetworker(HTTPSetup())
        await networker.start()
        do {
            let result = try await body(networker)
            await networker.stop()
            return result
        } catch {
            await networker.stop()
            throw error
        }
    }
}

extension FeedClient {
    /// A client on the running clock.
    package init(
        _ server: String, _ networker: HTTPNetworker, token: String? = "token-of-ana",
        traits: ServerTraits = .mastodon, policy: NetworkPolicy = RealNetwork.policy
    ) throws {
        self.init(
            server: try WebAddress(server), traits: traits, token: token.map { SecretText($0) },
            networker: networker, clock: RunningClock(), policy: policy)
    }
}

/// What something threw; `nil` for nothing, and for an error of another type.
package func feedError<Value>(_ body: () async throws -> Value) async -> FeedError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? FeedError
    }
}
