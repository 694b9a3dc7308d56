import TenonCore

/// One reading of a source from its beginning to its end.
final class ImportPass {
    let rows: RowReader
    let source: OpenedSource
    private let digesting: DigestingSource

    /// Opens a source and reads its header.
    ///
    /// - Throws: ``TransferError``.
    init(_ source: ImportSource, key: FingerprintKey) throws {
        self.source = try source.open()
        digesting = DigestingSource(self.source.bytes, key: key)
        rows = try RowReader(digesting)
    }

    /// How many bytes have been read.
    var progress: ImportProgress {
        ImportProgress(
            completed: min(digesting.count, source.size), total: max(1, source.size))
    }

    /// What all bytes amount to; for after the last row.
    var digest: Fingerprint { digesting.digest() }

    /// The rows of a preview that are shown; reads no further than the last of them.
    func samples(_ wanted: [Int32: ImportKind]) throws -> [ImportSample] {
        var samples: [ImportSample] = []
        var number: Int32 = 0
        while samples.count < wanted.count, let element = try rows.next() {
            guard case .login(let row) = element else { continue }
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
