import TenonCore
import TenonUI
import Testing

@testable import TenonTerminal  // Other modules see the front end only.

@Suite("What a terminal sends")
struct InputDecoderTests {
    private func send(_ bytes: [UInt8], to decoder: inout InputDecoder) -> [InputEvent] {
        bytes.withUnsafeBytes { decoder.decode($0) }
    }

    private func decode(_ text: String, isFinal: Bool = true) -> [InputEvent] {
        var decoder = InputDecoder()
        var events = send(Array(text.utf8), to: &decoder)
        if isFinal { events += decoder.flush() }
        return events
    }

    @Test(
        "is a key, whatever the terminal",
        arguments: [
            ("a", KeyStroke(.character("a"))), ("é", KeyStroke(.character("é"))),
            ("日", KeyStroke(.character("日"))), ("😀", KeyStroke(.character("😀"))),
            ("\r", KeyStroke(.enter)), ("\t", KeyStroke(.tab)), ("\u{7F}", KeyStroke(.backspace)),
            ("\u{8}", KeyStroke(.backspace)), ("\u{1B}", KeyStroke(.escape)),
            ("\u{10}", KeyStroke(.character("p"), isControl: true)),
            ("\u{1B}s", KeyStroke(.character("s"), isAlt: true)),
            ("\u{1B}é", KeyStroke(.character("é"), isAlt: true)),
            ("\u{1B}[A", KeyStroke(.up)), ("\u{1B}OA", KeyStroke(.up)),
            ("\u{1B}[1;5C", KeyStroke(.right, isControl: true)),
            ("\u{1B}[Z", KeyStroke(.tab, isShift: true)),
            ("\u{1B}[1~", KeyStroke(.home)), ("\u{1B}[7~", KeyStroke(.home)),
            ("\u{1B}[H", KeyStroke(.home)), ("\u{1B}[4~", KeyStroke(.end)),
            ("\u{1B}[5~", KeyStroke(.pageUp)), ("\u{1B}[6~", KeyStroke(.pageDown)),
            ("\u{1B}[3~", KeyStroke(.delete)), ("\u{1B}OP", KeyStroke(.function(1))),
            ("\u{1B}[[A", KeyStroke(.function(1))), ("\u{1B}[15~", KeyStroke(.function(5))),
            ("\u{1B}[24~", KeyStroke(.function(12))),
            ("\u{1B}[", KeyStroke(.character("["), isAlt: true)),
            ("\u{1B}_", KeyStroke(.character("_"), isAlt: true)),
        ])
    func keys(_ text: String, _ stroke: KeyStroke) {
        #expect(decode(text) == [.key(stroke)])
    }

