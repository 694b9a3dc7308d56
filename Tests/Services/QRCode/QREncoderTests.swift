import Foundation
import TenonCore
import TenonQRCode
import TestSupport
import Testing

@Suite("QR codes") struct QREncoderTests {
    private let encoder = QREncoder()

    /// What a camera reads.
    private func read(_ code: QRCode) async throws -> [String] {
        let margin = QRCode.quietZone
        let width = (code.size + 2 * margin) * 4
        let pixels = (0..<width * width).map { place -> UInt8 in
            let (row, column) = (place / width / 4 - margin, place % width / 4 - margin)
            return code.isDark(column: column, row: row) ? 0 : 255
        }
        let folder = try TemporaryFolder()
        let file = "\(folder.path)/code.pgm"
        try (Data("P5 \(width) \(width) 255\n".utf8) + pixels).write(to: URL(filePath: file))
        return try await CodeReader.texts(inPicture: file)
    }

    @Test(
        "A camera reads the text",
        arguments: [
            "x", "HELLO 123", "https://bees.example.com/?hive=12&name=J%C3%BCrgen",
            "otpauth://totp/Bank:ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Bank",
            String(repeating: "wallet-sync:abcdefghijklmnop", count: 30),
        ])
    func reads(text: String) async throws {
        let code = try #require(encoder.code(of: SecretText(text)))
        #expect(try await read(code) == [text])
    }

    @Test("The smallest square that has room is taken")
    func sizes() {
        // ISO/IEC 18004, table 7: bytes at level M in versions 1, 2 and 40.
        for (count, size) in [(1, 21), (14, 21), (15, 25), (26, 25), (2331, 177)] {
            let text = SecretText(utf8: [UInt8](repeating: 0x61, count: count))
            #expect(encoder.code(of: text)?.size == size)
        }
    }

    @Test("There is no code of nothing, nor of more than fits one")
    func limits() {
        #expect(encoder.code(of: SecretText("")) == nil)
        #expect(encoder.code(of: SecretText(utf8: [UInt8](repeating: 0x61, count: 2332))) == nil)
    }

    @Test("Modules that are no square are no code, and all beyond the square are light")
    func square() throws {
        for count in [0, 2, 3, 5] {
            #expect(QRCode(dark: Array(repeating: true, count: count)) == nil)
        }
        let code = try #require(QRCode(dark: [true, false, false, true]))
        #expect(code.size == 2)
        #expect(code.isDark(column: 0, row: 0) && code.isDark(column: 1, row: 1))
        #expect(!code.isDark(column: 1, row: 0) && !code.isDark(column: 0, row: 1))
        #expect(!code.isDark(column: 2, row: 1) && !code.isDark(column: -1, row: 0))
    }
}
