import TenonCore
import TenonSecurity

/// One way to the vault key: a passphrase, or the recovery code, that unwraps it.
struct KeySlot {
    enum Kind: String {
        /// Through Argon2id.
        case passphrase
        /// A code of 160 random bits, which needs no slow derivation: through HKDF.
        case recoveryCode = "recovery code"

        /// What people call it.
        var name: Sentence {
            switch self {
            case .passphrase: "passphrase"
            case .recoveryCode: "recovery code"
            }
        }
    }

    let id: ItemID
    /// Possibly a kind that this version does not know.
    let kindName: String
    let parameters: Argon2id
    let salt: [UInt8]
    let created: Int64
    let sealed: [UInt8]

    var kind: Kind? { Kind(rawValue: kindName) }
}

extension KeySlot {
    /// Wraps a vault key.
    ///
    /// - Parameter secret: The normalised passphrase, or the bytes of the recovery code.
    init(
        wrapping vaultKey: SecretBytes, kind: Kind, secret: SecretBytes, parameters: Argon2id,
        vault: ItemID, now: Timestamp
    ) throws {
        let salt = ItemID().bytes
        let empty = KeySlot(
            id: ItemID(), kindName: kind.rawValue, parameters: parameters, salt: salt,
            created: now.milliseconds, sealed: [])
        let key = try empty.wrappingKey(secret, vault)
        let sealed = try vaultKey.withBytes { plain in
            try empty.authenticated(vault).withBytes {
                try AES256GCM(key: key).seal(plain, authenticating: $0)
            }
        }
        self.init(
            id: empty.id, kindName: empty.kindName, parameters: parameters, salt: salt,
            created: empty.created, sealed: sealed)
    }

    /// Unwraps the vault key; `nil` when the secret is another.
    ///
    /// - Throws: ``VaultError`` (`vaultWeakParameters`), before any memory is spent.
    func unwrap(_ secret: SecretBytes, vault: ItemID) throws -> SecretBytes? {
        guard hasRightLengths else { return nil }
        if kind == .passphrase {
            do {
                try parameters.validate()
            } catch {
                throw VaultError(
                    .vaultWeakParameters,
                    """
                    The key derivation of this vault is not acceptable: \(parameters.memory) KiB, \
                    \(parameters.iterations) passes, \(parameters.parallelism) lanes.
                    """,
                    remedy: "The file was altered; restore a backup.", cause: error)
            }
        }
        let key = try wrappingKey(secret, vault)
        return try authenticated(vault).withBytes { authenticated in
            try sealed.withUnsafeBytes { sealed in
                do {
                    return try AES256GCM(key: key).open(sealed, authenticating: authenticated) {
                        $0.count == VaultKeys.vaultKeyCount ? SecretBytes(copying: $0) : nil
                    }
                } catch let error as SecurityError where error.code == .securityBrokenSeal {
                    return nil
                }
            }
        }
    }

    private func wrappingKey(_ secret: SecretBytes, _ vault: ItemID) throws -> SecretBytes {
        switch kind {
        case .passphrase: try parameters.deriveKey(from: secret, salt: salt, count: 32)
        case .recoveryCode, nil:
            HKDF.deriveKey(
                from: secret, salt: salt, info: Array("wallet vault 1 recovery".utf8), count: 32)
        }
    }

    /// Whether salt and seal have the lengths of the slots that this version makes.
    ///
    /// AES-GCM does not commit to its key: an attacker who chooses a long cipher text can make one
    /// that opens with many passphrases, and learn from one attempt of the person which of them it
    /// is (Len, Grubbs, Ristenpart, "Partitioning Oracle Attacks", USENIX Security 2021). In
    /// exactly 32 bytes there is no room for that, as age's authors found for its file keys.
    /// Checked before any costly derivation.
    private var hasRightLengths: Bool {
        salt.count == ItemID.byteCount
            && sealed.count == VaultKeys.vaultKeyCount + Seal.byteCount
    }

    /// What the seal binds: everything of the slot but the seal.
    private func authenticated(_ vault: ItemID) -> SecretWriter {
        let writer = SecretWriter()
        SealContext(vault: vault, part: .slot).with(id, created).withBytes { writer.bytes($0) }
        writer.integer(UInt32(kindName.utf8.count))
        writer.bytes(Array(kindName.utf8))
        writer.integer(Int64(parameters.memory))
        writer.integer(Int64(parameters.iterations))
        writer.integer(Int64(parameters.parallelism))
        writer.bytes(salt)
        return writer
    }

    /// What the manifest keeps of the slot.
    func entry(_ key: HMACSHA256) -> ManifestRoot.Slot {
        ManifestRoot.Slot(
            id: id, initial: kindName.utf8.first ?? 0, hash: key.summand(write))
    }

    private func write(to writer: SecretWriter) {
        writer.integer(UInt8(ascii: "s"))
        authenticated(ItemID(high: 0, low: 0)).withBytes { writer.bytes($0) }
        writer.bytes(sealed)
    }
}

extension KeySlot {
    /// How many slots a vault has at most.
    static let limit = 8

    /// Reads all slots, those of unknown kinds too.
    ///
    /// - Parameter isChecked: Whether a damaged slot is an error; otherwise it is read as it is.
    /// - Throws: ``VaultError`` (`vaultTampered`) when a slot is damaged.
    static func all(
        _ connection: any DatabaseConnection, isChecked: Bool = true
    ) throws -> [KeySlot] {
        var slots: [KeySlot] = []
        var findings: [VaultFinding] = []
        try connection.query(
            """
            SELECT id, kind, memory, iterations, parallelism, salt, created, sealed, guard
            FROM slot ORDER BY created, id LIMIT \(limit + 1)
            """, []
        ) { row in
            let id = row.withBlob(0) { ItemID(bytes: $0) }
            let slot = KeySlot(
                id: id ?? ItemID(high: 0, low: 0), kindName: row.text(1),
                parameters: Argon2id(
                    memory: Int(row.integer(2)), iterations: Int(row.integer(3)),
                    parallelism: Int(row.integer(4))),
                salt: row.blob(5), created: row.integer(6), sealed: row.blob(7))
            let isForeign = slot.kind != nil && !slot.hasRightLengths
            if id == nil || isForeign || row.blob(8) != RowGuard.code(slot.write) {
                findings.append(
                    VaultFinding(problem: .altered, subject: .slot(kind: slot.shownKind)))
            }
            slots.append(slot)
        }
        if slots.count > limit {
            // Each may cost a slow derivation before its secret is known to be right.
            slots.removeLast()
            findings.append(
                VaultFinding(problem: .foreign, subject: .slot(kind: "unknown kind")))
        }
        guard findings.isEmpty || !isChecked else { throw VaultError.tampered(findings) }
        return slots
    }

    func insert(_ connection: any DatabaseConnection) throws {
        try connection.execute(
            """
            INSERT INTO slot
                (id, kind, memory, iterations, parallelism, salt, created, sealed, guard)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .blob(id.bytes), .text(kindName), .integer(Int64(parameters.memory)),
                .integer(Int64(parameters.iterations)),
                .integer(Int64(parameters.parallelism)), .blob(salt), .integer(created),
                .blob(sealed), .blob(RowGuard.code(write)),
            ])
    }

    /// The kind for people; an unknown or altered kind is not repeated.
    var shownKind: Sentence { kind?.name ?? "unknown kind" }
}
