import TenonCore
import TenonSecurity

/// A key slot with what the person calls it, as other machines are told of it.
struct NamedSlot: FieldRecord {
    /// Its fields; those of newer versions are passed over.
    static let layout: RecordLayout<Self> = RecordLayout(
        RecordField(1, \Self.slot.id), RecordField(2, \Self.slot.kindName, default: ""),
        RecordField(3, \Self.slot.parameters.memory, default: 0),
        RecordField(4, \Self.slot.parameters.iterations, default: 0),
        RecordField(5, \Self.slot.parameters.parallelism, default: 0),
        RecordField(6, \Self.slot.salt, default: []),
        RecordField(7, \Self.slot.created, default: 0),
        RecordField(8, \Self.slot.sealed, default: []), RecordField(9, \Self.name, default: ""),
        damage: VaultError.unreadable("record")
    ) { id, kind, memory, iterations, parallelism, salt, created, sealed, name in
        guard name.utf8.count <= ManifestRoot.Slot.nameLimit else {
            throw VaultError.unreadable("record")
        }
        let parameters = Argon2id(
            memory: memory, iterations: iterations, parallelism: parallelism)
        return NamedSlot(
            slot: KeySlot(
                id: id, kindName: kind, parameters: parameters, salt: salt, created: created,
                sealed: sealed),
            name: name)
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

    /// What the manifest keeps of the slot.
    func entry(_ key: HMACSHA256) -> ManifestRoot.Slot {
        var entry = slot.entry(key)
        entry.name = name
        return entry
    }
}
