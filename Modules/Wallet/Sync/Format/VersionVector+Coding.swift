import TenonCore
package import WalletVault

extension LogPosition: FieldContent {
    /// Reads what ``write(to:)`` wrote; `nil` for anything else.
    package init?(reading bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 8 + Self.start.hash.count else { return nil }
        self.init(number: UInt64(bigEndianBytes: bytes[..<8]), hash: Array(bytes[8...]))
    }

    /// Writes number and hash.
    package func write(to writer: SecretWriter) {
        number.write(to: writer)
        writer.bytes(hash)
    }
}
