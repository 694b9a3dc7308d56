import TenonCore
import TenonSecurity

/// A key slot with what the person calls it, as other machines are told of it.
struct NamedSlot {
    private enum Tag {
        static let id = 1
        static let kind = 2
        static let memory = 3
        static let iterations = 4
        static let parallelism = 5
        static let salt = 6
        static let created = 7
        static let sealed = 8
        static let name = 9
    }

    let slot: KeySlot
    /// May be empty.
    let name: String

    init(slot: KeySlot, name: String) {
        self.slot = slot
        self.name = name
    }

    /// A slot with the name that the manifest has for it.
    init(_ slot: KeySlot, in root: ManifestRoot) {
        self.init(slot: slot, name: root.slots.first { $0.id == slot.id }?.name ?? "")
    }

    /// Reads what ``write(to:)`` wrote; fields of newer versions are passed over.
    ///
    /// - Throws: ``VaultError`` (`vaultUnreadable`) for anything else.
    init(reading bytes: UnsafeRawBufferPointer) throws {
        var reader = FieldReader(bytes)
        var id: ItemID?
        var (kind, name) = ("", "")
        var (memory, iterations, parallelism) = (0, 0, 0)
        var created: Int64 = 0
        var (salt, sealed): ([UInt8], [UInt8]) = ([], [])
        while let field = try reader.next() {
            switch field.tag {
            case Tag.id: id = ItemID(bytes: field.value)
            case Tag.kind: kind = field.text
            case Tag.memory: memory = Int(clamping: field.number)
            case Tag.iterations: iterations = Int(clamping: field.number)
            case Tag.parallelism: parallelism = Int(clamping: field.number)
            case Tag.salt: salt = Array(field.value)
            case Tag.created: created = field.number
            case Tag.sealed: sealed = Array(field.value)
            case Tag.name: name = field.text
            default: break
            }
        }
        guard let id, name.utf8.count <= ManifestRoot.Slot.nameLimit else {
            throw VaultError.unreadable("record")
        }
        self.init(
            slot: KeySlot(
                id: id, kindName: kind,
                parameters: Argon2id(
                    memory: memory, iterations: iterations, parallelism: parallelism),
                salt: salt, created: created, sealed: sealed),
            name: name)
    }

    /// Writes all of it.
    func write(to writer: SecretWriter) {
        writer.field(Tag.id) { $0.bytes(slot.id.bytes) }
        writer.field(Tag.kind, slot.kindName)
        writer.field(Tag.memory, Int64(slot.parameters.memory))
        writer.field(Tag.iterations, Int64(slot.parameters.iterations))
        writer.field(Tag.parallelism, Int64(slot.parameters.parallelism))
        writer.field(Tag.salt) { $0.bytes(slot.salt) }
        writer.field(Tag.created, slot.created)
        writer.field(Tag.sealed) { $0.bytes(slot.sealed) }
        writer.field(Tag.name, name)
    }

    /// What the manifest keeps of the slot.
    func entry(_ key: HMACSHA256) -> ManifestRoot.Slot {
        var entry = slot.entry(key)
        entry.name = name
        return entry
    }
}
