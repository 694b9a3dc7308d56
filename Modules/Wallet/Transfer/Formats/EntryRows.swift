import TenonCore
import WalletVault

/// Reads the text files of password managers row by row, the same way in every pass over them.
final class EntryRows: ItemRows {
    let format: ImportFormat
    private let cells: RowCells
    private var present: Item?
    /// What is still to be said of the present item.
    private var remarks: [RowProblem.Reason] = []

    init(_ cells: RowCells, of format: ImportFormat) {
        self.cells = cells
        self.format = format
    }

    func next() throws -> RowElement? {
        if !remarks.isEmpty { return cells.problem(remarks.removeFirst()) }
        present = nil
        switch try cells.next() {
        case .end: return nil
        case .problem(let problem): return problem
        case .row: break
        }
        let imported =
            switch format {
            case .bitwardenText: BitwardenText.item(cells)
            case .keePassText, .firefox, .chrome, .bitwarden, .onePassword, .passStore, .keePass:
                KeePassText.item(cells)
            }
        if let reason = ItemLimits.problem(of: imported.item) { return cells.problem(reason) }
        present = imported.item
        remarks = imported.remarks
        return .item(ImportedRow(imported.item, line: cells.line))
    }

    func withContent<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try ItemContent.bytes(of: item(), withExtras: true).withBytes(body)
    }

    func item() -> Item { present ?? .note(Note(head: ItemHead(title: ""))) }
}
