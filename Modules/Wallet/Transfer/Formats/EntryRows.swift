import TenonCore
import WalletVault

/// Reads the text files of password managers row by row, the same way in every pass over them.
final class EntryRows: WholeItemRows {
    let format: ImportFormat
    private let cells: RowCells
    private let dialect: TextDialect?
    private(set) var present: Item?
    /// What is still to be said of the present item.
    private var remarks: [RowProblem.Reason] = []
    /// The folders that are rows of their own, and those that items are in.
    private var folders: [(name: String, line: Int)] = []
    private var used = UsedFolders()
    private var isAtEnd = false

    init(_ cells: RowCells, _ layout: ColumnLayout) {
        self.cells = cells
        format = layout.format
        dialect = layout.dialect
    }

    func next() throws -> RowElement? {
        if !remarks.isEmpty {
            return cells.problem(remarks.removeFirst(), title: present?.title ?? "")
        }
        present = nil
        while !isAtEnd {
            switch try cells.next() {
            case .end: isAtEnd = true
            case .problem(let problem): return problem
            case .row:
                switch row() {
                case .folder(let name): folders.append((name, cells.line))
                case .item(let imported): return element(imported)
                }
            }
        }
        while let folder = folders.popLast() {
            guard !used.contains(folder.name) else { continue }
            return .problem(
                RowProblem(line: folder.line, title: folder.name, reason: .unknownPart))
        }
        return nil
    }

    private func row() -> DialectText.Row {
        if let dialect { return DialectText.row(cells, dialect) }
        return .item(
            format == .bitwardenText ? BitwardenText.item(cells) : KeePassText.item(cells))
    }

    private func element(_ imported: ImportedItem) -> RowElement {
        if let reason = ItemLimits.problem(of: imported.item) {
            return cells.problem(reason, title: imported.item.title)
        }
        present = imported.item
        remarks = imported.remarks
        used.insert(imported.item.tags)
        return .item(ImportedRow(imported.item, line: cells.line))
    }
}
