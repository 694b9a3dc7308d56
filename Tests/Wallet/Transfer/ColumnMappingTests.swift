import Foundation
import TenonCore
import TestSupport
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("Columns that a person names")
struct ColumnMappingTests {
    private static let mapping = ColumnMapping(
        columns: [
            .init(.title, "Nome"), .init(.site, "Endereço"), .init(.userName, "Usuário"),
            .init(.password, "Senha"), .init(.changed, "Data"),
        ], delimiter: ";")
    private static let text =
        "Nome;Endereço;Usuário;Senha;Data;Cor\r\n"
        + "Correio;https://mail.example;ada;p;1700000000;azul – €\r\n"
    private static let lines = [
        "login Correio", "site=https://mail.example", "user=ada", "password=p", "*Cor: azul – €",
    ]

    private func options(_ mapping: ColumnMapping) -> ImportOptions {
        var options = ImportOptions()
        options.columns = mapping
        return options
    }

    @Test("what they hold arrives; the others become concealed fields")
    func named() async throws {
        let fixture = try await TransferFixture()
        let result = try await fixture.import(Self.text, options: options(Self.mapping))
        #expect(result.format == .columns && result.counts.new == 1)
        let item = try #require(try await fixture.items().first)
        #expect(item.lines == Self.lines)
        #expect(item.login?.passwordChanged == Timestamp(seconds: 1_700_000_000))
    }

    @Test("the next file with such columns is recognised by what was said of the first")
    func known() async throws {
        let fixture = try await TransferFixture()
        await #expect(throws: TransferError.self) { try await fixture.import(Self.text) }
        var options = ImportOptions()
        options.known = [
            ColumnMapping(columns: [.init(.password, "pw")]),
            ColumnMapping(columns: [.init(.password, "1")], hasHeader: false), Self.mapping,
        ]
        let result = try await fixture.import(Self.text, options: options)
        #expect(result.format == .columns)
        #expect(try await fixture.items().map(\.lines) == [Self.lines])
        // A file that is recognised needs nothing of it.
        options.known = [ColumnMapping(columns: [.init(.notes, "password")])]
        let chrome = try await fixture.import(
            "name,url,username,password\nn,https://a.example,u,p\n", options: options)
        #expect(chrome.format == .chrome)
    }

    @Test("without a header columns are numbered, and the first row is one")
    func noHeader() async throws {
        let fixture = try await TransferFixture()
        let mapping = ColumnMapping(
            columns: [.init(.title, "2"), .init(.password, "1")], delimiter: "\t",
            hasHeader: false)
        let result = try await fixture.import(
            "p1\tOne\tx\np2\tTwo\t\np3\n", options: options(mapping))
        #expect(
            result.problems == [RowProblem(line: 3, reason: .tooFewFields(found: 1, expected: 3))])
        #expect(
            try await fixture.items().map(\.lines)
                == [["login One", "password=p1", "*3: x"], ["login Two", "password=p2"]])
    }

    @Test(
        "UTF-16 and the characters of Windows are read",
        arguments: [
            (String.Encoding.utf16LittleEndian, ColumnMapping.Encoding.utf16),
            (.utf16BigEndian, .utf16), (.utf16, .utf16), (.windowsCP1252, .latin1),
        ])
    func encodings(_ encoding: String.Encoding, _ name: ColumnMapping.Encoding) async throws {
        let fixture = try await TransferFixture()
        let mark = encoding == .utf16BigEndian ? "\u{FEFF}" : ""
        let data = try #require((mark + Self.text).data(using: encoding))
        let path = try fixture.write(Array(data), to: "wide.csv")
        var mapping = Self.mapping
        mapping.encoding = name
        let preview = try await fixture.importer.preview(
            .file(path: path), options: options(mapping))
        try await fixture.importer.apply(preview)
        #expect(try await fixture.items().map(\.lines) == [Self.lines])
    }

    @Test("any bytes in another encoding become characters", arguments: 0..<100)
    func anyBytes(_ seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let bytes = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
            UInt8.random(in: 0...255, using: &generator)
        }
        for encoding in ColumnMapping.Encoding.allCases where encoding != .utf8 {
            let source = TranscodingSource(PiecewiseSource(bytes, pieces: 1 + seed % 9), encoding)
            var result: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 7)
            while true {
                let count = try piece.withUnsafeMutableBytes { try source.read(into: $0) }
                guard count > 0 else { break }
                result += piece[..<count]
            }
            #expect(String(validating: result, as: UTF8.self) != nil)
            if encoding == .latin1 {
                #expect(String(decoding: result, as: UTF8.self).unicodeScalars.count == bytes.count)
            }
        }
    }

    @Test("a column that is not there, and a delimiter that is none, are refused")
    func refused() async throws {
        let fixture = try await TransferFixture()
        func error(_ mapping: ColumnMapping) async -> TransferError? {
            do {
                try await fixture.import(Self.text, options: options(mapping))
                return nil
            } catch { return error as? TransferError }
        }
        var mapping = Self.mapping
        mapping.columns.append(.init(.notes, "Nota"))
        #expect(await error(mapping) == .noColumn("Nota"))
        mapping = ColumnMapping(columns: [.init(.notes, "Nota")], hasHeader: false)
        #expect(await error(mapping) == .noColumn("Nota"))
        mapping = ColumnMapping(columns: [.init(.notes, "9")], delimiter: ";", hasHeader: false)
        #expect(await error(mapping) == .noColumn("9"))
        mapping = Self.mapping
        mapping.delimiter = "·"
        #expect(await error(mapping) == .badDelimiter)
    }

    @Test("what was said is stored as it was")
    func coding() throws {
        let data = try JSONEncoder().encode([Self.mapping])
        #expect(try JSONDecoder().decode([ColumnMapping].self, from: data) == [Self.mapping])
    }
}
