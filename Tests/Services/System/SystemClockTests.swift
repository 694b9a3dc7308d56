import Foundation
import TenonCore
import TenonSystem
import Testing

@Suite struct SystemClockTests {
    private let clock = SystemClock()

    @Test("the time of day is that of the system")
    func now() {
        let before = Int64(Date().timeIntervalSince1970 * 1000) - 1
        let now = clock.now().milliseconds
        let after = Int64(Date().timeIntervalSince1970 * 1000) + 1
        #expect((before...after).contains(now))
    }

    @Test("the time since boot is that of the kernel and never goes back")
    func sinceBoot() throws {
        let first = clock.sinceBoot()
        let text = try String(contentsOfFile: "/proc/uptime", encoding: .utf8)
        let uptime = try #require(text.split(separator: " ").first.flatMap { Double($0) })
        let second = clock.sinceBoot()
        // The kernel tells hundredths of seconds, cut off.
        #expect(first <= .seconds(uptime + 0.01))
        #expect(second >= .seconds(uptime))
    }

    @Test("sleeping takes at least as long as it should")
    func sleep() async throws {
        let start = clock.sinceBoot()
        try await clock.sleep(for: .milliseconds(30))
        #expect(clock.sinceBoot() - start >= .milliseconds(30))
    }

    @Test("a cancelled sleep ends at once, by throwing")
    func cancellation() async {
        let task = Task { try await clock.sleep(for: .seconds(1_000_000)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
