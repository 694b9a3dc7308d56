import TenonCore
import TenonTesting
import Testing

@Suite struct ManualClockTests {
    @Test("time stands still until it is told to go on")
    func advance() {
        let clock = ManualClock(start: Timestamp(seconds: 100))
        #expect(clock.now() == Timestamp(seconds: 100))
        #expect(clock.sinceBoot() == .zero)
        clock.advance(by: .milliseconds(1500))
        #expect(clock.now() == Timestamp(milliseconds: 101_500))
        #expect(clock.sinceBoot() == .milliseconds(1500))
    }

    @Test("sleepers wake when their time has come, not before")
    func sleep() async throws {
        let clock = ManualClock()
        let short = Task { try await clock.sleep(for: .seconds(1)) }
        let long = Task { try await clock.sleep(for: .seconds(10)) }
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(5))
        try await short.value
        #expect(clock.sleepers == 1)
        clock.advance(by: .seconds(5))
        try await long.value
        #expect(clock.sleepers == 0)
    }

    @Test("a sleeper that is cancelled wakes with an error, at once or before it sleeps")
    func cancellation() async throws {
        let clock = ManualClock()
        let sleeping = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers()
        sleeping.cancel()
        await #expect(throws: CancellationError.self) { try await sleeping.value }
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            try await clock.sleep(for: .seconds(1))
        }
        late.cancel()
        await #expect(throws: CancellationError.self) { try await late.value }
        #expect(clock.sleepers == 0)
    }

    @Test("no time at all is no sleep")
    func zero() async throws {
        try await ManualClock().sleep(for: .zero)
        try await ManualClock().sleep(for: .seconds(-1))
    }
}