    @Test("is the same however it is cut into pieces")
    func pieces() {
        let text =
            "a\u{1B}[A日\u{1B}[<0;12;7M\u{1B}[200~pass\u{1B}[word\u{1B}[201~\u{1B}]11;rgb:ffff/0000/8080\u{1B}\\z"
        let whole = decode(text)
        #expect(whole.count == 7)
        #expect(whole.contains(.click(CellPoint(column: 11, row: 6))))
        #expect(whole.contains(.paste(SecretText("pass\u{1B}[word"))))
        #expect(whole.contains(.background(RGBColor(0xFF0080))))
        let bytes = Array(text.utf8)
        for size in 1...9 {
            var decoder = InputDecoder()
            var events: [InputEvent] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                let piece = Array(bytes[start..<min(bytes.count, start + size)])
                events += send(piece, to: &decoder)
            }
            events += decoder.flush()
            #expect(events == whole, "pieces of \(size)")
        }
    }

    @Test(
        "is the same however it is cut when a sequence is longer than any",
        arguments: ["[", "]", "_"])
    func longSequence(_ kind: String) {
        let text = "\u{1B}\(kind)\(String(repeating: "0", count: 100))A\u{7}z"
        let whole = decode(text)
        #expect(whole.last == .key(KeyStroke(.character("z"))))
        var decoder = InputDecoder()
        let events = text.utf8.flatMap { send([$0], to: &decoder) } + decoder.flush()
        #expect(events == whole)
    }

    @Test("is kept apart from an answer that has no end, and from Alt with its beginning")
    func unended() {
        let up = InputEvent.key(KeyStroke(.up))
        #expect(decode("\u{1B}_Gi=31\u{1B}[A") == [up])
        #expect(decode("\u{1B}]11;rgb:\u{1B}[A") == [up])
        let alt = InputEvent.key(KeyStroke(.character("_"), isAlt: true))
        #expect(decode("\u{1B}_\u{1B}[A") == [alt, up])
        #expect(decode("\u{1B}_X") == [alt, Self.key("X")])
        let long = "\u{1B}_G" + String(repeating: "0", count: 100) + "\u{1B}[A"
        #expect(decode(long) == [up])
    }

    @Test(
        "says what pictures it can show",
        arguments: [
            ("\u{1B}_Gi=31;OK\u{1B}\\", TerminalAnswer.kitty(isTaken: true)),
            ("\u{1B}_Gi=31;ENOTSUPPORTED:no\u{1B}\\", .kitty(isTaken: false)),
            ("\u{1B}[?62;4;22c", .attributes(hasSixels: true)),
            ("\u{1B}[?64;1;2;6;9;15;18;21;22c", .attributes(hasSixels: false)),
            // The first number is what the terminal is, and not what it can do.
            ("\u{1B}[?4c", .attributes(hasSixels: false)),
            ("\u{1B}[6;20;10t", .cell(PictureSize(width: 10, height: 20))),
        ])
    func answers(_ text: String, _ answer: TerminalAnswer) {
        #expect(decode("a\(text)z") == [Self.key("a"), .answer(answer), Self.key("z")])
        for end in 1..<text.utf8.count {
            var decoder = InputDecoder()
            let bytes = Array(text.utf8)
            let events =
                send(Array(bytes[..<end]), to: &decoder) + send(Array(bytes[end...]), to: &decoder)
            #expect(events == [.answer(answer)], "cut at \(end)")
        }
    }

    @Test(
        "is no key when it answers what was asked",
        arguments: [
            "\u{1B}[?1;0;256S", "\u{1B}[?2;1;0S", "\u{1B}[?2026;2$y", "\u{1B}[4;480;800t",
            "\u{1B}_Gi=7;OK\u{1B}\\", "\u{1B}_Gi=31\u{1B}\\",
            "\u{1B}_Gi=31;\(String(repeating: "EINVAL:", count: 40))\u{1B}\\",
            "\u{1B}]4;\(String(repeating: "rgb:", count: 40))\u{7}",
        ])
    func noKeys(_ text: String) {
        #expect(decode("\(text)z") == [Self.key("z")])
        var decoder = InputDecoder()
        let events = text.utf8.flatMap { send([$0], to: &decoder) }
        #expect(events.isEmpty)
    }

    @Test("is read on when the end of a long answer never comes")
    func endless() {
        var decoder = InputDecoder()
        let start = send(Array("\u{1B}_G\(String(repeating: "a", count: 100))".utf8), to: &decoder)
        #expect(start.isEmpty)
        #expect(decoder.isWaiting)
        let flushed = decoder.flush()
        #expect(flushed.isEmpty)
        #expect(!decoder.isWaiting)
        let events = send(Array("z".utf8), to: &decoder)
        #expect(events == [Self.key("z")])
    }

    private static func key(_ character: Character) -> InputEvent {
        .key(KeyStroke(.character(character)))
    }

    @Test("is dropped when its numbers are none of a terminal")
    func absurdNumbers() {
        #expect(decode("\u{1B}[<0;\(Int.min);1M").isEmpty)
        #expect(decode("\u{1B}[<0;1;\(Int.min)M").isEmpty)
        #expect(decode("\u{1B}[1;\(Int.min)A") == [.key(KeyStroke(.up))])
    }

    @Test("is read on at once behind pasted bytes that are no text")
    func pastedBytes() {
        var decoder = InputDecoder()
        let bytes = Array("\u{1B}[200~a".utf8) + [0xFF] + Array("\u{1B}[201~x".utf8)
        #expect(send(bytes, to: &decoder) == [.key(KeyStroke(.character("x")))])
    }

    @Test("waits for what may follow an escape character, and no longer")
    func waiting() {
        var decoder = InputDecoder()
        #expect(send([0x1B], to: &decoder).isEmpty)
        #expect(decoder.isWaiting)
        let flushed = decoder.flush()
        #expect(flushed == [.key(KeyStroke(.escape))])
        #expect(!decoder.isWaiting)
    }

    @Test("is dropped when it means nothing")
    func nonsense() {
        #expect(decode("\u{1B}[?62;h").isEmpty)
        #expect(decode("\u{1B}[<0;1;1m").isEmpty)
        #expect(decode("\u{1B}]52;c;AAAA\u{7}x") == [.key(KeyStroke(.character("x")))])
        var decoder = InputDecoder()
        #expect(send([0xFF, 0xC0, 0x61], to: &decoder) == [.key(KeyStroke(.character("a")))])
    }

    @Test("never stops the decoder, whatever it is")
    func anything() {
        var generator = SystemRandomNumberGenerator()
        let alphabet: [UInt8] = [
            0x1B, 0x5B, 0x5D, 0x3C, 0x3B, 0x30, 0x32, 0x7E, 0x4D, 0x41, 0xC3, 0xA9, 0x5F,
            0x47, 0x5C, 0x3F, 0x63, 0x74,
        ]
        for _ in 0..<3000 {
            var decoder = InputDecoder()
            for _ in 0..<Int.random(in: 1...6) {
                let bytes = (0..<Int.random(in: 0...12)).compactMap { _ in
                    alphabet.randomElement(using: &generator)
                }
                _ = send(bytes, to: &decoder)
            }
            _ = decoder.flush()
            let rest = decoder.flush()
            #expect(rest.isEmpty)
        }
    }
}
