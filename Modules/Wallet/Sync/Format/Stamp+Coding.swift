import TenonCore
import WalletVault

extension Stamp {
    private static let byteCount = 8 + ItemCoding.byteCount + 8

    /// Reads what ``write(to:)`` wrote; `nil` for anything else.
    init?(reading bytes: UnsafeRawBufferPointer) {
        let end = 8 + ItemCoding.byteCount
        guard bytes.count == Self.byteCount,
            let device = DeviceID(bytes: Array(bytes[8..<end]))
        else { return nil }
        self.init(
            time: HybridTime(value: UInt64(bigEndianBytes: bytes[..<8])), device: device,
            number: UInt64(bigEndianBytes: bytes[end...]))
    }

    /// Writes time, device and number.
    func write(to writer: SecretWriter) {
        writer.bytes(time.value.bigEndianBytes)
        writer.bytes(device.bytes)
        writer.bytes(number.bigEndianBytes)
    }
}
