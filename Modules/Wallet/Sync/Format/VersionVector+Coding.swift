import TenonCore
import WalletVault

extension VersionVector {
    /// Adds the position in one log, as ``write(as:to:)`` wrote it.
    ///
    /// - Returns: `false` when it is malformed, or when the log is here already.
    mutating func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let head = ItemCoding.byteCount
        guard bytes.count == head + 8 + LogPosition.start.hash.count,
            let device = DeviceID(bytes: Array(bytes[..<head])), positions[device] == nil
        else { return false }
        positions[device] = LogPosition(
            number: UInt64(bigEndianBytes: bytes[head..<(head + 8)]),
            hash: Array(bytes[(head + 8)...]))
        return true
    }

    /// Writes the position in each log as a field of its own, by device.
    func write(as tag: Int, to writer: SecretWriter) {
        for (device, position) in positions.sorted(by: { $0.key < $1.key }) {
            writer.field(tag) { inner in
                inner.bytes(device.bytes)
                inner.bytes(position.number.bigEndianBytes)
                inner.bytes(position.hash)
            }
        }
    }
}
