package import TenonCore
package import TenonSecurity

extension VaultManager {
    private enum Tag {
        static let format = 1
        static let vault = 2
        static let created = 3
        static let slot = 4
        static let deviceKeys = 5
        static let keyName = 6
    }

    /// What ``beginning()`` wrote.
    struct Beginning {
        let header: VaultHeader
        let slots: [NamedSlot]
        /// The device keys that came from former keys, sealed under the key of the vault; empty for none.
        let sealedDeviceKeys: [UInt8]
        /// The name of the key of the vault.
        let keyName: ItemID?
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
                writer.field(Tag.slot, NamedSlot(slot, in: root).write)
            }
            if !root.deviceKeys.isEmpty {
                let sealed = try Self.seal(root.deviceKeys, under: vault.keys.vaultKey, vault.vault)
                writer.field(Tag.deviceKeys) { $0.bytes(sealed) }
            }
            writer.field(Tag.keyName) { $0.bytes(vault.keyName.bytes) }
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
        let beginning = try beginning.withUnsafeBytes { try Self.readBeginning($0) }
        let vault = beginning.header.vault
        guard let (slot, vaultKey) = try beginning.open(.passphrase, secret) else {
            throw VaultError.wrongPassphraseElsewhere
        }
        try publish(
            beginning.header, beginning.slots, try VaultKeys(vaultKey: vaultKey, vault: vault),
            openedBy: slot.id,
            deviceKeys: try Self.openDeviceKeys(beginning.sealedDeviceKeys, vaultKey, vault))
    }

    /// Gives the unlocked vault the key that it has on another machine, if it is another one.
    ///
    /// - Parameter beginning: What ``beginning()`` gave on the other machine.
    /// - Throws: ``VaultError``: `vaultLocked`, `vaultWrongPassphrase` when the passphrase does not open it
    ///   there; `vaultUnreadable` for anything else than a beginning of this vault.
    package func follow(_ beginning: [UInt8], passphrase: SecretText) throws {
        let secret = try Passphrase.normalized(passphrase)
        let beginning = try beginning.withUnsafeBytes { try Self.readBeginning($0) }
        let vault = try name()
        guard beginning.header.vault == vault else { throw VaultError.unreadable("record") }
        // With the same key it matters not whether the passphrase is another one here.
        guard let (_, vaultKey) = try beginning.open(.passphrase, secret) else {
            guard try withVault({ $0.keyName }) == beginning.keyName else {
                throw VaultError.wrongPassphrase()
            }
            return
        }
        try take(
            vaultKey, beginning.slots,
            deviceKeys: try Self.openDeviceKeys(beginning.sealedDeviceKeys, vaultKey, vault))
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
        let beginning = try beginning.withUnsafeBytes { try Self.readBeginning($0) }
        let vault = beginning.header.vault
        guard let (slot, vaultKey) = try beginning.open(.recoveryCode, recoveryKey) else {
            throw VaultError.wrongRecoveryCode
        }
        let new = try KeySlot(
            wrapping: vaultKey, kind: .passphrase, secret: secret, parameters: argon2id,
            vault: vault, now: now())
        try publish(
            beginning.header,
            [NamedSlot(slot: new, name: "")] + beginning.slots.filter { $0.slot.id == slot.id },
            try VaultKeys(vaultKey: vaultKey, vault: vault), openedBy: new.id,
            deviceKeys: try Self.openDeviceKeys(beginning.sealedDeviceKeys, vaultKey, vault))
    }

    /// Reads what ``beginning()`` wrote.
    static func readBeginning(_ bytes: UnsafeRawBufferPointer) throws -> Beginning {
        var reader = FieldReader(bytes)
        var format: Int64 = 0
        var vault: ItemID?
        var created: Int64 = 0
        var slots: [NamedSlot] = []
        var sealedDeviceKeys: [UInt8] = []
        var keyName: ItemID?
        while let field = try reader.next() {
            switch field.tag {
            case Tag.format: format = field.number
            case Tag.vault: vault = ItemID(bytes: field.value)
            case Tag.created: created = field.number
            case Tag.slot: slots.append(try NamedSlot(reading: field.value))
            case Tag.deviceKeys: sealedDeviceKeys = Array(field.value)
            case Tag.keyName: keyName = ItemID(bytes: field.value)
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
        return Beginning(
            header: header, slots: slots, sealedDeviceKeys: sealedDeviceKeys, keyName: keyName)
    }

    // MARK: Device keys

    private static func seal(
        _ deviceKeys: [SecretBytes], under vaultKey: SecretBytes, _ vault: ItemID
    ) throws -> [UInt8] {
        let writer = SecretWriter(capacity: 256)
        for key in deviceKeys { key.withBytes { writer.bytes($0) } }
        let seal = try beginningSeal(vaultKey, vault)
        return try writer.withBytes { plain in
            try seal.seal(plain, authenticating: .init(start: nil, count: 0))
        }
    }

    private static func openDeviceKeys(
        _ sealed: [UInt8], _ vaultKey: SecretBytes, _ vault: ItemID
    ) throws -> [SecretBytes] {
        guard !sealed.isEmpty else { return [] }
        let seal = try beginningSeal(vaultKey, vault)
        return try sealed.withUnsafeBytes { sealed in
            try seal.open(sealed, authenticating: .init(start: nil, count: 0)) { plain in
                stride(from: 0, to: plain.count, by: VaultKeys.vaultKeyCount).map { start in
                    let end = min(start + VaultKeys.vaultKeyCount, plain.count)
                    return SecretBytes(
                        copying: UnsafeRawBufferPointer(rebasing: plain[start..<end]))
                }
            }
        }
    }

    private static func beginningSeal(
        _ vaultKey: SecretBytes, _ vault: ItemID
    ) throws -> AES256GCM {
        try AES256GCM(
            key: HKDF.deriveKey(
                from: vaultKey, salt: vault.bytes, info: Array("wallet vault 1 beginning".utf8),
                count: VaultKeys.vaultKeyCount))
    }
}

extension VaultManager.Beginning {
    /// The slot that a secret opens, and the key in it; `nil` when it opens none.
    fileprivate func open(
        _ kind: KeySlot.Kind, _ secret: SecretBytes
    ) throws -> (slot: KeySlot, vaultKey: SecretBytes)? {
        for named in slots where named.slot.kind == kind {
            if let vaultKey = try named.slot.unwrap(secret, vault: header.vault) {
                return (named.slot, vaultKey)
            }
        }
        return nil
    }
}
