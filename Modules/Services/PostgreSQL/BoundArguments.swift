import CPostgreSQL
import TenonCore

/// The arguments of a statement in the form in which libpq sends them.
///
/// Integers are sent as `bigint` and bytes as `bytea`, both binary. The server infers the types of
/// texts and nulls, so that a text may be stored in a column of dates or JSON.
struct BoundArguments {
    /// The types of the arguments, as far as the server has to be told.
    let types: [Oid]
    private let values: [DatabaseValue]

    /// - Throws: ``PostgreSQLError`` (`database.unstorable`) for a value that PostgreSQL cannot
    ///   store.
    init(_ values: [DatabaseValue]) throws {
        self.values = values
        types = try values.map { value in
            switch value {
            case .null: return 0
            case .integer: return ColumnKind.integer8Type
            case .text(let text):
                // libpq would send only the part before it.
                guard !text.utf8.contains(0) else { throw PostgreSQLError.textWithNUL }
                guard text.utf8.count <= Self.mostBytes else { throw PostgreSQLError.tooLong }
                return 0
            case .blob(let bytes):
                guard bytes.count <= Self.mostBytes else { throw PostgreSQLError.tooLong }
                return ColumnKind.bytesType
            }
        }
    }

    /// The largest value that a server accepts (PostgreSQL 15, appendix K).
    private static let mostBytes = 1 << 30

    /// Lends the arguments as libpq takes them: pointers, lengths, and whether each is binary.
    func lend<Result>(
        to body: ([UnsafePointer<CChar>?], [Int32], [Int32]) throws -> Result
    ) rethrows -> Result {
        let size = values.reduce(1) { $0 + Self.size(of: $1) }
        return try withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { memory in
            var pointers: [UnsafePointer<CChar>?] = []
            var lengths: [Int32] = []
            var formats: [Int32] = []
            var start = 0
            for value in values {
                let place = UnsafeMutableRawBufferPointer(rebasing: memory[start...])
                start += Self.size(of: value)
                switch value {
                case .null: break
                case .integer(let number):
                    place.storeBytes(of: number.bigEndian, as: Int64.self)
                case .text(let text):
                    place.copyBytes(from: text.utf8)
                    place[text.utf8.count] = 0
                case .blob(let bytes): place.copyBytes(from: bytes)
                }
                let isNull = value == .null
                pointers.append(
                    isNull
                        ? nil
                        : UnsafePointer(place.baseAddress?.assumingMemoryBound(to: CChar.self)))
                if case .text(let text) = value {
                    lengths.append(Int32(text.utf8.count))
                    formats.append(0)
                } else {
                    lengths.append(Int32(Self.size(of: value)))
                    formats.append(1)
                }
            }
            return try body(pointers, lengths, formats)
        }
    }

    private static func size(of value: DatabaseValue) -> Int {
        switch value {
        case .null: 0
        case .integer: 8
        case .text(let text): text.utf8.count + 1
        case .blob(let bytes): bytes.count
        }
    }
}
