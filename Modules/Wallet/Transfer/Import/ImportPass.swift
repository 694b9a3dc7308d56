import TenonCore

/// One reading of a file from its beginning to its end.
final class ImportPass {
    let rows: any ItemRows
    /// The file that is read; `nil` for a document that is in memory.
    let source: OpenedSource?
    private let digesting: DigestingSource?

    /// Opens a text and reads its header.
    ///
    /// - Throws: ``TransferError``.
    init(
        _ source: ImportSource, key: FingerprintKey, options: ImportOptions = ImportOptions()
    ) throws {
        let opened = try source.open()
        let digesting = DigestingSource(opened.bytes, key: key)
        self.source = opened
        self.digesting = digesting
        rows = try TextRows.open(digesting, options: options)
    }

    /// Begins with the entries of a document.
    init(_ document: ImportedDocument) {
        source = nil
        digesting = nil
        rows = DocumentRows(document)
    }

    /// How many bytes have been read.
    var progress: ImportProgress {
        let size = source?.size ?? 0
        return ImportProgress(
            completed: min(digesting?.count ?? 0, size), total: max(1, size))
    }

    /// What all bytes amount to; for after the last row.
    var digest: Fingerprint? { digesting?.digest() }

    /// The rows of a preview that are shown; reads no further than the last of them.
    func samples(_ wanted: [Int32: ImportKind]) throws -> [ImportSample] {
        var samples: [ImportSample] = []
        var number: Int32 = 0
        while samples.count < wanted.count, let element = try rows.next() {
            guard case .item(let row) = element else { continue }
            if let kind = wanted[number] {
                samples.append(
                    ImportSample(
                        kind: kind, line: row.line, title: row.title, userName: row.userName,
                        site: ImportedSite.label(of: row.url)))
            }
            number += 1
        }
        return samples
    }
}
