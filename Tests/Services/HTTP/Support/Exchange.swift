import HTTPTypes
import TenonCore
import TenonHTTP
import TenonNetworking
import TenonTesting

extension MisbehavingServer {
    /// The address of a path on this server.
    func address(
        _ path: String = "/", scheme: String = "http", host: String = "127.0.0.1"
    ) throws -> WebAddress {
        try WebAddress("\(scheme)://\(host):\(port)\(path)")
    }
}

extension HTTPNetworker {
    /// Lends a networker and stops it.
    static func run<Result: Sendable>(
        _ setup: HTTPSetup = HTTPSetup(), _ body: (HTTPNetworker) async throws -> Result
    ) async throws -> Result {
        let networker = try HTTPNetworker(setup)
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

    /// Gets an address; the error if that fails.
    func error(of call: NetworkCall) async -> NetworkError? {
        do {
            _ = try await perform(call)
            return nil
        } catch {
            return error as? NetworkError
        }
    }

    /// A controller on the real network and the running clock.
    func controller(
        policy: NetworkPolicy = NetworkPolicy(
            retry: RetryPolicy(maximumAttempts: 3, firstDelay: .milliseconds(10)))
    ) -> NetworkController {
        NetworkController(
            networker: self, clock: RunningClock(), alerts: RecordingPresenter(), policy: policy)
    }
}
