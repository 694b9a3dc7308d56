import TenonWeb
import Testing

@Suite("The start token")
struct StartTokenTests {
    @Test("works once")
    func once() {
        let token = StartToken()
        #expect(token.exchange(token.key.text) == .accepted)
        #expect(token.exchange(token.key.text) == .used)
    }

    @Test("has at least 128 bits and differs every time")
    func random() {
        let tokens = Set((0..<100).map { _ in StartToken().key.text })
        #expect(tokens.count == 100)
        #expect(tokens.allSatisfy { $0.count * 6 >= 256 })
    }

    @Test("is locked for a while after wrong attempts, and free again afterwards")
    func lockOut() {
        let token = StartToken()
        let now = ContinuousClock.now
        for _ in 0..<5 { #expect(token.exchange("wrong", now: now) == .wrong) }
        #expect(token.exchange(token.key.text, now: now + .seconds(19)) == .lockedOut)
        #expect(token.exchange(token.key.text, now: now + .seconds(20)) == .accepted)
    }

    @Test("matches itself only")
    func matches() {
        let key = RandomKey(bits: 128)
        #expect(key.matches(key.text))
        #expect(!key.matches(""))
        #expect(!key.matches(key.text.dropLast()))
        #expect(!key.matches(key.text + "a"))
        #expect(!key.matches(String(key.text.dropLast()) + "!"))
        #expect(key.text.utf8.count == 22)
    }
}
