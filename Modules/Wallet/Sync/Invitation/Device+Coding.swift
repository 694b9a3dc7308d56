import TenonSecurity
import WalletVault

extension Device {
    /// Reads what ``write(to:)`` wrote.
    ///
    /// - Throws: ``SyncError`` (`syncInvitation`).
    init(reading bytes: UnsafeRawBufferPointer) throws {
        guard bytes.count >= Ed25519.keyCount,
            let device = Device(
                publicKey: Array(bytes[..<Ed25519.keyCount]),
                name: String(decoding: bytes[Ed25519.keyCount...], as: UTF8.self))
        else { throw SyncError.alteredInvitation }
        self = device
    }

    /// Writes its key and its name.
    func write(to writer: SecretWriter) {
        writer.bytes(publicKey)
        writer.bytes(Array(name.utf8))
    }
}

extension LogPosition {
    /// Reads the position in the log of a device.
    ///
    /// - Throws: ``SyncError`` (`syncInvitation`).
    static func read(_ bytes: UnsafeRawBufferPointer) throws -> (DeviceID, LogPosition) {
        let head = ItemCoding.byteCount
        guard bytes.count == head + 8 + Self.start.hash.count,
            let device = DeviceID(bytes: Array(bytes[..<head]))
        else { throw SyncError.alteredInvitation }
        let number = bytes[head..<(head + 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return (device, LogPosition(number: number, hash: Array(bytes[(head + 8)...])))
    }

    /// Writes the position in the log of a device.
    func write(of device: DeviceID, to writer: SecretWriter) {
        writer.bytes(device.bytes)
        writer.integer(number.byteSwapped)
        writer.bytes(hash)
    }
}
