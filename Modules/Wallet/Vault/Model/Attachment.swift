package import TenonCore
import TenonSecurity

/// A file that belongs to an item: what it is called, and the key of its content.
///
/// The content never changes. It is kept in chunks that are sealed with this key, which seals nothing
/// else; so nothing else fits into their places.
package struct Attachment: Sendable, Equatable, Identifiable {
    /// The largest content that a vault takes, in bytes: 500 MB.
    package static let sizeLimit = 500_000_000
    /// The largest content that is attached unless the person chooses another limit, in bytes: 100 MB.
    package static let standardLimit = 100_000_000

    /// The name of the attachment in the vault.
    package let id: ItemID
    /// The name of the file, without a folder.
    package let name: String
    /// How many bytes the content has.
    package let size: Int
    /// When it was attached.
    package let added: Timestamp
    /// Seals the content.
    let key: SecretBytes
    /// Fields of a newer version.
    var unknown: UnknownFields

    init(
        id: ItemID, name: String, size: Int, added: Timestamp, key: SecretBytes,
        unknown: UnknownFields = UnknownFields()
    ) {
        self.id = id
        self.name = name
        self.size = size
        self.added = added
        self.key = key
        self.unknown = unknown
    }

    /// Whether one of several attachments has the same content.
    func isContent(ofOneOf others: [Attachment]) -> Bool {
        others.contains { $0.id == id && $0.key == key }
    }

    /// Makes an attachment whose content is not stored yet.
    ///
    /// - Parameters:
    ///   - name: The name of the file; what stands before the last slash is left out.
    ///   - size: How many bytes the content has.
    ///   - added: The time.
    /// - Throws: ``VaultError``: `vaultTooLarge` above ``sizeLimit``, `vaultAttachment` for a name that
    ///   no file has.
    package init(_ name: String, size: Int, added: Timestamp) throws(VaultError) {
        guard (0...Self.sizeLimit).contains(size) else {
            throw Self.tooLarge(name, limit: Self.sizeLimit)
        }
        let name = String(name.split(separator: "/").last ?? "")
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(0),
            name.utf8.count <= 255
        else {
            throw VaultError(
                .vaultAttachment, "“\(name)” is not the name of a file.",
                remedy: "Give a name of up to 255 bytes.")
        }
        self.init(
            id: ItemID(), name: name, size: size, added: added,
            key: .random(count: VaultKeys.vaultKeyCount))
    }

    /// That a file is larger than what is attached.
    ///
    /// - Parameter limit: The most bytes; whole megabytes.
    package static func tooLarge(_ name: String, limit: Int) -> VaultError {
        VaultError(
            .vaultTooLarge, "The file “\(name)” is larger than \(limit / 1_000_000) MB.",
            remedy: """
                Choose a larger limit in the settings, up to 500 MB; or keep the file elsewhere, and its \
                password in the vault.
                """)
    }
}
