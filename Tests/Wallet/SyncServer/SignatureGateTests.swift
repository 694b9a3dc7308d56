import TenonCore
import TenonNetworking
import TenonSecurity
import Testing
import WalletSyncRequests

@testable import WalletSyncServer  // A real server remembers 200,000 requests, too many for a test.

@Suite("The gate of a sync server")
struct SignatureGateTests {
    private static let time = Timestamp(milliseconds: 1_750_000_000_000)

    /// A signed request, each time by a key that nobody has seen.
    private func request() throws -> ServedRequest {
        let fields = try RequestSigner(.make()).fields(
            method: "GET", authority: "sync.example", path: "/v1", query: nil, body: [],
            date: HTTPDate.text(of: Self.time), seconds: Self.time.milliseconds / 1_000)
        return ServedRequest(
            method: "GET", authority: "sync.example", path: "/v1", fields: fields)
    }

    @Test("takes a request once, and remembers no more of them than it has room for")
    func memory() throws {
        let gate = SignatureGate(requestsPerMinute: 60, memoryLimit: 10) { Self.time }
        let requests = try (0..<30).map { _ in try request() }
        for request in requests { _ = try gate.caller(of: request) }
        // The last ten at least.
        for request in requests.suffix(10) {
            #expect(throws: ProblemDocument.replayed) { try gate.caller(of: request) }
        }
        // An older one only reads again; what changes something is remembered in the database.
        #expect(throws: Never.self) { try gate.caller(of: requests[0]) }
    }
}
