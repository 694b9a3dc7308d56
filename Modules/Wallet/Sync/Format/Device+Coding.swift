import TenonSecurity
import WalletVault

extension Device {
    /// Reads what ``write(to:)`` wrote; `nil` for anything else.
    init?(reading bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Ed25519.keyCount else { return nil }
        self.init(
            publicKey: Array(bytes[..<Ed25519.keyCount]),
            name: String(decoding: bytes[Ed25519.keyCount...], as: UTF8.self))
    }

    /// Writes its key and its name.
    func write(to writer: SecretWriter) {
        writer.bytes(publicKey)
        writer.bytes(Array(name.utf8))
    }
}
