import TenonCore
import WalletVault

/// All that a file without lines holds; it is read once and kept until it is imported.
struct ImportedDocument: Sendable {
    /// An entry of the file.
    enum Entry: Sendable {
        case item(Item, [ImportedFile])
        /// What is not imported, and what it is called.
        case problem(RowProblem.Reason, title: String)
        /// What is to be said of the entry before.
        case remark(RowProblem.Reason)
    }

    let format: ImportFormat
    /// Whether nobody can read the file without a password or a key.
    var isEncrypted = false
    private(set) var entries: [Entry] = []
    /// How many bytes the files have together.
    private var fileSize = 0

    /// The most files of an entry, and the most bytes of all files: names may point to one content
    /// many times.
    private static let (fileLimit, fileSizeLimit) = (1_000, 4 << 30)

    init(format: ImportFormat) { self.format = format }

    /// Adds an item, or why it cannot be imported.
    mutating func add(_ imported: ImportedItem) {
        var imported = imported
        if imported.item.title.isEmpty, let file = imported.files.first {
            imported.item.head.title = file.name
        }
        if let problem = ItemLimits.problem(of: imported.item) {
            entries.append(.problem(problem, title: imported.item.title))
        } else {
            let files = imported.files.prefix(Self.fileLimit).filter { takes($0) }
            entries.append(.item(imported.item, files))
            entries += imported.remarks.map { .remark($0) }
            let rest = imported.files.count - files.count
            if rest > 0 { remark(.tooManyFiles(rest)) }
        }
    }

    private mutating func takes(_ file: ImportedFile) -> Bool {
        guard fileSize + file.content.size <= Self.fileSizeLimit else { return false }
        fileSize += file.content.size
        return true
    }

    /// Adds something that is not imported.
    ///
    /// - Parameter title: What the other program calls it.
    mutating func add(_ problem: RowProblem.Reason, title: String = "") {
        entries.append(.problem(problem, title: title))
    }

    /// Names the members that a reader does not know of what holds the entries; a number or truth value
    /// says nothing that a person has entered.
    ///
    /// - Parameter whole: What holds the entries, such as the whole file or a vault in it.
    mutating func addUnread(of whole: JSONValue, besides known: Set<String>) {
        for member in whole.members where !known.contains(member.name) && !member.value.isVoid {
            switch member.value {
            case .null, .bool, .number: break
            case .string, .array, .object: add(.unknownPart, title: member.name)
            }
        }
    }

    /// Names the folders that none of the items is in.
    mutating func addUnused(folders: [String]) {
        var used = UsedFolders()
        for case .item(let item, _) in entries { used.insert(item.tags) }
        for folder in folders where !folder.trimmingSpaces.isEmpty && !used.contains(folder) {
            add(.unknownPart, title: folder)
        }
    }

    /// Says something of the entry that was added last.
    mutating func remark(_ reason: RowProblem.Reason) { entries.append(.remark(reason)) }

    /// Says that the entry that was added last has attachments.
    mutating func addAttachments(_ count: Int) { entries.append(.remark(.attachments(count))) }
}

/// Reads the entries of a document one after the other.
final class DocumentRows: WholeItemRows {
    private let document: ImportedDocument
    private var position = 0
    /// The number of the present entry, from 1.
    private var number = 0
    private(set) var present: Item?
    private(set) var files: [ImportedFile] = []
    /// What the present entry is called.
    private var title = ""

    init(_ document: ImportedDocument) { self.document = document }

    var format: ImportFormat { document.format }

    func next() -> RowElement? {
        guard position < document.entries.count else { return nil }
        defer { position += 1 }
        present = nil
        files = []
        switch document.entries[position] {
        case .item(let item, let files):
            number += 1
            present = item
            self.files = files
            title = item.title
            return .item(ImportedRow(item, line: number))
        case .problem(let reason, let name):
            number += 1
            title = name
            return .problem(RowProblem(line: number, title: title, reason: reason))
        case .remark(let reason):
            return .problem(RowProblem(line: number, title: title, reason: reason))
        }
    }
}
