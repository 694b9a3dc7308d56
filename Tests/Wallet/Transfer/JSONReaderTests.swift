import TenonCore
import TestSupport
import Testing

@testable import WalletTransfer

@Suite("Reading and writing of JSON")
struct JSONReaderTests {
    private func read(_ text: String) throws -> JSONValue { try JSONReader.read(SecretText(text)) }

    private func written(_ text: String) throws -> String {
        try read(text).encoded.text.reveal()
    }

    @Test(
        "values come back as they were",
        arguments: [
            "null", "true", "false", "0", "-12.5e+3", "\"\"", "[]", "{}", "[1,[2,{\"a\":null}]]",
            "{\"b\":1,\"a\":[true,\"x\"],\"b\":2}", "\"é 日本 🔑\"", "\"a\\\"b\\\\c\\nd\\u0001\"",
        ])
    func roundTrip(text: String) throws {
        #expect(try written(text) == text)
        #expect(try written(" \n\t\(text)\r\n ") == text)
    }

    @Test("escapes mean what RFC 8259 says, and half a pair becomes a replacement character")
    func escapes() throws {
        #expect(try read(#""\/\b\f\n\r\t\u00e9\uD83D\uDD11""#).text == "/\u{8}\u{C}\n\r\té🔑")
        #expect(try read(#""\uD83Dx""#).text == "\u{FFFD}x")
        #expect(try read(#""\uDD11\u0041""#).text == "\u{FFFD}A")
        #expect(try read(#""\uD83D\u0041""#).text == "\u{FFFD}A")
    }

    @Test("the last member of a name counts, null is as good as absent")
    func members() throws {
        let value = try read("{\"a\":1,\"a\":2,\"b\":null}")
        #expect(value["a"]?.integer == 2 && value["b"] == nil && value["c"] == nil)
        #expect(try read("\"x\"")["a"] == nil)
    }

    @Test(
        "what is no JSON is refused with its line",
        arguments: [
            "", "nul", "01", "1.", "-", "1e", "+1", "'a'", "\"a", "\"\\x\"", "\"\\u12g4\"",
            "\"\u{1}\"", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "1 2",
            "[1", "{\"a\":1", "\u{FEFF}", "[,1]", "NaN",
        ])
    func malformed(text: String) {
        let error = #expect(throws: JSONReader.Malformed.self) { try read("\n" + text) }
        #expect(error?.line == 2, "\(text)")
    }

    @Test("nesting has an end, and bytes that are no UTF-8 are refused")
    func limits() throws {
        let deep = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
        #expect(try written(deep(64)) == deep(64))
        #expect(throws: JSONReader.Malformed.self) { try read(deep(66)) }
        #expect(throws: JSONReader.Malformed.self) { try read(deep(1_000_000)) }
        let bytes: [UInt8] = [0x22, 0xC3, 0x28, 0x22]
        #expect(throws: JSONReader.Malformed.self) { try JSONReader.read(SecretText(utf8: bytes)) }
        #expect(
            try JSONReader.read(SecretText(utf8: [0xEF, 0xBB, 0xBF, 0x31])) == .number("1"))
    }

    @Test("random damage never crashes, and what is read can be written and read again")
    func damage() throws {
        let whole = Array(#"{"a":[1,-2.5e3,"x\u00e9\n",{"b":null,"c":true}],"d":"日本"}"#.utf8)
        var generator = SeededGenerator(seed: 3)
        var good = 0
        for _ in 0..<50_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
            guard let value = try? JSONReader.read(SecretText(utf8: bytes)) else { continue }
            good += 1
            #expect(try JSONReader.read(value.encoded.text) == value)
        }
        #expect(good > 100)
    }
}
