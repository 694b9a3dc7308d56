import TestSupport
import Testing

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("The reader of delimited text")
struct DelimitedTextReaderTests {
    @Test(
        "reads what RFC 4180 describes, whatever the pieces in which the bytes come",
        arguments: [
            ("a,b,c", [["a", "b", "c"]]),
            ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
            ("a,b\nc,d", [["a", "b"], ["c", "d"]]),
            ("a,b\rc,d\r", [["a", "b"], ["c", "d"]]),
            (#""a,b","c""d","e""# + "\r\n", [["a,b", "c\"d", "e"]]),
            ("\"one\r\ntwo\",\"x\ny\"", [["one\r\ntwo", "x\ny"]]),
            (#""""""#, [["\""]]),
            (#""""",a"#, [["\"", "a"]]),
            (" a , b ", [[" a ", " b "]]),
            (#"a"b,c"#, [["a\"b", "c"]]),
            ("\n\r\n\ra,b\n\n\nc,d\n\n", [["a", "b"], ["c", "d"]]),
            ("\u{FEFF}a,b", [["a", "b"]]),
            ("é,日本,🔑\n", [["é", "日本", "🔑"]]),
            ("\"\u{301}\",\u{301}", [["\u{301}", "\u{301}"]]),
            ("", []), ("\r\n", []), ("\u{FEFF}", []),
        ] as [(String, [[String]])])
    func reads(_ text: String, _ expected: [[String]]) throws {
        for pieces in [1, 2, 3, .max] {
            let records = try ReadRecord.all(of: text, pieces: pieces)
            #expect(records.map { $0.fields.map { $0 ?? "NULL" } } == expected)
            #expect(records.allSatisfy { $0.defect == nil })
        }
    }

    @Test("tells a field that is empty from one that is not there")
    func null() throws {
        let records = try ReadRecord.all(of: "\"\",,\"\"\n,\n")
        #expect(records.map(\.fields) == [["", nil, ""], [nil, nil]])
    }

    @Test("counts physical lines, those inside quoted fields and blank ones too")
    func lines() throws {
        let text = "h,h\r\n\r\n\"a\r\nb\nc\rd\",x\ny,z\r\n\n\n\"\n\",q"
        #expect(try ReadRecord.all(of: text).map(\.line) == [1, 3, 7, 10])
        #expect(try ReadRecord.all(of: text, pieces: 1).map(\.line) == [1, 3, 7, 10])
    }

    @Test("reports a missing quotation mark where the record starts, and reads what follows")
    func missingQuote() throws {
        for text in ["a,b\n\"c,d\ne,f\ng,h\n", "a,b\r\n\"c,d\r\ne,f\r\ng,h"] {
            let records = try ReadRecord.all(of: text, expecting: 2)
            #expect(records.map(\.line) == [1, 2, 3, 4])
            #expect(records[1].defect == .missingClosingQuote)
            #expect(records[2].fields == ["e", "f"])
            #expect(records[3].fields == ["g", "h"])
        }
    }

    @Test("does not let a missing quotation mark swallow the rows up to the next one")
    func swallowing() throws {
        let records = try ReadRecord.all(
            of: "\"a\",\"b\"\n\"c\",\"d\n\"e\",\"f\"\n\"g\",\"h\"\n", expecting: 2)
        #expect(records.map(\.line) == [1, 2, 3, 4])
        #expect(records[1].defect == .textAfterClosingQuote)
        #expect(records.map(\.fields) == [["a", "b"], [], ["e", "f"], ["g", "h"]])
        let others = try ReadRecord.all(of: "a,\"b\nc,d\ne,f\"\ng,h\n", expecting: 3)
        #expect(
            others.map(\.defect)
                == Array(repeating: .tooFewFields(found: 2, expected: 3), count: 4))
    }

    @Test("reports text behind a closing quotation mark, and goes on with the next line")
    func textAfterQuote() throws {
        let records = try ReadRecord.all(of: "\"a\"b,c\n\"d\" ,e\nf,g\n")
        #expect(records[0].defect == .textAfterClosingQuote)
        #expect(records[1].defect == .textAfterClosingQuote)
        #expect(records[2] == ReadRecord(line: 3, fields: ["f", "g"]))
    }

    @Test("reports rows with too few or too many fields")
    func fieldCount() throws {
        let records = try ReadRecord.all(of: "a,b\nc\nd,e,f\ng,h\n", expecting: 2)
        #expect(
            records.map(\.defect) == [
                nil, .tooFewFields(found: 1, expected: 2), .tooManyFields(found: 3, expected: 2),
                nil,
            ])
    }

    @Test("reports rows that are not UTF-8, and only those")
    func invalidText() throws {
        let bytes = Array("a,b\n".utf8) + [0x63, 0xFF, 0x2C, 0x64, 0x0A] + Array("e,f\n".utf8)
        let records = try ReadRecord.all(of: bytes)
        #expect(records.map(\.defect) == [nil, .invalidText, nil])
        #expect(records[2] == ReadRecord(line: 3, fields: ["e", "f"]))
        // A surrogate and an overlong form, encoded as if they were characters.
        #expect(try ReadRecord.all(of: [0xED, 0xA0, 0x80])[0].defect == .invalidText)
        #expect(try ReadRecord.all(of: [0xC0, 0xAF])[0].defect == .invalidText)
    }

    @Test(
        "refuses UTF-16 with a clear error", arguments: [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]])
    func utf16(_ mark: [UInt8]) throws {
        #expect(throws: TransferError.utf16) {
            try ReadRecord.all(of: mark + [0x61, 0x00, 0x2C, 0x00])
        }
    }

