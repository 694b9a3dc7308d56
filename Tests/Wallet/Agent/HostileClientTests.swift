import Foundation
import TestSupport
import Testing
import WalletAgentLink

@testable import WalletAgent  // Other modules see its socket only.

@Suite("AgentServer and clients that follow no rules")
struct HostileClientTests {
    /// Short times, so that what is too slow is soon too slow.
    private static let short = AgentLimits(hello: 300, frame: 300, answer: 300)

    /// A whole first frame.
    private static let hello = makeHello(of: "test")

    /// A whole first frame of a client with a name.
    private static func makeHello(of name: String) -> [UInt8] {
        var body: [UInt8] = [1]
        body += [UInt8(AgentLink.version), 0, 0, 0]
        body += [UInt8(name.utf8.count), 0, 0, 0] + Array(name.utf8)
        body += [2, 0, 0, 0] + Array("/v".utf8)
        return [UInt8(body.count), 0, 0, 0] + body
    }

    /// Waits until a client that follows the rules is served.
    ///
    /// Where all is slow, the short times may take a connection from such a client, too.
    private func expectServing(_ server: EchoServer) async throws {
        try await until("an answer to a new client") {
            (try? await server.isServing()) == true
        }
    }

    @Test("a client that says nothing loses its connection, and others are served meanwhile")
    func silence() async throws {
        let server = try EchoServer(Self.short)
        let silent = try RawClient(server.place.socket)
        try await expectServing(server)
        #expect(try await silent.readToEnd().isEmpty)
        try await expectServing(server)
        await server.stop()
    }

    @Test("a frame that is begun and not ended loses the connection", arguments: 1...8)
    func halfAFrame(count: Int) async throws {
        let server = try EchoServer(Self.short)
        let slow = try RawClient(server.place.socket)
        slow.send(Array(Self.hello[..<count]))
        _ = try await slow.readToEnd()
        let later = try RawClient(server.place.socket)
        later.send(Self.hello)
        later.send(Array([200, 0, 0, 0, 5][..<min(count, 5)]))
        _ = try await later.readToEnd()
        try await expectServing(server)
        try await until { server.server.count == 0 }
        await server.stop()
    }

    @Test("one byte at a time does not stretch the time for a frame")
    func drip() async throws {
        let server = try EchoServer(Self.short)
        // Time: at least this long; a busy machine takes longer.
        let start = ContinuousClock.now
        let slow = try RawClient(server.place.socket)
        let dripping = Task {
            for byte in Self.makeHello(of: String(repeating: "x", count: 200)) {
                slow.send([byte])
                // Time: the whole frame takes at least 40 times what it may.
                try await Task.sleep(for: .milliseconds(60))
            }
        }
        _ = try await slow.readToEnd()
        dripping.cancel()
        #expect(server.maker.vaults.isEmpty)
        #expect(start.duration(to: .now) > .milliseconds(250))
        await server.stop()
    }

    @Test(
        "garbage is refused with a word, or in silence",
        arguments: [
            [1, 0, 0, 0, 99], [0, 0, 0, 0], [255, 255, 255, 255], [5, 0, 0, 0, 1, 1, 0, 0, 0],
            [9, 0, 0, 0, 1, 1, 0, 0, 0, 255, 255, 255, 255], Array("GET / HTTP/1.1\r\n\r\n".utf8),
            [1, 0, 0, 0, 5], [1, 0, 0, 0, 66],
        ] as [[UInt8]])
    func garbage(bytes: [UInt8]) async throws {
        let server = try EchoServer(Self.short)
        let client = try RawClient(server.place.socket)
        client.send(bytes)
        _ = try await client.readToEnd()
        #expect(server.maker.vaults.isEmpty)
        try await expectServing(server)
        await server.stop()
    }

    @Test("random bytes never harm")
    func noise() async throws {
        let server = try EchoServer(Self.short)
        var random = SeededGenerator(seed: 31)
        for round in 0..<40 {
            let client = try RawClient(server.place.socket)
            if round % 2 == 0 { client.send(Self.hello) }
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...300, using: &random) {
                bytes.append(UInt8.random(in: 0...255, using: &random))
            }
            client.send(bytes)
        }
        try await expectServing(server)
        try await until { server.server.count == 0 }
        #expect(server.maker.ended == server.maker.vaults.count)
        await server.stop()
    }

    @Test("a length that is announced takes no memory before the bytes are there")
    func absurdLength() async throws {
        var limits = AgentLimits()
        limits.requestSize = Int(UInt32.max)
        let server = try EchoServer(limits)
        let before = try Self.memory()
        let clients = try (0..<20).map { _ in try RawClient(server.place.socket) }
        for client in clients {
            client.send(Self.hello)
            client.send([0, 0, 0, 240, 5, 1, 2, 3])
        }
        try await until { server.maker.vaults.count == 20 }
        #expect(try await server.isServing())
        // Together they have announced 75 GB.
        #expect(try Self.memory() - before < 16 << 30)
        await server.stop()
    }

    @Test("a client that sends and never reads is dropped, and others are served meanwhile")
    func neverReads() async throws {
        let server = try EchoServer(Self.short)
        let client = try RawClient(server.place.socket)
        client.send(Self.hello)
        let body = [UInt8](repeating: 7, count: 60_000)
        let size = withUnsafeBytes(of: UInt32(body.count + 1).littleEndian) { Array($0) }
        let frame = size + [5] + body
        for _ in 0..<50 {
            client.flood(frame, times: 100)
            try await expectServing(server)
        }
        try await until { server.server.count == 0 }
        await server.stop()
    }

    @Test("a client of another version is told so, and can still end the agent")
    func otherVersion() async throws {
        let server = try EchoServer()
        let refusal = try await blocking {
            let client = try server.place.connect()
            let hello = Frame(.hello)
            hello.append(AgentLink.version + 1)
            hello.append("something that only newer versions know")
            try client.send(hello, within: 1000)
            return try client.receive(upTo: 4096, startingWithin: nil).map(LinkError.Refusal.init)
        }
        #expect(refusal == AgentRefusal.otherVersion(AgentLink.version + 1))

        let answer = try await blocking {
            let client = try server.place.connect()
            try client.send(Frame(.stop), within: 1000)
            return try client.receive(upTo: 4096, startingWithin: nil)?.kind
        }
        #expect(answer == .answer)
        // The agent answers first, and ends then.
        try await until { server.maker.stops == 1 }
        await server.stop()
    }

    @Test("many clients at once are each answered")
    func manyAtOnce() async throws {
        let server = try EchoServer()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<32 { group.addTask { try await server.isServing() } }
            for try await isServed in group { #expect(isServed) }
        }
        await server.stop()
    }

    /// The memory that this process has asked for, used or not, in bytes.
    private static func memory() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return (Int(text.split(separator: " ")[0]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
