import TenonCore
import TenonTesting
import Testing

@Suite struct MemoryTwinTests {
    @Test("the clipboard clears itself after a while")
    func clears() async throws {
        let clock = ManualClock()
        let clipboard = MemoryClipboard(clock: clock)
        try await clipboard.copy(SecretText("one"), clearAfter: .seconds(60))
        await clock.waitForSleepers()
        clock.advance(by: .seconds(59))
        #expect(clipboard.content == SecretText("one"))
        clock.advance(by: .seconds(1))
        while clipboard.content != nil { await Task.yield() }
        #expect(clipboard.copies == 1)
    }

    @Test("what was copied later is left alone")
    func later() async throws {
        let clock = ManualClock()
        let clipboard = MemoryClipboard(clock: clock)
        try await clipboard.copy(SecretText("one"), clearAfter: .seconds(60))
        try await clipboard.copy(SecretText("two"), clearAfter: .seconds(120))
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(60))
        #expect(clock.sleepers == 1)
        #expect(clipboard.content == SecretText("two"))
        await clipboard.clear()
        #expect(clipboard.content == nil)
    }

    @Test("links remember what was opened")
    func links() async throws {
        let links = MemoryLinks()
        try await links.open("https://example.com/a")
        try await links.open("https://example.com/b")
        #expect(links.addresses == ["https://example.com/a", "https://example.com/b"])
    }
}
