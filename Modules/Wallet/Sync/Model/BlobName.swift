import TenonCore
package import TenonSecurity
package import WalletVault

/// The name of a part of a file where machines leave it for each other.
///
/// It is a keyed hash of what the part is, so that it tells nothing to whoever has no key of the vault,
/// and the same part has the same name everywhere.
package struct BlobName: Hashable, Sendable, CustomStringConvertible {
    let name: ItemID

    /// Names a part of the content of an attachment.
    ///
    /// - Parameters:
    ///   - number: Which part it is, from 0.
    ///   - attachment: The attachment.
    ///   - key: The key for names of a vault.
    package init(_ number: Int, of attachment: Attachment, _ key: HMACSHA256) {
        name = attachment.name(ofChunk: number, key)
    }

    /// The part with a name that was written down.
    init(name: ItemID) { self.name = name }

    /// Names a chunk of a snapshot.
    ///
    /// - Parameters:
    ///   - number: Which chunk it is, from 0.
    ///   - key: The key for names of the snapshot.
    init?(chunk number: Int, ofSnapshotWith key: HMACSHA256) {
        let code = UInt64(number).bigEndianBytes.withUnsafeBytes { key.authenticationCode(for: $0) }
        let id = code.withUnsafeBytes {
            ItemCoding.id(UnsafeRawBufferPointer(rebasing: $0[..<ItemCoding.byteCount]))
        }
        guard let id else { return nil }
        name = id
    }

    /// The text form: 26 characters that are safe in file names.
    package var description: String { name.description }
}
