package import TenonCore
import TenonSecurity

extension Attachment: FieldRecord {
    /// Its fields; those of newer versions are kept.
    package static let layout: RecordLayout<Self> = RecordLayout(
        RecordField(1, \Self.id), RecordField(2, \Self.name, default: ""),
        RecordField(3, \Self.size, default: 0),
        RecordField(4, \Self.added, default: Timestamp(milliseconds: 0)),
        RecordField(5, \Self.key), unknown: .kept(\Self.unknown),
        damage: VaultError.unreadable("attachment")
    ) { id, name, size, added, key in
        guard key.count == VaultKeys.vaultKeyCount, (0...Self.sizeLimit).contains(size) else {
            throw VaultError.unreadable("attachment")
        }
        return Attachment(id: id, name: name, size: size, added: added, key: key)
    }

    /// Reads what ``encoded`` has; `nil` for anything else.
    package init?(encoded: SecretText) {
        guard let attachment = try? encoded.withBytes({ try Attachment(reading: $0) }) else {
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
}
