import FeedAPI
import FeedTestSupport
import TenonNetworking
import Testing

@Suite("A stream of events")
struct StreamTests {
    private static let head = "HTTP/1.1 200 OK\nContent-Type: text/event-stream\n\n"
    private static let post = #"{"id": 5, "account": {"id": 7, "username": "ana"}}"#

    @Test("is come back to with the name of the last event, and begins with what happened before")
    func again() async throws {
        let server = try RawServer { number, _ in
            number == 1
                ? [
                    .send(
                        Self.head
                            + "retry: 1\nid: 41\nevent: update\ndata: \(Self.post)\n\nid: 42\nevent: de"
                    ),
                    .close,
                ]
                : [
                    .send(
                        Self.head + ":thump\nevent: new-kind\ndata: x\n\nevent: delete\ndata: 5\n\n"
                    ),
                    .pause(.seconds(600)),
                ]
        }
        try await RealNetwork.run { networker in
            let client = try FeedClient(server.address(), networker)
            var events: [FeedEvent] = []
            for try await event in client.events(of: .person) {
                events.append(event)
                if case .deleted = event { break }
            }
            #expect(events.count == 5)
            #expect(events.filter { $0 == .connected }.count == 2)
            #expect(events[2] == .cut)
            guard case .posted(let post) = events[1] else {
                Issue.record("The second event is \(events[1]).")
                return
            }
            #expect(post.id.text == "5")
            #expect(events.last == .deleted(post.id))
            #expect(server.requests.map(\.target).allSatisfy { $0 == "/api/v1/streaming/user" })
            #expect(server.requests.map { $0.fields["last-event-id"] } == [nil, "41"])
            #expect(server.requests.first?.fields["authorization"] == "Bearer token-of-ana")
        }
    }

    @Test("ends for good when the person is signed out")
    func signedOut() async throws {
        let server = try RawServer { _, _ in [.json("{}", status: "401 Unauthorized")] }
        try await RealNetwork.run { networker in
            let client = try FeedClient(server.address(), networker)
            let error = await feedError { for try await _ in client.events(of: .everyone) {} }
            #expect(error?.isSignedOut == true)
            #expect(server.requests.count == 1)
        }
    }

    @Test("is at another host: it is asked for at the server itself, and the token stays there")
    func elsewhere() async throws {
        let other = try RawServer { _, _ in [.json("{}", status: "401 Unauthorized")] }
        let server = try RawServer { _, _ in [.json("{}", status: "401 Unauthorized")] }
        try await RealNetwork.run { networker in
            let client = try FeedClient(server.address(), networker)
            let address = try WebAddress(other.address())
            _ = await feedError {
                for try await _ in client.events(of: .person, at: address) {}
            }
            #expect(server.requests.count == 1)
            #expect(other.requests.isEmpty)
        }
    }
}
