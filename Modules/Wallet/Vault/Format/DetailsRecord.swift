import TenonCore

/// The content of sealed details: all that is secret, and the history.
///
/// The length of the fields (4 bytes), the fields, and padding.
struct DetailsRecord {
    private enum Tag {
        static let password = 1
        static let oneTimePassword = 2
        static let notes = 3
        static let customField = 4
        static let version = 5
        static let holder = 6
        static let number = 7
        static let securityCode = 8
        static let pin = 9
        static let issuer = 10
        static let attachment = 11
    }

    private enum CustomTag {
        static let label = 1
        static let value = 2
        static let isConcealed = 3
    }

    private enum VersionTag {
        static let changed = 1
        static let replaced = 2

        /// The parts whose former values are kept; a number, once given, stays.
        static let values: [(tag: Int, field: ItemPart)] = [
            (3, .userName), (4, .password), (5, .oneTimePassword), (6, .number), (7, .expiry),
            (8, .securityCode), (9, .pin), (10, .notes),
        ]
    }

    var password = SecretText(utf8: [])
    var oneTimePassword: SecretText?
    var notes = SecretText(utf8: [])
    var customFields: [CustomField] = []
    var holder = ""
    var number = SecretText(utf8: [])
    var securityCode = SecretText(utf8: [])
    var pin = SecretText(utf8: [])
    var issuer = ""
    var attachments: [Attachment] = []
    /// Former versions, the newest first.
    var history: [ItemVersion] = []
    var unknown = UnknownFields()

    init() {}

    /// Reads opened details.
    init(_ plain: UnsafeRawBufferPointer) throws {
        guard plain.count >= 4 else { throw VaultError.unreadable("secret part") }
        let count = Int(plain.loadUnaligned(as: UInt32.self).littleEndian)
        guard count <= plain.count - 4 else { throw VaultError.unreadable("secret part") }
        var reader = FieldReader(UnsafeRawBufferPointer(rebasing: plain[4..<(4 + count)]))
        let unread = SecretWriter(capacity: 16)
        while let field = try reader.next() {
            switch field.tag {
            case Tag.password: password = field.secret
            case Tag.oneTimePassword: oneTimePassword = field.secret
            case Tag.notes: notes = field.secret
            case Tag.customField: customFields.append(try Self.customField(field.value))
            case Tag.version: history.append(try Self.version(field.value))
            case Tag.holder: holder = field.text
            case Tag.number: number = field.secret
            case Tag.securityCode: securityCode = field.secret
            case Tag.pin: pin = field.secret
            case Tag.issuer: issuer = field.text
            case Tag.attachment: attachments.append(try Attachment(fields: field.value))
            default: unread.bytes(field.encoded)
            }
        }
        unknown = UnknownFields(unread)
    }

    /// Writes the whole plain text, padded.
    ///
    /// - Throws: ``VaultError`` (`vaultTooLarge`).
    func encoded() throws -> SecretWriter {
        let writer = SecretWriter()
        writer.integer(UInt32(0))
        if !password.isEmpty { writer.field(Tag.password, password) }
        if let oneTimePassword { writer.field(Tag.oneTimePassword, oneTimePassword) }
        if !notes.isEmpty { writer.field(Tag.notes, notes) }
        if !holder.isEmpty { writer.field(Tag.holder, holder) }
        if !number.isEmpty { writer.field(Tag.number, number) }
        if !securityCode.isEmpty { writer.field(Tag.securityCode, securityCode) }
        if !pin.isEmpty { writer.field(Tag.pin, pin) }
        if !issuer.isEmpty { writer.field(Tag.issuer, issuer) }
        for custom in customFields {
            writer.field(Tag.customField) { inner in
                inner.field(CustomTag.label, custom.label)
                inner.field(CustomTag.value, custom.value)
                if custom.isConcealed { inner.field(CustomTag.isConcealed, 1) }
                custom.unknown.encoded.withBytes { inner.bytes($0) }
            }
        }
        for attachment in attachments { writer.field(Tag.attachment, attachment.write) }
        for version in history {
            writer.field(Tag.version) { inner in
                inner.field(VersionTag.changed, version.changed.milliseconds)
                inner.field(VersionTag.replaced, version.replaced.milliseconds)
                for (tag, field) in VersionTag.values {
                    if let value = version.values[field] { inner.field(tag, value) }
                }
                version.unknown.encoded.withBytes { inner.bytes($0) }
            }
        }
        unknown.encoded.withBytes { writer.bytes($0) }
        guard writer.count <= VaultFormat.detailsLimit else {
            throw VaultError(
                .vaultTooLarge, "The notes and further fields of this item are too long.",
                remedy: "Shorten them to 4 MB.")
        }
        writer.replace(at: 0, with: UInt32(writer.count - 4))
        writer.pad(to: VaultFormat.detailsPadding)
        return writer
    }

    private static func customField(_ bytes: UnsafeRawBufferPointer) throws -> CustomField {
        var reader = FieldReader(bytes)
        var custom = CustomField(label: "", value: SecretText(utf8: []), isConcealed: false)
        let unread = SecretWriter(capacity: 16)
        while let field = try reader.next() {
            switch field.tag {
            case CustomTag.label: custom.label = field.text
            case CustomTag.value: custom.value = field.secret
            case CustomTag.isConcealed: custom.isConcealed = field.number != 0
            default: unread.bytes(field.encoded)
            }
        }
        custom.unknown = UnknownFields(unread)
        return custom
    }

    private static func version(_ bytes: UnsafeRawBufferPointer) throws -> ItemVersion {
        var reader = FieldReader(bytes)
        var changed = Timestamp(milliseconds: 0)
        var replaced = Timestamp(milliseconds: 0)
        var values: [ItemPart: SecretText] = [:]
        let unread = SecretWriter(capacity: 16)
        while let field = try reader.next() {
            switch field.tag {
            case VersionTag.changed: changed = field.timestamp
            case VersionTag.replaced: replaced = field.timestamp
            default:
                if let kept = VersionTag.values.first(where: { $0.tag == field.tag }) {
                    values[kept.field] = field.secret
                } else {
                    unread.bytes(field.encoded)
                }
            }
        }
        return ItemVersion(
            changed: changed, replaced: replaced, values: values,
            unknown: UnknownFields(unread))
    }
}
