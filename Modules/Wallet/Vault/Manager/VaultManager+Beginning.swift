package import TenonCore
package import TenonSecurity

extension VaultManager {
    private enum Tag {
        static let format = 1
        static let vault = 2
        static let created = 3
        static let slot = 4
    }

    private enum SlotTag {
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

    /// The name of the vault as the file has it, which needs no key; `nil` when there is no file.
    ///
    /// - Throws: ``VaultError``: `vaultForeign`, `vaultNewerFormat` or `vaultTampered`.
    package func nameInFile() throws -> ItemID? {
        guard status != .missing else { return nil }
        if status == .unlocked, let name = try? name() { return name }
        return try translating {
            let database = try databases.open(path: path, options: DatabaseOptions(readOnly: true))
            defer { try? database.close() }
            return try database.read { try VaultHeader($0).vault }
        }
    }

    /// What another machine needs to begin the same vault: its name, and all that opens it.
    ///
    /// A person who has it can try passphrases, as with the file itself; there are no items in it.
    ///
    /// - Throws: ``VaultError`` (`vaultLocked`).
    package func beginning() throws -> [UInt8] {
        try withVault { vault in
            let (header, slots, root) = try vault.read { connection in
                (
                    try VaultHeader(connection), try KeySlot.all(connection),
                    try vault.manifest.openRoot(connection)
                )
            }
            let writer = SecretWriter(capacity: 512)
            writer.field(Tag.format, header.format)
            writer.field(Tag.vault) { $0.bytes(header.vault.bytes) }
            writer.field(Tag.created, header.created)
            for slot in slots {
                let name = root.slots.first { $0.id == slot.id }?.name ?? ""
                writer.field(Tag.slot) { Self.write(slot, name, to: $0) }
            }
            return writer.withBytes { Array($0) }
        }
    }

    /// Makes the vault that another machine has, without its items, and unlocks it.
    ///
    /// - Parameter beginning: What ``beginning()`` gave on the other machine.
    /// - Throws: ``VaultError``: `vaultExists`, `vaultWrongPassphrase`, `vaultNewerFormat`,
    ///   `vaultWeakParameters`; `vaultUnreadable` for anything else than a beginning.
    package func create(from beginning: [UInt8], passphrase: SecretText) throws {
        guard status == .missing else { throw VaultError.exists(path) }
        let secret = try Passphrase.normalized(passphrase)
        let (header, slots) = try beginning.withUnsafeBytes { try Self.readBeginning($0) }
        for (slot, _) in slots where slot.kind == .passphrase {
            guard let vaultKey = try slot.unwrap(secret, vault: header.vault) else { continue }
            let keys = try VaultKeys(vaultKey: vaultKey, vault: header.vault)
            return try publish(
                header, slots.map(\.slot),
                names: Dictionary(slots.map { ($0.slot.id, $0.name) }) { first, _ in first }, keys,
                openedBy: slot.id)
        }
        throw VaultError.wrongPassphrase
    }

    /// Makes the vault that is lost, without its items, by its recovery code, and unlocks it.
    ///
    /// The former passphrases do not open it here: who needs the code may not know them.
    ///
    /// - Parameters:
    ///   - beginning: What ``beginning()`` gave.
    ///   - recoveryKey: What `RecoveryCode.key(_:)` gave.
    ///   - passphrase: A passphrase for it.
    /// - Throws: ``VaultError``: `vaultExists`, `vaultWrongRecoveryCode`, `vaultNewerFormat`;
    ///   `vaultUnreadable` for anything else than a beginning.
    package func create(
        from beginning: [UInt8], recoveryKey: SecretBytes, passphrase: SecretText
    ) throws {
        guard status == .missing else { throw VaultError.exists(path) }
        let secret = try Passphrase.normalized(passphrase)
        let (header, slots) = try beginning.withUnsafeBytes { try Self.readBeginning($0) }
        for (slot, name) in slots where slot.kind == .recoveryCode {
            guard let vaultKey = try slot.unwrap(recoveryKey, vault: header.vault) else { continue }
            let new = try KeySlot(
                wrapping: vaultKey, kind: .passphrase, secret: secret, parameters: argon2id,
                vault: header.vault, now: now())
            return try publish(
                header, [new, slot], names: [slot.id: name],
                try VaultKeys(vaultKey: vaultKey, vault: header.vault), openedBy: new.id)
        }
        throw VaultError.wrongRecoveryCode
    }

    private static func write(_ slot: KeySlot, _ name: String, to writer: SecretWriter) {
        writer.field(SlotTag.id) { $0.bytes(slot.id.bytes) }
        writer.field(SlotTag.kind, slot.kindName)
        writer.field(SlotTag.memory, Int64(slot.parameters.memory))
        writer.field(SlotTag.iterations, Int64(slot.parameters.iterations))
        writer.field(SlotTag.parallelism, Int64(slot.parameters.parallelism))
        writer.field(SlotTag.salt) { $0.bytes(slot.salt) }
        writer.field(SlotTag.created, slot.created)
        writer.field(SlotTag.sealed) { $0.bytes(slot.sealed) }
        writer.field(SlotTag.name, name)
    }

    /// Reads what ``beginning()`` wrote.
    static func readBeginning(
        _ bytes: UnsafeRawBufferPointer
    ) throws -> (VaultHeader, [(slot: KeySlot, name: String)]) {
        var reader = FieldReader(bytes)
        var format: Int64 = 0
        var vault: ItemID?
        var created: Int64 = 0
        var slots: [(slot: KeySlot, name: String)] = []
        while let field = try reader.next() {
            switch field.tag {
            case Tag.format: format = field.number
            case Tag.vault: vault = ItemID(bytes: field.value)
            case Tag.created: created = field.number
            case Tag.slot: slots.append(try slot(field.value))
            default: break
            }
        }
        let formats = VaultFormat.formats
        guard format <= formats.upperBound else { throw VaultError.newerFormat(format) }
        guard formats.contains(format), let vault, slots.count <= KeySlot.limit else {
            throw VaultError.unreadable("record")
        }
        // It begins without attachments.
        let header = VaultHeader(format: formats.lowerBound, vault: vault, created: created)
        return (header, slots)
    }

    private static func slot(
        _ bytes: UnsafeRawBufferPointer
    ) throws -> (slot: KeySlot, name: String) {
        var reader = FieldReader(bytes)
        var id: ItemID?
        var (kind, name) = ("", "")
        var (memory, iterations, parallelism) = (0, 0, 0)
        var created: Int64 = 0
        var (salt, sealed): ([UInt8], [UInt8]) = ([], [])
        while let field = try reader.next() {
            switch field.tag {
            case SlotTag.id: id = ItemID(bytes: field.value)
            case SlotTag.kind: kind = field.text
            case SlotTag.memory: memory = Int(clamping: field.number)
            case SlotTag.iterations: iterations = Int(clamping: field.number)
            case SlotTag.parallelism: parallelism = Int(clamping: field.number)
            case SlotTag.salt: salt = Array(field.value)
            case SlotTag.created: created = field.number
            case SlotTag.sealed: sealed = Array(field.value)
            case SlotTag.name: name = field.text
            default: break
            }
        }
        guard let id, name.utf8.count <= ManifestRoot.Slot.nameLimit else {
            throw VaultError.unreadable("record")
        }
        let slot = KeySlot(
            id: id, kindName: kind,
            parameters: Argon2id(
                memory: memory, iterations: iterations, parallelism: parallelism),
            salt: salt, created: created, sealed: sealed)
        return (slot, name)
    }
}
