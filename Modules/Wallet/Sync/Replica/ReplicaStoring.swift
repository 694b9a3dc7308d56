/// Keeps what a device knows of the others: sealed rows by key.
package protocol ReplicaStoring: Sendable {
    /// Hands over all rows; it may leave out the commits of the device itself.
    func load(_ row: (_ key: [UInt8], _ sealed: [UInt8]) throws -> Void) throws

    /// The row of a key.
    func row(_ key: [UInt8]) throws -> [UInt8]?

    /// Writes rows, durably: all of them or, when it throws, perhaps none.
    func save(_ rows: [[UInt8]: [UInt8]]) throws
}

/// The keys of the rows.
enum RowKey {
    static let meta: [UInt8] = [0]
    /// Where the commits of the device itself begin.
    static let ownBegin: [UInt8] = [3]
    /// What comes after them.
    static let ownEnd: [UInt8] = [4]

    static func item(_ id: [UInt8]) -> [UInt8] { [1] + id }

    static func hash(_ device: DeviceID, _ number: UInt64) -> [UInt8] {
        [2] + device.bytes + bytes(number)
    }

    static func own(_ number: UInt64) -> [UInt8] { [3] + bytes(number) }

    static func written(_ id: [UInt8]) -> [UInt8] { [4] + id }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
