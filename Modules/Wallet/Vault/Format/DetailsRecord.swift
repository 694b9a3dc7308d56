import TenonCore

/// The content of sealed details: all that is secret, and the history.
///
/// The length of the fields (4 bytes), the fields, and padding.
struct DetailsRecord {
    /// What is not a single text; the tags of those are in ``ItemPart/row``.
    private enum Tag {
        static let customField = 4
        static let version = 5
        static let attachment = 11
    }

    private enum CustomTag {
        static let label = 1
        static let value = 2
        static let isConcealed = 3
        static let place = 4
    }

    private enum VersionTag {
        static let changed = 1
        static let replaced = 2
        static let customField = 21
    }

    /// The parts that are single texts.
    var texts: [ItemPart: SecretText] = [:]
    var customFields: [CustomField] = []
    var attachments: [Attachment] = []
    /// Former versions, the newest first.
    var history: [ItemVersion] = []
    /// Fields of a newer version.
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
            case Tag.customField: customFields.append(try Self.customField(field.value).field)
            case Tag.version: history.append(try Self.version(field.value))
            case Tag.attachment: attachments.append(try Attachment(reading: field.value))
            default:
                if let part = ItemPart.byDetails[field.tag] {
                    texts[part] = field.secret
                } else {
                    unread.bytes(field.encoded)
                }
            }
        }
        unknown = UnknownFields(unread)
    }

    /// The fields of a newer version, and the texts that an item of this kind does not have yet.
    func unknown(besides isStrange: (ItemPart) -> Bool) -> UnknownFields {
        let strange = texts.filter { isStrange($0.key) }
        guard !strange.isEmpty else { return unknown }
        let writer = SecretWriter(capacity: 128)
        unknown.encoded.withBytes { writer.bytes($0) }
        Self.write(strange, to: writer) { $0.details }
        return UnknownFields(writer)
    }

    /// Writes texts with their tags, in the order of these.
    private static func write(
        _ texts: [ItemPart: SecretText], to writer: SecretWriter, _ tag: (ItemPart.Row) -> Int?
    ) {
        let tagged = texts.compactMap { part, text in tag(part.row).map { ($0, text) } }
        for (tag, text) in tagged.sorted(by: { $0.0 < $1.0 }) { writer.field(tag, text) }
    }

    /// Writes the whole plain text, padded.
    ///
    /// - Throws: ``VaultError`` (`vaultTooLarge`).
    func encoded() throws -> SecretWriter {
        let writer = SecretWriter()
        writer.integer(UInt32(0))
        Self.write(texts.filter { !$0.value.isEmpty }, to: writer) { $0.details }
        for custom in customFields {
            writer.field(Tag.customField) { Self.write(custom, to: $0) }
        }
        for attachment in attachments { writer.field(Tag.attachment, attachment.write) }
        for version in history {
            writer.field(Tag.version) { inner in
                inner.field(VersionTag.changed, version.changed.milliseconds)
                inner.field(VersionTag.replaced, version.replaced.milliseconds)
                Self.write(version.texts, to: inner) { $0.version }
                for (name, custom) in version.customValues {
                    inner.field(VersionTag.customField) {
                        Self.write(custom, at: name.customPlace, to: $0)
                    }
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

    /// Writes a further field.
    ///
    /// - Parameter place: In a former version, its place among those with the same label.
    private static func write(
        _ custom: CustomField, at place: Int = 0, to writer: SecretWriter
    ) {
        writer.field(CustomTag.label, custom.label)
        writer.field(CustomTag.value, custom.value)
        if custom.isConcealed { writer.field(CustomTag.isConcealed, 1) }
        if place > 0 { writer.field(CustomTag.place, Int64(place)) }
        custom.unknown.encoded.withBytes { writer.bytes($0) }
    }

    private static func customField(
        _ bytes: UnsafeRawBufferPointer
    ) throws -> (field: CustomField, place: Int) {
        var reader = FieldReader(bytes)
        var custom = CustomField(label: "", value: SecretText(utf8: []), isConcealed: false)
        var place = 0
        let unread = SecretWriter(capacity: 16)
        while let field = try reader.next() {
            switch field.tag {
            case CustomTag.label: custom.label = field.text
            case CustomTag.value: custom.value = field.secret
            case CustomTag.isConcealed: custom.isConcealed = field.number != 0
            case CustomTag.place: place = max(0, Int(clamping: field.number))
            default: unread.bytes(field.encoded)
            }
        }
        custom.unknown = UnknownFields(unread)
        return (custom, place)
    }

    private static func version(_ bytes: UnsafeRawBufferPointer) throws -> ItemVersion {
        var reader = FieldReader(bytes)
        var changed = Timestamp(milliseconds: 0)
        var replaced = Timestamp(milliseconds: 0)
        var values: [ItemField: SecretText] = [:]
        let unread = SecretWriter(capacity: 16)
        while let field = try reader.next() {
            switch field.tag {
            case VersionTag.changed: changed = field.timestamp
            case VersionTag.replaced: replaced = field.timestamp
            case VersionTag.customField:
                let (custom, place) = try customField(field.value)
                values[.custom(custom.label, place)] = custom.encoded
            default:
                if let part = ItemPart.byVersion[field.tag] {
                    values[ItemField(part)] = field.secret
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

extension ItemVersion {
    /// The former values that are single texts.
    fileprivate var texts: [ItemPart: SecretText] {
        var texts: [ItemPart: SecretText] = [:]
        for (field, value) in values {
            if let part = field.part { texts[part] = value }
        }
        return texts
    }
}
