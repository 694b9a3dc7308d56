import TenonCore
import TenonUI
import Testing

@Suite("A QR code in half blocks")
struct QRCodeTextTests {
    private let code = QRCode(dark: [true, false, true, true, true, false, false, false, true])

    @Test("has its quiet zone, and two rows of modules in a line")
    func lines() throws {
        let code = try #require(code)
        #expect(code.columns == 11)
        #expect(code.lineCount == 6)
        #expect(
            code.lines(isInkDark: true) == [
                "           ", "           ", "    █▄▀    ", "      ▀    ", "           ",
                "           ",
            ])
    }

    @Test("is the same with the ink where it is light, the quiet zone included")
    func inverted() throws {
        let lines = try #require(code).lines(isInkDark: false)
        #expect(lines[1] == "███████████")
        #expect(lines[2] == "████ ▀▄████")
        #expect(lines[5].allSatisfy { "█▀".contains($0) })
    }

    @Test("is black on white where there are colours, and light ink where there are none")
    func terminal() throws {
        let code = try #require(code)
        #expect(code.terminalLines(isColored: true)[2] == "\u{1B}[30;107m    █▄▀    \u{1B}[0m")
        #expect(code.terminalLines(isColored: false) == code.lines(isInkDark: false))
    }
}
