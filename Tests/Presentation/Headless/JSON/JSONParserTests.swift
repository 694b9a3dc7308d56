import Foundation
import TenonCore
import Testing

@testable import TenonHeadless

@Suite("The reader of JSON")
struct JSONParserTests {
    private func parse(_ text: String) throws -> JSONValue {
        try JSONParser.parse(SecretText(text))
    }

    @Test("reads every kind of value")
    func kinds() throws {
        let value = try parse(#" {"a": [1, -2.5e+3, true, false, null], "b": {}, "c": ""} "#)
        #expect(
            value
                == .object([
                    "a": .array([
                        .number("1"), .number("-2.5e+3"), .bool(true), .bool(false), .null,
                    ]), "b": .object([:]), "c": .text(SecretText("")),
                ]))
    }

    @Test(
        "reads every escape",
        arguments: [
            (#""\" \\ \/ \b \f \n \r \t""#, "\" \\ / \u{8} \u{C} \n \r \t"),
            (#""\u00e9\u6771\ud83d\ude00""#, "é東😀"), (#""é東😀""#, "é東😀"),
        ])
    func escapes(_ json: String, _ text: String) throws {
        #expect(try parse(json) == .text(SecretText(text)))
    }

    @Test("reads a long text with many escapes")
    func longText() throws {
        let text = String(repeating: "é\n\"\\", count: 5000)
        let json = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
        #expect(try parse(json) == .text(SecretText(text)))
    }

    @Test(
        "refuses what is no JSON",
        arguments: [
            "", "{", "[1,]", "{\"a\":1,}", "{a:1}", "{\"a\" 1}", "[1 2]", "01", "-", "1.", "1e",
            ".5",
            "+1", "tru", "nul", "\"abc", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"",
            "\"\\ud800\\u0041\"",
            "\"\\udc00\"", "\"a\u{1}b\"", "1 2", "NaN", "'a'", "{\"a\":1,\"a\":2}", "//",
        ])
    func refusals(_ json: String) {
        #expect(throws: JSONError.self) { try parse(json) }
    }

    @Test("refuses what is nested too deeply, however deeply")
    func depth() throws {
        let most = JSONParser.maximumDepth
        _ = try parse(String(repeating: "[", count: most) + String(repeating: "]", count: most))
        #expect(throws: JSONError.self) { try parse(String(repeating: "[", count: 1_000_000)) }
    }

    @Test("says where it gave up and nothing of the text")
    func position() throws {
        let error = #expect(throws: JSONError.self) { try parse(#"{"secret":"hunter2" x"#) }
        #expect(error?.position == 21)
        #expect(error.map { "\($0)".contains("hunter2") } == false)
    }

    @Test("agrees with Foundation on mangled lines")
    func agreement() throws {
        let sample = Array(#"{"a":[1,-2.5e3,"x\n\u00e9",true],"b":{"c":null}}"#.utf8)
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<3000 {
            var bytes = sample
            for _ in 0..<Int.random(in: 1...2, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = sample.randomElement(using: &generator) ?? 0
            }
            let isOurs = (try? JSONParser.parse(SecretText(utf8: bytes))) != nil
            let isTheirs =
                (try? JSONSerialization.jsonObject(
                    with: Data(bytes), options: .fragmentsAllowed)) != nil
            // Ours refuses more: keys that come twice.
            if isOurs { #expect(isTheirs, "\(String(decoding: bytes, as: UTF8.self))") }
        }
    }
}
