@testable import WalletTransfer  // The readers of formats are internal.

/// A record as a reader delivered it.
struct ReadRecord: Equatable, CustomStringConvertible {
    let line: Int
    /// `nil` is an empty field without quotation marks.
    var fields: [String?] = []
    var defect: RowProblem.Reason?

    var description: String { defect.map { "\(line): \($0)" } ?? "\(line): \(fields)" }

    /// Reads all records of some bytes, which come in pieces of a size.
    static func all(
        of bytes: [UInt8], pieces: Int = .max, expecting count: Int? = nil,
        limits: DelimitedTextReader.Limits = DelimitedTextReader.Limits()
    ) throws -> [ReadRecord] {
        let reader = DelimitedTextReader(PiecewiseSource(bytes, pieces: pieces), limits: limits)
        reader.expectedFieldCount = count
        var records: [ReadRecord] = []
        while try reader.next() {
            if let defect = reader.defect {
                records.append(ReadRecord(line: reader.line, defect: defect))
            } else {
                let fields = (0..<reader.fieldCount).map { index -> String? in
                    reader.isNull(index) ? nil : reader.text(index)
                }
                records.append(ReadRecord(line: reader.line, fields: fields))
            }
        }
        return records
    }

    static func all(
        of text: String, pieces: Int = .max, expecting count: Int? = nil
    ) throws -> [ReadRecord] {
        try all(of: Array(text.utf8), pieces: pieces, expecting: count)
    }
}

/// Delivers bytes in small pieces, as a pipe may do.
final class PiecewiseSource: ByteSource {
    private var rest: ArraySlice<UInt8>
    private let pieces: Int

    init(_ bytes: [UInt8], pieces: Int) {
        rest = bytes[...]
        self.pieces = pieces
    }

    func read(into memory: UnsafeMutableRawBufferPointer) -> Int {
        let piece = rest.prefix(min(pieces, memory.count))
        memory.copyBytes(from: piece)
        rest = rest.dropFirst(piece.count)
        return piece.count
    }
}
