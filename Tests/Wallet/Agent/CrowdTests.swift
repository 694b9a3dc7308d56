import Foundation
import Synchronization
import TestSupport
import Testing
import WalletAgentLink

@testable import WalletAgent  // Other modules see its socket only.

@Suite("AgentServer and many clients")
struct CrowdTests {
    private func limits(_ connections: Int) -> AgentLimits {
        var limits = AgentLimits()
        limits.connections = connections
        return limits
    }

    @Test("who does nothing makes room for who comes, and learns that nothing was read")
    func makingRoom() async throws {
        let server = try EchoServer(limits(4))
        var clients: [AgentLink] = []
        for _ in 0..<64 { clients.append(try await server.client()) }
        // Who is sent away takes its place for as long as it takes to leave.
        try await until { server.server.count <= 4 }
        #expect(try await server.isServing())
        // Each of them learns it, not only most of them.
        var dismissed = 0
        for client in clients {
            do {
                #expect(try await server.isServing(client))
            } catch {
                #expect(error as? LinkError == .dismissed)
                dismissed += 1
            }
        }
        #expect(dismissed > clients.count - 4)
        await server.stop()
        try await until { server.maker.ended == server.maker.vaults.count }
    }

    @Test("clients that say nothing make room, too")
    func silentCrowd() async throws {
        let server = try EchoServer(limits(4))
        let silent = try (0..<40).map { _ in try RawClient(server.place.socket) }
        #expect(try await server.isServing())
        withExtendedLifetime(silent) {}
        await server.stop()
    }

    @Test("clients that come without end do not keep those that are there from being served")
    func storm() async throws {
        // A client that waits for news keeps its place.
        let server = try EchoServer(limits(64), attachment: .news)
        let client = try await server.client()
        let end = Flag()
        defer { end.raise() }
        let path = server.place.socket
        async let first: Void = blocking { while !end.isUp { _ = try? RawClient(path) } }
        async let second: Void = blocking { while !end.isUp { _ = try? RawClient(path) } }
        // The storm ends when they have been served, and not before.
        let kinds = try await blocking {
            try (0..<20).map { _ in
                let frame = Frame(.call)
                frame.append("hello")
                try client.send(frame)
                return try client.receive(within: nil).kind
            }
        }
        end.raise()
        _ = try await (first, second)
        #expect(kinds == Array(repeating: .answer, count: 20))
        await server.stop()
    }

    @Test("where nobody can make room, who comes waits until there is some")
    func waiting() async throws {
        let server = try EchoServer(limits(4), attachment: .news)
        var clients: [AgentLink] = []
        for _ in 0..<4 { clients.append(try await server.client()) }
        let late = Task { try await server.isServing() }
        // Time: nothing tells that a fifth one is left waiting.
        try await Task.sleep(for: .milliseconds(600))
        #expect(server.maker.vaults.count == 4)
        clients.removeLast()
        #expect(try await late.value)
        await server.stop()
    }

    @Test("a thousand clients are connected at once, and each is answered")
    func thousand() async throws {
        raiseFileLimit()
        let server = try EchoServer()
        var clients: [AgentLink] = []
        for _ in 0..<600 { clients.append(try await server.client()) }
        #expect(server.server.count == 600)
        for client in clients.reversed() {
            #expect(try await server.isServing(client))
        }
        await server.stop()
    }

    @Test("more requests than there are threads are answered one after the other")
    func fewThreads() async throws {
        var limits = AgentLimits()
        limits.threads = 2
        let server = try EchoServer(limits)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 { group.addTask { try await server.isServing() } }
            for try await isServed in group { #expect(isServed) }
        }
        await server.stop()
    }

    @Test("a connection that is not used ends some day, unless its client waits for news")
    func idle() async throws {
        var limits = AgentLimits()
        limits.idle = 300
        let server = try EchoServer(limits)
        let client = try await server.client()
        await #expect(throws: LinkError.dismissed) {
            try await blocking { _ = try client.listen() }
        }
        await server.stop()
        let other = try EchoServer(limits, attachment: .news)
        let listener = try await other.client()
        // Time: nothing tells that it was looked at and kept; this is four times the limit.
        try await Task.sleep(for: .milliseconds(1200))
        #expect(other.server.count == 1)
        withExtendedLifetime(listener) {}
        await other.stop()
    }

    @Test("steps that the client does not go on with are let go of")
    func abandonedSteps() async throws {
        var limits = AgentLimits()
        limits.batch = 300
        let server = try EchoServer(limits, attachment: .steps)
        let client = try await server.client()
        await #expect(throws: LinkError.closed) {
            try await blocking { _ = try client.listen() }
        }
        await server.stop()
    }

    @Test("who waits for a long answer hears that the agent lives")
    func pulse() async throws {
        var limits = AgentLimits()
        limits.pulse = 250
        let server = try EchoServer(limits)
        let kind = try await blocking {
            let link = try AgentLink(
                try server.place.connect(), client: "test", vault: "/vault", patience: 5000)
            try link.send(Frame(.call))
            return try link.receive(within: nil).kind
        }
        #expect(kind == .answer)
        await server.stop()
    }

    @Test("an agent that does not answer is not waited for without end")
    func silence() async throws {
        let folder = try EchoServer()
        await folder.stop()
        let place = folder.place
        let descriptor = try AgentPlace.makeSocket()
        defer { close(descriptor) }
        _ = try AgentPlace.withAddress(place.socket) { bind(descriptor, $0, $1) }
        #expect(chmod(place.socket, 0o600) == 0 && listen(descriptor, 1) == 0)
        // The queue of the second socket takes two; the third does not even get in.
        for _ in 0..<3 {
            await #expect(throws: LinkError.timedOut) {
                try await blocking {
                    _ = try AgentLink.connect(
                        at: place, client: "test", vault: "", startingAgent: false, patience: 200)
                }
            }
        }
    }
}

/// Says once and for all threads that something is over.
private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    var isUp: Bool { value.load(ordering: .relaxed) }

    func raise() { value.store(true, ordering: .relaxed) }
}
