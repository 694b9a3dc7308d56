import Foundation
import TenonCore
import TestSupport
import Testing

@Suite("Reading and writing of JSON")
struct JSONReaderTests {
    private func read(_ text: String, replacingHalves: Bool = false) throws -> JSONValue {
        try JSONReader.read(SecretText(text), replacingHalves: replacingHalves)
    }

    private func written(_ text: String) throws -> String {
        try read(text).written.reveal()
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

    @Test("reads every kind of value")
    func kinds() throws {
        let value = try read(#" {"a": [1, -2.5e+3, true, false, null], "b": {}, "c": ""} "#)
        let numbers: [JSONValue] = [
            .number(1), .number("-2.5e+3"), .bool(true), .bool(false), .null,
        ]
        #expect(
            value
                == .object([
                    .init("a", .array(numbers)), .init("b", .object([])), .init("c", .string("")),
                ]))
    }

    @Test(
        "escapes mean what RFC 8259 says",
        arguments: [
            (#""\" \\ \/ \b \f \n \r \t""#, "\" \\ / \u{8} \u{C} \n \r \t"),
            (#""\u00e9\u6771\ud83d\ude00\uD83D\uDD11""#, "é東😀🔑"), (#""é東😀""#, "é東😀"),
        ])
    func escapes(_ json: String, _ text: String) throws {
        #expect(try read(json).string == text)
    }

    @Test("half a pair becomes a replacement character, if that is wanted")
    func halves() throws {
        #expect(try read(#""\uD83Dx""#, replacingHalves: true).string == "\u{FFFD}x")
        #expect(try read(#""\uDD11\u0041""#, replacingHalves: true).string == "\u{FFFD}A")
        #expect(try read(#""\uD83D\u0041""#, replacingHalves: true).string == "\u{FFFD}A")
    }

    @Test("reads a long text with many escapes")
    func longText() throws {
        let text = String(repeating: "é\n\"\\", count: 5000)
        let json = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
        #expect(try read(json) == .string(text))
    }

    @Test("the last member of a name counts, null is as good as absent")
    func members() throws {
        let value = try read("{\"a\":1,\"a\":2,\"b\":null}")
        #expect(value["a"] == .number(2) && value["b"] == nil && value["c"] == nil)
        #expect(try read("\"x\"")["a"] == nil)
    }

    @Test(
        "what is no JSON is refused with its line",
        arguments: [
            "", "nul", "01", "1.", "-", "1e", "+1", "'a'", "\"a", "\"\\x\"", "\"\\u12g4\"",
            "\"\u{1}\"", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "1 2",
            "[1", "{\"a\":1", "\u{FEFF}", "[,1]", "NaN", "{", "{\"a\" 1}", ".5", "tru", "//",
            "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"\\",
            String(repeating: "1", count: 401),
        ])
    func malformed(text: String) {
        let error = #expect(throws: JSONError.self) { try read("\n" + text) }
        #expect(error?.line == 2, "\(text)")
    }

    @Test("nesting has an end, and bytes that are no UTF-8 are refused")
    func limits() throws {
        let deep = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
        let most = JSONReader.depthLimit
        #expect(try written(deep(most)) == deep(most))
        #expect(throws: JSONError.self) { try read(deep(most + 1)) }
        #expect(throws: JSONError.self) { try read(deep(1_000_000)) }
        let bytes: [UInt8] = [0x22, 0xC3, 0x28, 0x22]
        #expect(throws: JSONError.self) { try JSONReader.read(SecretText(utf8: bytes)) }
        #expect(
            try JSONReader.read(SecretText(utf8: [0xEF, 0xBB, 0xBF, 0x31])) == .number("1"))
    }

    @Test("says where it gave up and nothing of the text, and on which line a member is")
    func places() throws {
        let error = #expect(throws: JSONError.self) { try read(#"{"secret":"hunter2" x"#) }
        #expect(error?.position == 21)
        #expect(error.map { "\($0)".contains("hunter2") } == false)
        let members = try read("{\"a\":\n1,\r\n\n\"b\":\n2}").members
        #expect(members.map(\.line) == [1, 4])
    }

    @Test("agrees with Foundation on mangled lines")
    func agreement() throws {
        let sample = Array(#"{"a":[1,-2.5e3,"x\n\u00e9",true],"b":{"c":null}}"#.utf8)
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<3000 {
            var bytes = sample
            for _ in 0..<Int.random(in: 1...2, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = sample.randomElement(using: &generator) ?? 0
            }
            let isOurs = (try? JSONReader.read(SecretText(utf8: bytes))) != nil
            let isTheirs =
                (try? JSONSerialization.jsonObject(
                    with: Data(bytes), options: .fragmentsAllowed)) != nil
            if isOurs { #expect(isTheirs, "\(String(decoding: bytes, as: UTF8.self))") }
        }
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
            #expect(try JSONReader.read(value.written) == value)
        }
        #expect(good > 100)
    }
}
