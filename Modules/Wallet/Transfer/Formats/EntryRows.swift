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
        while true {
            switch try cells.next() {
            case .end: return nil
            case .problem(let problem): return problem
            case .row: break
            }
            guard let imported = imported() else { continue }
            if let reason = ItemLimits.problem(of: imported.item) {
                return cells.problem(reason, title: imported.item.title)
            }
            present = imported.item
            remarks = imported.remarks
            return .item(ImportedRow(imported.item, line: cells.line))
        }
    }

    private func imported() -> ImportedItem? {
        if let dialect { return DialectText.item(cells, dialect) }
        return format == .bitwardenText ? BitwardenText.item(cells) : KeePassText.item(cells)
    }
}
