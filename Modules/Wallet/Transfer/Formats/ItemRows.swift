import TenonCore
import TenonMemory
import WalletVault

/// What a file holds, row by row: logins, cards, notes and what cannot be imported.
protocol ItemRows: AnyObject {
    /// What was recognised.
    var format: ImportFormat { get }

    /// Goes to the next row; `nil` at the end.
    ///
    /// - Throws: ``TransferError`` when the source cannot be read.
    func next() throws -> RowElement?

    /// Lends what makes the present row the same as another one beside its site and user name: the
    /// password, and everything else that it holds.
    func withContent<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result

    /// The present row with all that it holds.
    func item() -> Item

    /// The files that belong to the present row.
    var files: [ImportedFile] { get }
}

extension ItemRows {
    /// None: files come in documents.
    var files: [ImportedFile] { [] }
}

/// Rows that make an item of each row.
protocol WholeItemRows: ItemRows {
    /// The item of the present row, if it has one.
    var present: Item? { get }
}

extension WholeItemRows {
    func withContent<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try ItemContent.bytes(of: item(), withExtras: true).withBytes(body)
    }

    func item() -> Item { present ?? .note(Note(head: ItemHead(title: ""))) }
}

/// What a row is.
enum RowElement {
    /// An item.
    case item(ImportedRow)
    /// Something that is not imported.
    case problem(RowProblem)
}
