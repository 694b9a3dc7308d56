import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite("What comes to a session from outside")
struct PushInboxTests {
    /// Refuses one location.
    private struct Policy: RoutePolicy {
        func verdict(on request: RouteRequest) -> RouteVerdict {
            request.location == .at("users") ? .refused(reason: "Ask Ada.") : .allowed
        }
    }

    private func world() async throws -> World {
        try await World(
            [Stub("a"), Stub("b"), Stub("item:{id:int}"), Stub("users")], policies: [Policy()],
            at: "a")
    }

    private func payload(_ urn: String, alert: String = "") -> [UInt8] {
        Array(#"{"aps": {"alert": "\#(alert)", "urn": "\#(urn)"}}"#.utf8)
    }

    @Test("opens in the session that began last, with its words as a notice")
    func opens() async throws {
        let world = try await world()
        let host = SessionHost(world.pilot.application.container)
        let first = try await host.openSession(at: .at("a"))
        let second = try await host.openSession(at: .at("a"))
        var events = second.events().makeAsyncIterator()
        #expect(host.take(payload("b", alert: #"Hello,\n\u001b[31mAda"#)) == nil)
        await second.settle()
        #expect(second.screen?.location == .at("b"))
        #expect(first.screen?.location == .at("a"))
        var notice: Notice?
        while notice == nil, let event = await events.next() {
            if case .notice(let found) = event { notice = found }
        }
        #expect(notice?.text.hasPrefix("Hello,") == true)
        #expect(notice?.text.unicodeScalars.contains { $0.value < 32 } == false)
        first.end()
        second.end()
    }

    @Test("what leads nowhere has the words and the code of its reason, and changes nothing")
    func refused() async throws {
        let world = try await world()
        let host = SessionHost(world.pilot.application.container)
        #expect(host.take(payload("b"))?.code == .sessionEnded)
        let session = try await host.openSession(at: .at("a"))
        let cases: [([UInt8], ErrorCode, String)] = [
            (payload("users"), .locationRefused, "Ask Ada."),
            (payload("nowhere"), .locationUnknown, "There is nothing at \"nowhere\"."),
            (payload("item:x"), .locationBadArgument, "\"item:x\" has a wrong argument"),
            (payload(""), .locationMalformed, "\"\" is not a location."),
            (Array("[]".utf8), .pushMalformed, "The payload of a push message is malformed."),
        ]
        for (payload, code, words) in cases {
            let refusal = host.take(payload)
            #expect(refusal?.code == code)
            #expect(refusal?.description.hasPrefix(words) == true)
        }
        await session.settle()
        #expect(session.screen?.location == .at("a"))
        session.end()
        #expect(host.take(payload("b"))?.code == .sessionEnded)
    }

    @Test("a message without a location only says its words")
    func words() async throws {
        let world = try await world()
        let host = SessionHost(world.pilot.application.container)
        let session = try await host.openSession(at: .at("a"))
        #expect(host.take(Array(#"{"aps": {}}"#.utf8)) == nil)
        await session.settle()
        #expect(session.screen?.location == .at("a"))
        session.end()
    }
}
