import TenonCore
import WalletVault

/// The rows of a text file with columns, one after the other; fields go by the names of their columns.
final class RowCells {
    /// What comes next.
    enum Step {
        case end
        /// A row whose fields can be read until the next step.
        case row
        /// Something that is not a row.
        case problem(RowElement)
    }

    private let reader: DelimitedTextReader
    private let layout: ColumnLayout
    /// Whether the reader is at a row already, because the file has no header.
    private var isAtRow: Bool
    private var defects = 0

    /// How many rows that cannot be understood a file may have; with more it is not such a file.
    private static let defectLimit = 10_000

    /// Takes a reader that has read its first row: the header, or a row when there is no header.
    init(_ reader: DelimitedTextReader, _ layout: ColumnLayout, isAtRow: Bool = false) {
        self.reader = reader
        self.layout = layout
        self.isAtRow = isAtRow
    }

    /// The line in the file at which the present row begins, from 1.
    var line: Int { reader.line }

    /// Goes to the next row.
    ///
    /// - Throws: ``TransferError`` when the source cannot be read.
    func next() throws -> Step {
        if isAtRow {
            isAtRow = false
            guard reader.fieldCount >= layout.count else {
                return .problem(
                    problem(.tooFewFields(found: reader.fieldCount, expected: layout.count)))
            }
            return .row
        }
        guard try reader.next() else { return .end }
        guard let defect = reader.defect else { return .row }
        defects += 1
        guard defects <= Self.defectLimit else { throw TransferError.notRows(Self.defectLimit) }
        return .problem(problem(defect))
    }

    /// What is wrong with the present row.
    ///
    /// - Parameter title: What its entry is called.
    func problem(_ reason: RowProblem.Reason, title: String = "") -> RowElement {
        .problem(RowProblem(line: line, title: title, reason: reason))
    }

    /// A text; empty when there is no such column.
    func text(_ name: String) -> String { layout[name].map { reader.text($0) } ?? "" }

    /// A secret; empty when there is no such column.
    func secret(_ name: String) -> SecretText {
        layout[name].map(secret) ?? SecretText(utf8: [])
    }

    /// A secret; `nil` when there is no such column, or no value in this row.
    func presentSecret(_ name: String) -> SecretText? {
        guard let index = layout[name], !reader.isNull(index) else { return nil }
        return secret(index)
    }

    /// Lends the bytes of a field; none when there is no such column.
    func withBytes<Result>(
        _ name: String, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        guard let index = layout[name] else {
            return try body(UnsafeRawBufferPointer(start: nil, count: 0))
        }
        return try reader.withField(index, body)
    }

    /// The values of columns that nobody knows; concealed, since they may be secrets.
    var others: [CustomField] {
        layout.others.compactMap { index, name in
            let value = secret(index)
            let label = HiddenLabel.shown(name)
            return value.isEmpty ? nil : CustomField(label: label, value: value, isConcealed: true)
        }
    }

    /// The fields behind those that have columns.
    var further: [SecretText] {
        reader.fieldCount > layout.count ? (layout.count..<reader.fieldCount).map(secret) : []
    }

    private func secret(_ index: Int) -> SecretText {
        reader.withField(index) { SecretText(utf8: $0) }
    }
}
