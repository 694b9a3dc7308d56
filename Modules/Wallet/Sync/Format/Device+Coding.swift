import TenonSecurity
package import WalletVault

extension Device: FieldContent {
    /// Reads what ``write(to:)`` wrote; `nil` for anything else.
    package init?(reading bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Ed25519.keyCount else { return nil }
        self.init(
            publicKey: Array(bytes[..<Ed25519.keyCount]),
            name: String(decoding: bytes[Ed25519.keyCount...], as: UTF8.self))
    }

    /// Writes its key and its name.
    package func write(to writer: SecretWriter) {
        writer.bytes(publicKey)
        writer.bytes(Array(name.utf8))
    }
}

extension DeviceID: RecordKey {
    /// Reads what ``write(to:)`` wrote; `nil` for anything else.
    package init?(reading bytes: UnsafeRawBufferPointer) { self.init(bytes: Array(bytes)) }

    /// Writes its bytes.
    package func write(to writer: SecretWriter) { writer.bytes(bytes) }
}
