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
    ]

    /// Members that a reader knows to say nothing about an entry by itself, so that an unexpected text in
    /// their place is lost: ids, types, and what is made of other parts.
    private static let understood: [ImportFormat: Set<String>] = [
        .bitwarden: ["id", "folderId", "folders", "attachments"],
        .proton: ["shareId", "type", "version", "userId"],
        .enpass: [
            "template_type", "category", "type", "folders", "uuid", "parent_uuid", "attachments",
        ],
        .keeper: ["$type"],
        .onePassword: [
            "designation", "fieldType", "id", "name", "subtitle", "ainfo", "accountName",
            "documentAttributes", "file",
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
            var change = Change(place: place, understood: understood)
            let changed = change.applied(to: value)
            guard change.isDone else { break }
            changes += 1
            guard let read = try? document.read(changed) else { continue }
            #expect(
                read.mentions(Change.marker) || read.problemCount > problems,
                "\(document.format.rawValue): \(change.description)")
        }
        #expect(changes > 25)
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
    }

    /// Elements that only say what something is, how it looks or when it was.
    private static let formal: Set<String> = [
        "UUID", "IconID", "CustomIconUUID", "Expires", "ExpiryTime", "Data", "EnableAutoType",
        "EnableSearching",
    ]

    @Test(
        "of databases of KeePass, in place of a text, and as a further part of entries and groups")
    func keePass() throws {
        let text = KeptPartsTests.document
        var places: [(range: Range<String.Index>, text: String)] = []
        for match in text.matches(of: /<(\w+)>([^<>]+)</)
        where !Self.formal.contains(String(match.1)) && !match.2.allSatisfy(\.isWhitespace)
            // What the database is called is no group of an entry.
            && match.2 != "Root"
        {
            places.append((match.2.startIndex..<match.2.endIndex, Change.marker))
        }
        for match in text.matches(of: /<(Entry|Group)>/) {
            places.append(
                (match.range.upperBound..<match.range.upperBound, "<Zz>\(Change.marker)</Zz>"))
        }
        for place in places {
            let changed = text.replacingCharacters(in: place.range, with: place.text)
            let read = try KeePassXMLReader.read(
                .xml(SecretText(changed), root: "KeePassFile"), .live)
            #expect(
                read.mentions(Change.marker),
                "\(text[..<place.range.lowerBound].suffix(40)) \(place.text)")
        }
        #expect(places.count > 10)
    }

    private func table(
        _ columns: [String], hasHeader: Bool = true, format: ImportFormat, passedOver: [String]
    ) throws {
        for column in columns + ["zz further"] where !passedOver.contains(column) {
            let names = columns + (column == "zz further" ? [column] : [])
            let row = names.map { name -> String in
                if name == column { return Change.marker }
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
                case .item: isThere = isThere || rows.item().mentions(Change.marker)
                case .problem(let problem): isThere = isThere || problem.isLeftOut
                }
            }
            #expect(isThere, "\(format.rawValue): \(column)")
        }
    }
}

/// One change of a document: a text that nobody expects, in place of a value or beside the others.
private struct Change {
    static let marker = "mk7310x"

    /// How many places are passed over.
    let place: Int
    let understood: Set<String>
    private var passed = 0
    private(set) var isDone = false
    private(set) var description = ""

    init(place: Int, understood: Set<String>) {
        self.place = place
        self.understood = understood
    }

    private mutating func takes(_ path: String, _ what: String) -> Bool {
        defer { passed += 1 }
        guard passed == place else { return false }
        isDone = true
        description = "\(what) \(path)"
        return true
    }

    mutating func applied(to value: JSONValue, at path: String = "") -> JSONValue {
        switch value {
        case .null, .bool: return value
        case .number: return value
        case .string:
            return takes(path, "instead of") ? .string(Self.marker) : value
        case .array(let elements):
            var changed: [JSONValue] = []
            let isOfTexts = elements.allSatisfy(\.isText)
            for (index, element) in elements.enumerated() {
                // A text among entries is named by its number.
                let isEntry = !element.isText || isOfTexts
                changed.append(
                    isEntry ? applied(to: element, at: "\(path)[\(index)]") : element)
            }
            if !changed.isEmpty, takes(path, "an element of") {
                changed.append(["zz": .string(Self.marker)])
            }
            return .array(changed)
        case .object(let members):
            var changed: [JSONValue.Member] = []
            for member in members {
                let isPassedOver = understood.contains(member.name)
                changed.append(
                    isPassedOver
                        ? member
                        : JSONValue.Member(
                            member.name, applied(to: member.value, at: "\(path).\(member.name)")))
            }
            if takes(path, "a member of") {
                changed.append(JSONValue.Member("zz\(Self.marker)", .string(Self.marker)))
            }
            return .object(changed)
        }
    }
}

extension ImportedDocument {
    /// Whether a text is in an item, or names what is left out.
    fileprivate func mentions(_ text: String) -> Bool {
        entries.contains { entry in
            switch entry {
            case .item(let item, let files):
                item.mentions(text) || files.contains { $0.name.contains(text) }
            case .problem(let reason, let title):
                title.contains(text) || "\(reason)".contains(text)
            case .remark(let reason): "\(reason)".contains(text)
            }
        }
    }

    /// How many entries, or parts of the file, are named as left out.
    fileprivate var problemCount: Int {
        entries.count { if case .problem = $0 { true } else { false } }
    }
}

extension JSONValue {
    fileprivate var withoutUnnamed: JSONValue {
        switch self {
        case .null, .bool, .number, .string: self
        case .array(let elements):
            .array(elements.filter { !$0.isLeftOut }.map(\.withoutUnnamed))
        case .object(let members):
            .object(members.map { JSONValue.Member($0.name, $0.value.withoutUnnamed) })
        }
    }

    private var isLeftOut: Bool {
        self["deletedDate"] != nil || self["trashed"]?.isTrue == true
            || self["trashed"]?.integer == 1 || self["state"]?.integer == 2
            || self["categoryUuid"] != nil && self["overview"] == nil
    }
}

extension Item {
    fileprivate func mentions(_ text: String) -> Bool {
        lines.contains { $0.contains(text) }
            || head.customFields.contains {
                $0.label.contains(text) || $0.value.reveal().contains(text)
            }
    }
}
