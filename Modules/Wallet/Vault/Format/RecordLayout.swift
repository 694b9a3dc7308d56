import TenonCore

/// The fields of a record, for writing and reading alike.
///
/// They are written in the order in which they are named, and read in any order.
///
/// Unchecked: it holds tags, key paths and functions of those, and nothing in it changes.
package struct RecordLayout<Record>: @unchecked Sendable {
    /// What becomes of fields that only a newer version knows.
    package enum Unknown {
        /// They are passed over.
        case passedOver
        /// The record keeps them; they are written behind the others.
        case kept(WritableKeyPath<Record, UnknownFields>)
        /// A record with such a field is not read, whatever else is in it.
        case refused(any Error)
    }

    private let unknown: Unknown
    private let tags: [Int]
    private let writers: [(Record, SecretWriter) -> Void]
    private let make: ([FieldReader.Field]) throws -> Record

    /// Describes a record.
    ///
    /// - Parameters:
    ///   - fields: Its fields, in the order in which they are written.
    ///   - unknown: What becomes of other fields.
    ///   - damage: The error when a field is missing or has no content that it can have.
    ///   - make: Makes a record of the values of its fields.
    package init<each Value>(
        _ fields: repeat RecordField<Record, each Value>, unknown: Unknown = .passedOver,
        damage: any Error, make: @escaping (repeat each Value) throws -> Record
    ) {
        var tags: [Int] = []
        var writers: [(Record, SecretWriter) -> Void] = []
        for field in repeat each fields {
            tags.append(field.tag)
            writers.append(field.write)
        }
        (self.unknown, self.tags, self.writers) = (unknown, tags, writers)
        self.make = { found in try make(repeat try (each fields).read(found, damage)) }
    }

    /// Writes all fields of a record.
    func write(_ record: Record, to writer: SecretWriter) {
        for write in writers { write(record, writer) }
        if case .kept(let path) = unknown {
            record[keyPath: path].encoded.withBytes { writer.bytes($0) }
        }
    }

    /// Makes a record of its fields.
    func read(_ bytes: UnsafeRawBufferPointer) throws -> Record {
        var reader = FieldReader(bytes)
        var (known, others): ([FieldReader.Field], [FieldReader.Field]) = ([], [])
        while let field = try reader.next() {
            if tags.contains(field.tag) { known.append(field) } else { others.append(field) }
        }
        if case .refused(let error) = unknown, !others.isEmpty { throw error }
        var record = try make(known)
        if case .kept(let path) = unknown, !others.isEmpty {
            let kept = SecretWriter(capacity: 0)
            for field in others { kept.bytes(field.encoded) }
            record[keyPath: path] = UnknownFields(kept)
        }
        return record
    }
}

/// A value that is written as a record of fields.
package protocol FieldRecord: FieldContent {
    /// Its fields, and how it is made of them.
    static var layout: RecordLayout<Self> { get }
}

extension FieldRecord {
    /// Reads what ``write(to:)`` wrote.
    ///
    /// - Throws: The error that the layout names for damage or for fields that are refused; ``VaultError``
    ///   (`vaultUnreadable`) when the record ends in the middle of a field.
    package init(reading bytes: UnsafeRawBufferPointer) throws {
        self = try Self.layout.read(bytes)
    }

    /// Writes all fields.
    package func write(to writer: SecretWriter) { Self.layout.write(self, to: writer) }
}
