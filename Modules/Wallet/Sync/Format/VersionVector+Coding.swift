import TenonCore
import WalletVault

extension VersionVector {
    /// Adds the position in one log, as ``write(as:to:)`` wrote it.
    ///
    /// - Returns: `false` when it is malformed, or when the log is here already.
    mutating func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let head = ItemCoding.byteCount
        guard bytes.count >= head, let device = DeviceID(bytes: Array(bytes[..<head])),
            positions[device] == nil,
            let position = LogPosition(reading: UnsafeRawBufferPointer(rebasing: bytes[head...]))
        else { return false }
        positions[device] = position
        return true
    }

    /// Writes the position in each log as a field of its own, by device.
    func write(as tag: Int, to writer: SecretWriter) {
        for (device, position) in positions.sorted(by: { $0.key < $1.key }) {
            writer.field(tag) { inner in
                inner.bytes(device.bytes)
                position.write(to: inner)
            }
        }
    }
}

extension LogPosition {
    /// Reads what ``write(to:)`` wrote; `nil` for anything else.
    init?(reading bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 8 + Self.start.hash.count else { return nil }
        self.init(number: UInt64(bigEndianBytes: bytes[..<8]), hash: Array(bytes[8...]))
    }

    /// Writes number and hash.
    func write(to writer: SecretWriter) {
        writer.bytes(number.bigEndianBytes)
        writer.bytes(hash)
    }
}
