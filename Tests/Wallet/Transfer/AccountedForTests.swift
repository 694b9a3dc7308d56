import Foundation
import TenonCore
import TenonSecurity
import TestSupport
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

/// Puts a text that nobody expects into every place of a file, one after the other.
@Suite("Every text of a file is in an item afterwards, or the file or entry is named")
struct AccountedForTests {
    /// A document, and what reads it.
    struct Document: Sendable, CustomTestStringConvertible {
        let format: ImportFormat
        let text: String
        let read: @Sendable (JSONValue) throws -> ImportedDocument

        var testDescription: String { format.rawValue }
    }

    static let documents = [
        Document(format: .bitwarden, text: BitwardenTests.document) {
            try BitwardenReader.read($0)
        },
        Document(format: .proton, text: ManagerDocumentTests.proton) {
            try ProtonReader.read(.json($0), .live)
        },
        Document(format: .enpass, text: ManagerDocumentTests.enpass) {
            try EnpassReader.read(.json($0), .live)
        },
        Document(format: .keeper, text: ManagerDocumentTests.keeper) {
            try KeeperReader.read(.json($0), .live)
        },
        Document(format: .onePassword, text: OnePasswordTests.data) { document in
            var archive = ZipFile()
            archive.add("export.data", document.written.reveal())
            let content = SecretText(utf8: archive.bytes)
            let opened = try DocumentTools.live.archives.open(
                content, limits: ArchiveLimits(entrySize: 1 << 20, totalSize: 1 << 20, ratio: 1_100)
            )
            return try OnePasswordReader.read(.archive(SharedArchive(opened)), .live)
        },
        Document(format: .opVault, text: vaultItem) { document in
            let others = document.members.filter {
                !["item", "overview", "details"].contains($0.name)
            }
            let item = OnePasswordVaultItem(
                id: "0AAA", item: (document["item"] ?? .null).adding(others),
                overview: document["overview"] ?? .null, details: document["details"] ?? .null)
            var result = ImportedDocument(format: .opVault)
            result.add(OnePasswordItem(vault: "").item(item.value))
            return result
        },
    ]

