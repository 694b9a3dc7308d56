import WalletVault

/// All that a file without lines holds; it is read once and kept until it is imported.
struct ImportedDocument: Sendable {
    /// An entry of the file.
    enum Entry: Sendable {
        case item(Item)
        /// What is not imported, and what it is called.
        case problem(RowProblem.Reason, title: String)
        /// What is to be said of the entry before.
        case remark(RowProblem.Reason)
    }

    let format: ImportFormat
    /// Whether nobody can read the file without a password or a key.
    var isEncrypted = false
    private(set) var entries: [Entry] = []

    init(format: ImportFormat) { self.format = format }

    /// Adds an item, or why it cannot be imported.
    mutating func add(_ imported: ImportedItem) {
        if let problem = ItemLimits.problem(of: imported.item) {
            entries.append(.problem(problem, title: imported.item.title))
        } else {
            entries.append(.item(imported.item))
            entries += imported.remarks.map { .remark($0) }
        }
    }

    /// Adds something that is not imported.
    ///
    /// - Parameter title: What the other program calls it.
    mutating func add(_ problem: RowProblem.Reason, title: String = "") {
        entries.append(.problem(problem, title: title))
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
    /// What the present entry is called.
    private var title = ""

    init(_ document: ImportedDocument) { self.document = document }

    var format: ImportFormat { document.format }

    func next() -> RowElement? {
        guard position < document.entries.count else { return nil }
        defer { position += 1 }
        present = nil
        switch document.entries[position] {
        case .item(let item):
            number += 1
            present = item
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
