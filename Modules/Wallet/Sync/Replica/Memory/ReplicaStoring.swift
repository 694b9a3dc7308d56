/// Keeps what a device knows of the others: sealed rows by key.
package protocol ReplicaStoring: Sendable {
    /// Loads at least the rows that are needed at the start.
    func load(_ row: (_ key: [UInt8], _ sealed: [UInt8]) throws -> Void) throws

    /// The row of a key.
    func row(_ key: [UInt8]) throws -> [UInt8]?

    /// Changes rows, durably: all of them or, when it throws, perhaps none.
    ///
    /// - Parameter body: Is given what changes a row.
    func change(_ body: (RowWriter) throws -> Void) throws
}

/// Changes the rows of a store, as long as a write lasts.
package struct RowWriter {
    private let write: (_ key: [UInt8], _ sealed: [UInt8]?) throws -> Void

    /// Makes one of what writes a row, or without a value takes it away.
    package init(_ write: @escaping (_ key: [UInt8], _ sealed: [UInt8]?) throws -> Void) {
        self.write = write
    }

    /// Writes a row; without a value, takes it away.
    func callAsFunction(_ key: [UInt8], _ sealed: [UInt8]?) throws {
        try write(key, sealed)
    }
}

extension ReplicaStoring {
    /// Writes rows, durably: all of them or, when it throws, perhaps none.
    package func save(_ rows: [[UInt8]: [UInt8]]) throws {
        try change { write in
            for (key, sealed) in rows { try write(key, sealed) }
        }
    }
}
