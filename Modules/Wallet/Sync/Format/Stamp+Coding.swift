import TenonCore
package import WalletVault

extension Stamp: FieldContent {
    private static let byteCount = 8 + ItemCoding.byteCount + 8

    /// Reads what ``write(to:)`` wrote; `nil` for anything else.
    package init?(reading bytes: UnsafeRawBufferPointer) {
        let end = 8 + ItemCoding.byteCount
        guard bytes.count == Self.byteCount,
            let device = DeviceID(bytes: Array(bytes[8..<end]))
        else { return nil }
        self.init(
            time: HybridTime(value: UInt64(bigEndianBytes: bytes[..<8])), device: device,
            number: UInt64(bigEndianBytes: bytes[end...]))
    }

    /// Writes time, device and number.
    package func write(to writer: SecretWriter) {
        writer.bytes(time.value.bigEndianBytes)
        writer.bytes(device.bytes)
        writer.bytes(number.bigEndianBytes)
    }
}

extension RecordField where Value == [Admission: Stamp] {
    /// Describes a field that is there for each admission, from the first one to the last: the newcomer, and the
    /// stamp, which names the author.
    init(admissions tag: Int, _ path: KeyPath<Record, Value>) {
        self.init(tag, path, missing: [:]) { admissions, tag, writer in
            for (admission, stamp) in admissions.sorted(by: { $0.value < $1.value }) {
                writer.field(tag) { inner in
                    admission.newcomer.write(to: inner)
                    stamp.write(to: inner)
                }
            }
        } add: { admissions, bytes in
            let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(ItemCoding.byteCount))
            let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(ItemCoding.byteCount))
            guard let newcomer = DeviceID(reading: head), let stamp = Stamp(reading: rest) else {
                return false
            }
            admissions?[Admission(newcomer: newcomer, author: stamp.device)] = stamp
            return true
        }
    }
}