    @Test("gives up fields and records above the limits, and reads what follows")
    func limits() throws {
        let limits = DelimitedTextReader.Limits(field: 200_000, record: 300_000)
        let long = String(repeating: "x", count: 200_001)
        let half = String(repeating: "y", count: 180_000)
        for row in ["\(long),b", "\"\(long)\",b", "\"\(long)\n", "a,\(long)"] {
            let records = try ReadRecord.all(of: Array("\(row)\nc,d\n".utf8), limits: limits)
            #expect(records.first?.defect == .fieldTooLong)
            #expect(records.last?.fields == ["c", "d"])
        }
        let wide = try ReadRecord.all(
            of: Array("\(half),\(half)\nc,d\n".utf8), pieces: 1000, limits: limits)
        #expect(wide.map(\.defect) == [nil, nil] || wide[0].defect == .rowTooLong)
        let wider = try ReadRecord.all(
            of: Array("\(half),\(half),\(half)\nc,d\n".utf8), pieces: 1000, limits: limits)
        #expect(wider[0].defect == .rowTooLong)
        #expect(wider[1] == ReadRecord(line: 2, fields: ["c", "d"]))
        let largest = String(repeating: "z", count: 200_000)
        #expect(
            try ReadRecord.all(of: Array("\"\(largest)\",b".utf8), limits: limits)[0].fields
                == [largest, "b"])
    }

    @Test("gives back every table that another writer wrote", arguments: 0..<200)
    func roundTrip(_ seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let table = RandomTable(using: &generator)
        for pieces in [Int.random(in: 1...40, using: &generator), .max] {
            let records = try ReadRecord.all(
                of: table.bytes, pieces: pieces, expecting: table.columns)
            let expected = zip(table.lines, table.rows).map { ReadRecord(line: $0, fields: $1) }
            let difference = zip(records, expected).first { $0 != $1 }
            #expect(records.count == expected.count && difference == nil, "\(difference as Any)")
        }
    }

    @Test("survives any bytes, and reads the same from any pieces", arguments: 0..<300)
    func anyBytes(_ seed: Int) throws {
        var generator = SeededGenerator(seed: 10_000 + UInt64(seed))
        let alphabet = Array("\"\",,\n\r\r\n ab\"".utf8) + [0xC3, 0xA9, 0xFF, 0x00]
        let bytes = (0..<Int.random(in: 0...400, using: &generator)).map { _ -> UInt8 in
            seed % 2 == 0
                ? alphabet.randomElement(using: &generator) ?? 0
                : UInt8.random(in: 0...255, using: &generator)
        }
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else { return }
        let limits = DelimitedTextReader.Limits(field: 60, record: 200)
        let records = try ReadRecord.all(of: bytes, expecting: 2)
        let lines = records.map(\.line)
        #expect(zip(lines, lines.dropFirst()).allSatisfy { $0 < $1 })
        #expect(try ReadRecord.all(of: bytes, pieces: 1, expecting: 2) == records)
        let limited = try ReadRecord.all(of: bytes, pieces: 7, limits: limits)
        #expect(limited.allSatisfy { $0.fields.allSatisfy { ($0 ?? "").utf8.count <= 60 * 3 } })
    }
}

/// A table, and its text as a writer that knows nothing of the reader makes it.
private struct RandomTable {
    let columns: Int
    private(set) var rows: [[String?]] = []
    private(set) var lines: [Int] = []
    private(set) var bytes: [UInt8] = []

    init(using generator: inout SeededGenerator) {
        columns = Int.random(in: 2...6, using: &generator)
        let lineEnd = ["\r\n", "\n", "\r"].randomElement(using: &generator) ?? "\n"
        var text = Bool.random(using: &generator) ? "\u{FEFF}" : ""
        var line = 1
        let count = Int.random(in: 1...30, using: &generator)
        for number in 0..<count {
            let row = (0..<columns).map { _ in Self.field(using: &generator) }
            rows.append(row)
            lines.append(line)
            let written = row.map { Self.write($0, using: &generator) }.joined(separator: ",")
            text += written
            line += 1 + Self.lineBreaks(in: written)
            let isLast = number == count - 1
            if !isLast || Bool.random(using: &generator) { text += lineEnd }
        }
        bytes = Array(text.utf8)
    }

    private static func field(using generator: inout SeededGenerator) -> String? {
        guard Int.random(in: 0..<5, using: &generator) > 0 else { return nil }
        let parts = ["a", "b", ",", "\"", "\n", "\r\n", "\r", " ", "é", "日", "🔑", "\u{301}", "x"]
        let count = Int.random(in: 0...12, using: &generator)
        return (0..<count).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
    }

    /// Quotes what must be quoted, and some of the rest.
    private static func write(_ field: String?, using generator: inout SeededGenerator) -> String {
        guard let field else { return "" }
        let isPlain = !field.isEmpty && field.utf8.allSatisfy { !",\"\r\n".utf8.contains($0) }
        if isPlain, Bool.random(using: &generator) { return field }
        // By scalars: a quotation mark and an accent behind it are one character to a string.
        var written = "\"".unicodeScalars
        for scalar in field.unicodeScalars {
            written.append(scalar)
            if scalar == "\"" { written.append(scalar) }
        }
        written.append("\"")
        return String(written)
    }

    private static func lineBreaks(in text: String) -> Int {
        let bytes = Array(text.utf8)
        return bytes.indices.count { index in
            bytes[index] == 10
                || bytes[index] == 13 && (index + 1 == bytes.count || bytes[index + 1] != 10)
        }
    }
}
