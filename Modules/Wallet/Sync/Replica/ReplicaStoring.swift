/// Keeps what a device knows of the others: sealed rows by key.
package protocol ReplicaStoring: Sendable {
    /// Hands over the rows that are needed at once; all others may be among them.
    func load(_ row: (_ key: [UInt8], _ sealed: [UInt8]) throws -> Void) throws

    /// The row of a key.
    func row(_ key: [UInt8]) throws -> [UInt8]?

    /// Writes rows, durably: all of them or, when it throws, perhaps none.
    func save(_ rows: [[UInt8]: [UInt8]]) throws
}
