import TenonCore
import WalletVault

/// Reads the text files of password managers row by row, the same way in every pass over them.
final class EntryRows: ItemRows {
    let format: ImportFormat
    private let layout: ColumnLayout
    private let reader: DelimitedTextReader
    private var present: Item?

    /// Takes a reader that has read its header.
    init(_ reader: DelimitedTextReader, _ layout: ColumnLayout) {
        self.reader = reader
        self.layout = layout
        format = layout.format
    }

    func next() throws -> RowElement? {
        present = nil
        guard try reader.next() else { return nil }
        if let defect = reader.defect {
            return problem(RowProblem.Reason(defect, expected: layout.count))
        }
        let cells = RowCells(reader, layout)
        let item =
            switch format {
            case .bitwardenText: BitwardenText.item(cells)
            case .keePassText, .firefox, .chrome, .bitwarden, .onePassword, .passStore, .keePass:
                KeePassText.item(cells)
            }
        if let reason = ItemLimits.problem(of: item) { return problem(reason) }
        present = item
        return .item(ImportedRow(item, line: reader.line))
    }

    func withContent<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try ItemContent.bytes(of: item(), withExtras: true).withBytes(body)
    }

    func item() -> Item { present ?? .note(Note(head: ItemHead(title: ""))) }

    private func problem(_ reason: RowProblem.Reason) -> RowElement {
        .problem(RowProblem(line: reader.line, reason: reason))
    }
}

/// The fields of one row by the names of their columns.
struct RowCells {
    private let reader: DelimitedTextReader
    private let layout: ColumnLayout

    init(_ reader: DelimitedTextReader, _ layout: ColumnLayout) {
        self.reader = reader
        self.layout = layout
    }

    /// A text; empty when there is no such column.
    func text(_ name: String) -> String { layout[name].map { reader.text($0) } ?? "" }

    /// A secret; empty when there is no such column.
    func secret(_ name: String) -> SecretText {
        layout[name].map(secret) ?? SecretText(utf8: [])
    }

    /// The values of columns that nobody knows; concealed, since they may be secrets.
    var others: [CustomField] {
        layout.others.compactMap { index, name in
            let value = secret(index)
            return value.isEmpty ? nil : CustomField(label: name, value: value, isConcealed: true)
        }
    }

    private func secret(_ index: Int) -> SecretText {
        reader.withField(index) { SecretText(utf8: $0) }
    }
}