    /// An item of a vault of 1Password, decrypted.
    private static let vaultItem = #"""
        {"item": {"category": "001", "fave": 3, "created": 1577934245, "updated": 1600000000,
         "tx": 7, "hmac": "00"}, "overview": \#(OnePasswordVaultFolder.overviewText),
         "details": \#(OnePasswordVaultFolder.detailsText)}
        """#

    /// Members that a reader knows to say nothing about an entry by itself, so that an unexpected text in
    /// their place is lost: ids, types, and what is made of other parts.
    private static let understood: [ImportFormat: Set<String>] = [
        .bitwarden: ["id", "folderId", "attachments"],
        .proton: ["shareId", "type", "version", "userId"],
        .enpass: [
            "template_type", "category", "type", "folders", "uuid", "parent_uuid", "attachments",
        ],
        .keeper: ["$type"],
        .onePassword: [
            "designation", "fieldType", "id", "name", "subtitle", "ainfo", "accountName",
            "documentAttributes", "file",
        ],
        .opVault: [
            "tx", "hmac", "category", "type", "designation", "name",
            "ainfo", "k", "n",
        ],
    ]

    @Test(
        "of documents, in place of a value, as a further member and as a further element",
        arguments: documents)
    func document(_ document: Document) throws {
        // What is in the trash, or has no name, is named as a whole.
        let value = try JSONReader.read(SecretText(document.text)).withoutUnnamed
        let problems = try document.read(value).problemCount
        let understood = Self.understood[document.format] ?? []
        var changes = 0
        for place in 0... {
            var change = UnexpectedText(place: place, understood: understood)
            let changed = change.applied(to: value)
            guard change.isDone else { break }
            changes += 1
            guard let read = try? document.read(changed) else { continue }
            #expect(
                read.mentions(UnexpectedText.marker) || read.problemCount > problems,
                "\(document.format.rawValue): \(change.description)")
        }
        #expect(changes > 25)
    }

    /// What a text may have beside its marker, since readers look at what texts begin with or have in them.
    private static let surroundings = [
        ("", ""), ("", " é 🔑"), ("a\n", "\nb"), (" ", " "), ("https://", ".example/x"),
        ("{\"", "\"}"),
        ("otpauth://totp/", ""), ("x: ", ""), ("-----BEGIN ", "-----"), ("20", ""), ("a,", ";b"),
        ("", String(repeating: "x", count: 5_000)), ("/a/", "/b"), ("“", "\u{202E}”"),
    ]

    /// `tools/imports` runs many more of these.
    @Test("of documents, in several places at once, with texts of many kinds")
    func several() throws {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["WALLET_IMPORT_SEED"].flatMap { UInt64($0) } ?? 4_127_719_553_906_821
        let count = environment["WALLET_IMPORT_CASES"].flatMap { Int($0) } ?? 400
        print("Texts in documents: \(count) cases with the seed \(seed).")
        var random = SeededGenerator(seed: seed)
        let documents = try Self.documents.map { document in
            let value = try JSONReader.read(SecretText(document.text)).withoutUnnamed
            let understood = Self.understood[document.format] ?? []
            return (
                document, value, try document.read(value).problemCount,
                places: UnexpectedText.placeCount(in: value, understood)
            )
        }
        for number in 0..<count {
            let (document, original, problems, places) = documents[number % documents.count]
            var value = original
            let understood = Self.understood[document.format] ?? []
            var markers: [(text: String, place: String)] = []
            for index in 0..<Int.random(in: 1...4, using: &random) {
                let (start, end) = Self.surroundings.randomElement(using: &random) ?? ("", "")
                let marker = "mk\(index)z7x"
                var change = UnexpectedText(
                    place: Int.random(in: 0..<places, using: &random), understood: understood,
                    text: start + marker + end)
                value = change.applied(to: value)
                markers.append((marker, change.description))
            }
            guard let read = try? document.read(value) else { continue }
            let text = value.written.reveal()
            // A text may have taken the place of another one.
            for marker in markers where text.contains(marker.text) {
                try #require(
                    read.mentions(marker.text) || read.problemCount > problems,
                    """
                    seed \(seed), case \(number), \(document.format.rawValue): \(marker)
                    \(text)
                    """)
            }
        }
        print("Texts in documents: all \(count) cases are right.")
    }

    /// Labels that Wallet uses itself, and others that begin with a dot.
    private static let dotted =
        HiddenLabel.answering.sorted() + HiddenLabel.names
        + [".npmrc", ".wallet.no-fill", ".", ".x.y"]

    @Test("of fields whose labels begin with a dot, in files of Wallet and of others")
    func dottedLabels() throws {
        for label in Self.dotted {
            for isOwn in [true, false] {
                let mark = isOwn ? #"{"name": ".wallet.kind", "value": "login", "type": 1}, "# : ""
                // A file of Wallet has no further members.
                let further = isOwn ? "" : #", "zz": "mk1z7x""#
                let text = """
                    {"items": [{"type": 1, "name": "A", "login": {"username": "a", "password": "p"},
                    "fields": [\(mark){"name": "\(label)", "value": "\(UnexpectedText.marker)",
                    "type": 0\(further)}]}]}
                    """
                var data = [(label, UnexpectedText.marker)]
                if isOwn { data.append(("wallet.kind", "login")) }
                let entry = KeePassEntry(
                    fields: [.init(key: "Title", value: SecretText("A"))],
                    customData: data.map { .init(key: $0.0, value: SecretText($0.1)) })
                var database = ImportedDocument(format: .keePass)
                database.add(KeePassItem(xml: DocumentTools.live.xml).item(entry))
                let documents = [
                    try BitwardenReader.read(JSONReader.read(SecretText(text))), database,
                ]
                let isLeftOut =
                    isOwn && HiddenLabel.answering.subtracting(HiddenLabel.secrets).contains(label)
                for document in documents {
                    #expect(
                        document.mentions(isLeftOut ? label : UnexpectedText.marker),
                        "\(document.format.rawValue): \(label) \(isOwn)")
                }
                #expect(isOwn || documents[0].mentions("mk1z7x"), "\(label)")
            }
        }
    }

    @Test("of entries of pass, in place of a line, within one and as a further one")
    func pass() {
        for (text, _, _) in PassStoreTests.forms {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            for index in lines.indices {
                for line in [
                    UnexpectedText.marker, "\(lines[index])\(UnexpectedText.marker)",
                    "x: \(UnexpectedText.marker)",
                ] {
                    for isFurther in [true, false] {
                        var changed = lines
                        changed.replaceSubrange(
                            index..<(isFurther ? index : index + 1), with: [line[...]])
                        let content = SecretText(changed.joined(separator: "\n"))
                        var document = ImportedDocument(format: .passStore)
                        document.add(PassEntry(folders: ["a"], name: "entry").item(content))
                        #expect(document.mentions(UnexpectedText.marker), "\(changed)")
                    }
                }
            }
        }
    }

    @Test("of tables, in every column and in a further one", arguments: TextDialect.all.indices)
    func dialect(_ index: Int) throws {
        let dialect = TextDialect.all[index]
        try table(
            dialect.columns.map(\.name), hasHeader: dialect.hasHeader, format: dialect.format,
            passedOver: dialect.columns.compactMap { column in
                if case .passedOver = column.part { column.name } else { nil }
            })
    }

    @Test(
        "of tables that need no dialect",
        arguments: [ImportFormat.firefox, .chrome, .keePassText, .bitwardenText])
    func plainTable(_ format: ImportFormat) throws {
        // The first part of a group is what the database is called.
        try table(format.columns, format: format, passedOver: ["Group"])
        guard format == .keePassText else { return }
        try table(
            format.columns + WalletColumn.allCases.map(\.rawValue), format: format,
            passedOver: ["Group"])
    }

    /// Cells of the columns that only Wallet writes, with the marker as `$`, and the kind of the item.
    private static let ownCells: [(column: WalletColumn, cell: String, kind: String)] = [
        (.sites, #"["https://a.example","$"]"#, "login"), (.sites, #"[{"zz":"$"}]"#, "login"),
        (.sites, #"{"zz":"$"}"#, "login"), (.sites, "https://$.example", "login"),
        (.sites, #"["$"]"#, "card"), (.sites, #"["$"#, "login"),
        (.tags, #"["a","$"]"#, "login"), (.tags, #"[["$"]]"#, "login"), (.tags, "a;$", "note"),
        (.card, #"{"Card Number":"1","zz":"$"}"#, "card"), (.card, #"["$"]"#, "card"),
        (.card, #"{"Expiry":"$"}"#, "card"), (.card, #"{"PIN":{"zz":"$"}}"#, "card"),
        (.card, #"{"Card Number":"$"}"#, "login"), (.card, #""$""#, "card"),
        (.parts, #"{"iban":"1","zz":"$"}"#, "bank-account"), (.parts, #"["$"]"#, "bank-account"),
        (.parts, #"{"iban":["$"]}"#, "bank-account"), (.parts, #"{"iban":"$"}"#, "login"),
        (.parts, #"{"zz":"$"}"#, "login"), (.parts, "$", "bank-account"),
        (.fields, #"[{"label":"a","value":"b","zz":"$"}]"#, "login"),
        (.fields, #"[{"label":"$","value":""}]"#, "login"), (.fields, #"["$"]"#, "login"),
        (.fields, #"{"label":"a","value":"$"}"#, "login"), (.fields, "$: 1", "login"),
        (.fields, #"[{"label":"a","value":{"zz":"$"}}]"#, "note"),
        (.favorite, "$", "login"), (.passwordChanged, "$", "login"),
    ]

    @Test("of the columns that only Wallet writes, in their lists and in place of these")
    func ownColumns() throws {
        for (column, cell, kind) in Self.ownCells {
            let text = cell.replacing("$", with: UnexpectedText.marker)
                .replacing("\"", with: "\"\"")
            let file =
                "\(ImportFormat.keePassText.header),Kind,\(column.rawValue)\n"
                + ",A,u,p,,,,0,,,\(kind),\"\(text)\"\n"
            let rows = try TextRows.open(
                MemorySource(SecretText(file)), options: ImportOptions())
            #expect(rows.format == .keePassText)
            guard case .item? = try rows.next() else {
                Issue.record("\(column) \(cell): no item")
                continue
            }
            #expect(rows.item().mentions(UnexpectedText.marker), "\(column) \(cell)")
        }
    }

    /// Elements that only say what something is, how it looks or when it was.
    private static let formal: Set<String> = [
        "UUID", "IconID", "CustomIconUUID", "Expires", "ExpiryTime", "Data", "EnableAutoType",
        "EnableSearching",
    ]

    @Test("of databases of KeePass, in place of a text, and as a further part of each part")
    func keePass() throws {
        let text = KeptPartsTests.document.replacing(
            "</Times>",
            with: """
                </Times><CustomData><Item><Key>k</Key><Value>v</Value></Item></CustomData><History>
                <Entry><String><Key>Password</Key><Value>p0</Value></String></Entry></History>
                """)
        var places: [(range: Range<String.Index>, text: String)] = []
        for match in text.matches(of: /<(\w+)>([^<>]+)</)
        where !Self.formal.contains(String(match.1)) && !match.2.allSatisfy(\.isWhitespace)
            // What the database is called is no group of an entry.
            && match.2 != "Root"
        {
            places.append((match.2.startIndex..<match.2.endIndex, UnexpectedText.marker))
        }
        for match in text.matches(of: /<(Entry|Group|String|Times|CustomData|Item|History)>/) {
            places.append(
                (
                    match.range.upperBound..<match.range.upperBound,
                    "<Zz>\(UnexpectedText.marker)</Zz>"
                ))
        }
        for match in text.matches(of: /<(KeePassFile|Root|Meta)>/) {
            places.append(
                (match.range.upperBound..<match.range.upperBound, "<mk7310x>a</mk7310x>"))
        }
        for place in places {
            let changed = text.replacingCharacters(in: place.range, with: place.text)
            let read = try KeePassXMLReader.read(
                .xml(SecretText(changed), root: "KeePassFile"), .live)
            #expect(
                read.mentions(UnexpectedText.marker),
                "\(text[..<place.range.lowerBound].suffix(40)) \(place.text)")
        }
        #expect(places.count > 10)
    }

    /// Groups of KeePass without an entry, and what they are named by.
    private static let emptyGroups = [
        ("<Name>A</Name><Notes>n</Notes>", ["A"]), ("<Name>A</Name>", []),
        ("<Name>A</Name><IconID>12</IconID>", []), ("<Name>A</Name><Notes/>", []),
        ("<Name>A</Name><Notes></Notes><EnableSearching>null</EnableSearching>", []),
        ("<Name>A</Name><Tags>t</Tags>", ["A"]), ("<Name>A</Name><Zz>z</Zz>", ["A"]),
        (
            "<Name>A</Name><CustomData><Item><Key>k</Key><Value>v</Value></Item></CustomData>",
            ["A"]
        ),
        (
            "<Name>A</Name><Notes>n</Notes><Group><Name>B</Name><Notes>m</Notes></Group>",
            ["A/B", "A"]
        ),
        ("<Name>A</Name><Notes>n</Notes><Group><Name>B</Name>\(entry)</Group>", []),
        (
            "<Name>A</Name><Notes>n</Notes>\(entry)<Group><Name>B</Name><Notes>m</Notes></Group>",
            ["A/B"]
        ),
        ("<UUID>AQIDBAUGBwgJCgsMDQ4PEA==</UUID><Name>Bin</Name><Notes>n</Notes>", []),
    ]

    private static let entry =
        "<Entry><String><Key>Title</Key><Value>E</Value></String></Entry>"

    @Test("of groups of KeePass that no entry is in")
    func emptyGroups() throws {
        for (group, named) in Self.emptyGroups {
            let text = """
                <KeePassFile><Meta><RecycleBinUUID>AQIDBAUGBwgJCgsMDQ4PEA==</RecycleBinUUID></Meta>
                <Root><Group><Name>Root</Name><Group>\(group)</Group></Group></Root></KeePassFile>
                """
            let read = try KeePassXMLReader.read(
                .xml(SecretText(text), root: "KeePassFile"), .live)
            #expect(read.problemTitles == named.map { "Root/\($0)" }, "\(group)")
        }
    }

    @Test("of databases of KeePass 1, in place of a text, and as a further field of each record")
    func keePass1() throws {
        let file = KeePass1File()
        var places: [(range: Range<Int>, type: UInt16, record: Int)] = []
        var (offset, record) = (0, 0)
        let content = file.content
        while offset < content.count {
            let type = UInt16(content[offset]) | UInt16(content[offset + 1]) << 8
            let count = (0..<4).reduce(0) { $0 | Int(content[offset + 2 + $1]) << (8 * $1) }
            places.append((offset..<offset + 6 + count, type, record))
            offset += 6 + count
            if type == 0xFFFF { record += 1 }
        }
        let header = try file.bytes.withUnsafeBytes { bytes in
            var cursor = ByteCursor(bytes)
            return try KeePass1Header(&cursor)
        }
        let text = Array(UnexpectedText.marker.utf8) + [0]
        func field(_ type: UInt16) -> [UInt8] {
            type.littleEndianBytes + UInt32(text.count).littleEndianBytes + text
        }
        func document(_ range: Range<Int>, _ bytes: [UInt8]) throws -> ImportedDocument {
            var changed = content
            changed.replaceSubrange(range, with: bytes)
            return try changed.withUnsafeBytes {
                try KeePass1Content.document(in: $0, header)
            }.imported(as: .keePass1, .live)
        }
        var count = 0
        // The last record is one of a program.
        for (range, type, record) in places where record < 5 {
            let texts: Set<UInt16> = record < 3 ? [2] : [4, 5, 6, 7, 8]
            if texts.contains(type) {
                // The name of a group that has no entry but those of its groups is in their names.
                let read = try document(range, field(type))
                #expect(read.mentions(UnexpectedText.marker), "\(record) \(type)")
                count += 1
                if record >= 3 {
                    let further = try document(range.lowerBound..<range.lowerBound, field(type))
                    #expect(further.mentions(UnexpectedText.marker), "\(record) \(type)")
                }
            }
            for unknown in [UInt16(15), 99, 0xFFFE] {
                let read = try document(range.lowerBound..<range.lowerBound, field(unknown))
                #expect(read.problemTitles.contains("field type \(unknown)"), "\(record) \(type)")
            }
        }
        #expect(count == 13)
    }

    private func table(
        _ columns: [String], hasHeader: Bool = true, format: ImportFormat, passedOver: [String]
    ) throws {
        for column in columns + ["zz further"] where !passedOver.contains(column) {
            let names = columns + (column == "zz further" ? [column] : [])
            let row = names.map { name -> String in
                if name == column { return UnexpectedText.marker }
                let name = name.lowercased()
                if name.contains("pass") || name == "pwd" { return "p" }
                return name.contains("title") || name == "name" ? "A" : ""
            }
            let lines = (hasHeader ? [names] : []) + [row]
            let text = lines.map { $0.joined(separator: ",") }.joined(separator: "\n") + "\n"
            var options = ImportOptions()
            if !hasHeader { options.format = format }
            let source = MemorySource(SecretText(text))
            // What is another format with this column, or none, is refused.
            guard let rows = try? TextRows.open(source, options: options), rows.format == format
            else { continue }
            var isThere = false
            while let element = try rows.next() {
                switch element {
                case .item: isThere = isThere || rows.item().mentions(UnexpectedText.marker)
                case .problem(let problem): isThere = isThere || problem.isLeftOut
                }
            }
            #expect(isThere, "\(format.rawValue): \(column)")
        }
    }
}
