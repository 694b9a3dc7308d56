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

    @Test("refuses wrong attempts for a while after five, and takes the right one even then")
    func lockOut() {
        let token = StartToken()
        // Time: any moment; the others are counted from it.
        let now = ContinuousClock.now
        for _ in 0..<5 { #expect(token.exchange("wrong", now: now) == .wrong) }
        #expect(token.exchange("wrong", now: now + .seconds(29)) == .lockedOut)
        #expect(token.exchange("wrong", now: now + .seconds(30)) == .wrong)
        for _ in 0..<5 { _ = token.exchange("wrong", now: now + .seconds(30)) }
        #expect(token.exchange(token.key.text, now: now + .seconds(21)) == .accepted)
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
