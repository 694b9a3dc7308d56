package import TenonSecurity
package import WalletVault

/// The name of a part of a file where machines leave it for each other.
///
/// It is a keyed hash of what the part is, so that it tells nothing to whoever has no key of the vault,
/// and the same part has the same name everywhere.
package struct BlobName: Hashable, Sendable, CustomStringConvertible {
    private let name: ItemID

    /// Names a part of the content of an attachment.
    ///
    /// - Parameters:
    ///   - number: Which part it is, from 0.
    ///   - attachment: The attachment.
    ///   - key: The key for names of a vault.
    package init(_ number: Int, of attachment: Attachment, _ key: HMACSHA256) {
        name = attachment.name(ofChunk: number, key)
    }

    /// The text form: 26 characters that are safe in file names.
    package var description: String { name.description }
}
