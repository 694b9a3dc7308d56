/// Opens text files with columns.
enum TextRows {
    /// Reads the header, and finds what reads the rows.
    ///
    /// - Throws: ``TransferError`` when it is the header of no known format.
    static func open(_ source: any ByteSource) throws -> any ItemRows {
        let reader = DelimitedTextReader(source)
        guard try reader.next() else { throw TransferError.empty }
        guard reader.defect == nil else { throw TransferError.unknownFormat }
        let layout = try ColumnLayout(header: (0..<reader.fieldCount).map { reader.text($0) })
        reader.expectedFieldCount = layout.count
        let cells = RowCells(reader, layout)
        return switch layout.format {
        case .firefox, .chrome: BrowserRows(cells, of: layout.format)
        case .keePassText, .bitwardenText, .bitwarden, .onePassword, .passStore, .keePass:
            EntryRows(cells, of: layout.format)
        }
    }
}
