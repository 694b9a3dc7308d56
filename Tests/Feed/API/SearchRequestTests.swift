import FeedAPI
import FeedTestSupport
import Testing

@Suite("A search")
struct SearchRequestTests {
    @Test("for a whole handle goes to the server of that handle, and other words do not")
    func handles() async throws {
        let server = try RawServer { _, _ in [.json(#"{"accounts": []}"#)] }
        try await RealNetwork.run { networker in
            let client = try FeedClient(server.address(), networker)
            for words in ["ana", "@ana", "#fog", "@ana@example.org", "ana@example.org"] {
                _ = try await client.search(words)
            }
            let isResolved = server.requests.map { $0.target.contains("resolve=true") }
            #expect(isResolved == [false, false, false, true, true])
        }
    }
}
