import TenonCore
import TenonXML
import TestSupport
import Testing

@Suite("Reading of XML")
struct ExpatReaderTests {
    /// The events in words, with pieces of text joined.
    private func events(
        _ text: String, limits: XMLLimits = XMLLimits()
    ) throws -> [String] {
        var result: [String] = []
        var piece = ""
        var text = text
        try text.withUTF8 { bytes in
            try ExpatReader().read(UnsafeRawBufferPointer(bytes), limits: limits) { event in
                if case .text(let bytes) = event {
                    piece += String(decoding: bytes, as: UTF8.self)
                    return
                }
                if !piece.isEmpty { result.append(piece) }
                piece = ""
                switch event {
                case .start(let name, let attributes):
                    let pairs = attributes.sorted { $0.key < $1.key }.map { " \($0)=\($1)" }
                    result.append("<\(name)\(pairs.joined())>")
                case .end(let name): result.append("</\(name)>")
                case .text: break
                }
            }
        }
        return result
    }

    private func code(_ text: String, limits: XMLLimits = XMLLimits()) -> ErrorCode? {
        (#expect(throws: XMLError.self) { try events(text, limits: limits) })?.code
    }

    @Test("elements, attributes and texts come in the order of the document")
    func order() throws {
        #expect(
            try events(
                "<?xml version='1.0'?><a x='1' y='&lt;2'>one<b/>&amp;&#x1F511;<![CDATA[<c>]]></a>")
                == ["<a x=1 y=<2>", "one", "<b>", "</b>", "&🔑<c>", "</a>"])
    }

    @Test(
        "a document type is refused, and with it entities that read files or grow",
        arguments: [
            "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>",
            "<!DOCTYPE a SYSTEM 'http://localhost/x.dtd'><a/>",
            "<!DOCTYPE a [<!ENTITY x 'lol'><!ENTITY y '&x;&x;&x;'>]><a>&y;</a>",
            "<!DOCTYPE a><a/>",
        ])
    func documentType(text: String) {
        #expect(code(text) == .xmlDocumentType)
    }

    @Test("what is not well-formed is refused with its line")
    func malformed() {
        let error = #expect(throws: XMLError.self) { try events("<a>\n<b>\n</a>") }
        #expect(error?.code == .xmlMalformed)
        #expect(error?.message.description == "The XML is wrong in line 3: mismatched tag.")
        for text in ["", "<a>", "<a></a><b/>", "<a>&unknown;</a>", "text", "<a x='1' x='2'/>"] {
            #expect(code(text) == .xmlMalformed, "\(text)")
        }
    }

    @Test("depth, number, lengths and attributes are limited")
    func limits() throws {
        let deep = { (depth: Int) in
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(try events(deep(8), limits: XMLLimits(depth: 8)).count == 16)
        #expect(code(deep(9), limits: XMLLimits(depth: 8)) == .xmlTooLarge)
        let wide = { (count: Int) in "<a>" + String(repeating: "<b/>", count: count) + "</a>" }
        #expect(try events(wide(9), limits: XMLLimits(elements: 10)).count == 20)
        #expect(code(wide(10), limits: XMLLimits(elements: 10)) == .xmlTooLarge)
        #expect(try events("<a>12345</a>", limits: XMLLimits(text: 5)).count == 3)
        #expect(code("<a>123456</a>", limits: XMLLimits(text: 5)) == .xmlTooLarge)
        #expect(code("<a x='1' y='2'/>", limits: XMLLimits(attributes: 1)) == .xmlTooLarge)
        #expect(code("<a x='1234'/>", limits: XMLLimits(name: 3)) == .xmlTooLarge)
        #expect(code("<abcd/>", limits: XMLLimits(name: 3)) == .xmlTooLarge)
        #expect(code(deep(100_000)) == .xmlTooLarge)
    }

    @Test("an error of the taker ends the reading and comes through")
    func taker() {
        struct Enough: Error {}
        var count = 0
        #expect(throws: Enough.self) {
            try Array("<a><b/><c/></a>".utf8).withUnsafeBytes { bytes in
                try ExpatReader().read(bytes, limits: XMLLimits()) { _ in
                    count += 1
                    if count == 2 { throw Enough() }
                }
            }
        }
        #expect(count == 2)
    }

    @Test("a text of several pieces arrives whole")
    func long() throws {
        let text = String(repeating: "zwölf Boxkämpfer ", count: 200_000)
        #expect(try events("<a>\(text)</a>") == ["<a>", text, "</a>"])
    }

    @Test("random damage never crashes")
    func damage() {
        let whole = Array(
            "<?xml version='1.0'?><a x='1'>one &amp; <b>two</b><![CDATA[x]]></a>".utf8)
        var generator = SeededGenerator(seed: 2)
        var good = 0
        for _ in 0..<20_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
            if (try? events(String(decoding: bytes, as: UTF8.self))) != nil { good += 1 }
        }
        #expect(good > 0 && good < 20_000)
    }
}
