import Synchronization
import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite("Moments on screens") struct MomentTests {
    private static func facts(_ moment: Moment) -> Block {
        .facts(FactsBlock(id: "f", facts: [Fact(id: "m", label: "M", value: .moment(moment))]))
    }

    private static func rows(_ moment: Moment) -> Block {
        var row = Row(id: "r", title: "R")
        row.moment = moment
        return .list(ListBlock(id: "l", rows: [row]))
    }

    private static func moments(of screen: Screen?) -> [String] {
        (screen?.allBlocks ?? []).flatMap { block -> [String] in
            if case .list(let list) = block { return list.rows.compactMap { $0.moment?.text } }
            guard case .facts(let facts) = block else { return [] }
            return facts.facts.compactMap { fact in
                if case .moment(let moment) = fact.value { moment.text } else { nil }
            }
        }
    }

    @Test("the session puts them into words, in facts and on rows, also in groups")
    func words() async throws {
        let moment = Moment(ManualClock().now().advanced(by: .seconds(-300)))
        let group = GroupBlock(id: "g", title: "G", blocks: [Self.facts(moment)])
        let stub = Stub("a") { $0.blocks = [.group(group), Self.rows(moment)] }
        let world = try await World([stub], at: "a")
        #expect(Self.moments(of: world.session.screen) == ["5 minutes ago", "5 minutes ago"])
        world.pilot.clock.advance(by: .seconds(60))
        try world.scene("a").change { $0.title = "b" }
        #expect(Self.moments(of: world.session.screen) == ["6 minutes ago", "6 minutes ago"])
    }

    /// Waits until it is told to go on, and says for how long it would have waited.
    private final class Sleep: Sendable {
        let waits = AsyncStream<Duration>.makeStream()
        let wakes = AsyncStream<Void>.makeStream()

        @Sendable func callAsFunction(_ duration: Duration) async throws {
            waits.continuation.yield(duration)
            for await _ in wakes.stream { break }
            try Task.checkCancellation()
        }
    }

    @Test("they are shown again when the first words are out of date, a minute later at least")
    func timer() async throws {
        let sleep = Sleep()
        let timer = MomentTimer { try await sleep($0) }
        let told = AsyncStream<Set<Int>>.makeStream()
        let now = Timestamp(seconds: 1000)
        timer.expect(nil, of: 1, now: now) { told.continuation.yield($0) }
        timer.expect(now.advanced(by: .seconds(90)), of: 2, now: now) {
            told.continuation.yield($0)
        }
        var waits = sleep.waits.stream.makeAsyncIterator()
        #expect(await waits.next() == .seconds(90))
        // What is due later changes nothing, and what is gone is not waited for.
        timer.expect(now.advanced(by: .seconds(500)), of: 3, now: now) {
            told.continuation.yield($0)
        }
        timer.forget([3])
        sleep.wakes.continuation.yield()
        var sets = told.stream.makeAsyncIterator()
        #expect(await sets.next() == [2])
        timer.expect(now.advanced(by: .seconds(5)), of: 2, now: now) {
            told.continuation.yield($0)
        }
        #expect(await waits.next() == .seconds(60))
    }
}
