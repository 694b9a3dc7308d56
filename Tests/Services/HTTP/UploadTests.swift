import HTTPTypes
import Synchronization
import TenonCore
import TenonNetworking
import TestSupport
import Testing

@testable import TenonHTTP  // When a reply comes cannot be chosen from outside.

@Suite("What is sent", .serialized)
struct UploadTests {
    /// How many bytes the network had taken, each time that it was told.
    private final class Counts: Sendable {
        private let state = Mutex<[Int]>([])

        var all: [Int] { state.withLock(\.self) }

        func add(_ count: Int) { state.withLock { $0.append(count) } }
    }

    @Test("arrives whole, and says how far it is, up to its end")
    func progress() async throws {
        let counts = Counts()
        let body = [UInt8](repeating: 120, count: 300_001)
        try await MisbehavingServer.run { _, _ in
            [.send("HTTP/1.1 200 OK\nContent-Length: 2\n\nok")]
        } _: { server in
            try await HTTPNetworker.run { networker in
                var call = NetworkCall(.post, try server.address(), body: body)
                call.sent = { counts.add($0) }
                #expect(try await networker.perform(call).isSuccess)
                let request = try #require(server.requests.first)
                #expect(Array(request.body.utf8) == body)
                #expect(request.fields["content-length"] == "300001")
            }
        }
        #expect(counts.all == counts.all.sorted() && counts.all.count > 3)
        #expect(counts.all.last == body.count)
    }

    @Test("is all taken when the reply comes after the last piece, and not before")
    func reply() async throws {
        let lengths = [
            0: [], 4: [65_536, 131_072, 196_608],
            5: [65_536, 131_072, 196_608, 262_144, 300_001],
        ]
        for (count, taken) in lengths {
            let counts = Counts()
            let pieces = UploadPieces(of: [UInt8](repeating: 120, count: 300_001)) {
                counts.add($0)
            }
            var iterator = pieces.makeAsyncIterator()
            for _ in 0..<count { #expect(await iterator.next() != nil) }
            pieces.noteReply()
            pieces.end()
            _ = await iterator.next()
            #expect(counts.all == taken)
        }
    }

    @Test("is counted as the network takes it, not as it is handed over")
    func unread() async throws {
        let counts = Counts()
        let body = [UInt8](repeating: 120, count: 64 << 20)
        try await SilentListener.run(reads: false) { port in
            try await HTTPNetworker.run { networker in
                var call = NetworkCall(
                    .post, try WebAddress("http://127.0.0.1:\(port)/"), body: body,
                    idleTimeout: .seconds(5))
                call.sent = { counts.add($0) }
                #expect(await networker.error(of: call)?.code == .networkTimedOut)
            }
        }
        let last = try #require(counts.all.last)
        // What both ends of the connection hold is taken, too.
        #expect(last < 32 << 20)
    }
}
