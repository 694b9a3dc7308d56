/// Opens text files with columns.
enum TextRows {
    /// Reads the header, and finds what reads the rows.
    ///
    /// - Parameter options: What a person says of the file.
    /// - Throws: ``TransferError`` when it is the header of no known format.
    static func open(
        _ source: any ByteSource, options: ImportOptions = ImportOptions()
    ) throws -> any ItemRows {
        let mapping = options.columns
        let source =
            mapping.map { $0.encoding == .utf8 ? source : TranscodingSource(source, $0.encoding) }
            ?? source
        let reader = DelimitedTextReader(
            source, delimiter: try mapping?.delimiterByte ?? UInt8(ascii: ","))
        guard try reader.next() else { throw TransferError.empty }
        guard reader.defect == nil else { throw TransferError.unknownFormat }
        let layout = try ColumnLayout(
            first: (0..<reader.fieldCount).map { reader.text($0) }, options: options)
        reader.expectedFieldCount = layout.count
        reader.allowsMoreFields = layout.dialect?.allowsMoreFields ?? false
        let cells = RowCells(reader, layout, isAtRow: !(layout.dialect?.hasHeader ?? true))
        return layout.format.isBrowser
            ? BrowserRows(cells, of: layout.format) : EntryRows(cells, layout)
    }
}
