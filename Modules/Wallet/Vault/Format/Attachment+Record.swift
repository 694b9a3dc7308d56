package import TenonCore
import TenonSecurity

extension Attachment {
    private enum Tag {
        static let id = 1
        static let name = 2
        static let size = 3
        static let added = 4
        static let key = 5
    }

    /// Reads the fields of an attachment.
    ///
    /// - Throws: ``VaultError`` (`vaultUnreadable`).
    init(fields: UnsafeRawBufferPointer) throws {
        var reader = FieldReader(fields)
        var (id, name, size, added): (ItemID?, String, Int64, Timestamp) = (
            nil, "", 0, Timestamp(milliseconds: 0)
        )
        var key: SecretBytes?
        let unread = SecretWriter(capacity: 16)
        while let field = try reader.next() {
            switch field.tag {
            case Tag.id: id = ItemID(bytes: field.value)
            case Tag.name: name = field.text
            case Tag.size: size = field.number
            case Tag.added: added = field.timestamp
            case Tag.key: key = SecretBytes(copying: field.value)
            default: unread.bytes(field.encoded)
            }
        }
        guard let id, let key, key.count == VaultKeys.vaultKeyCount,
            (0...Int64(Self.sizeLimit)).contains(size)
        else { throw VaultError.unreadable("attachment") }
        self.init(
            id: id, name: name, size: Int(size), added: added, key: key,
            unknown: UnknownFields(unread))
    }

    /// Reads what ``encoded`` has; `nil` for anything else.
    package init?(encoded: SecretText) {
        guard let attachment = try? encoded.withBytes({ try Attachment(fields: $0) }) else {
            return nil
        }
        self = attachment
    }

    /// All that a machine needs to open the content, once it has that.
    package var encoded: SecretText {
        let writer = SecretWriter(capacity: 128)
        write(to: writer)
        return writer.withBytes { SecretText(utf8: $0) }
    }

    /// Writes the fields of the attachment.
    func write(to writer: SecretWriter) {
        id.bytes.withUnsafeBytes { writer.field(Tag.id, $0) }
        writer.field(Tag.name, name)
        writer.field(Tag.size, Int64(size))
        writer.field(Tag.added, added.milliseconds)
        key.withBytes { writer.field(Tag.key, $0) }
        unknown.encoded.withBytes { writer.bytes($0) }
    }
}
