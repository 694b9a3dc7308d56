import TenonCore
import TenonSecurity

/// The keys of one vault, all derived from the vault key with HKDF-SHA256.
///
/// No key serves two algorithms or two purposes. The vault key itself is kept as well: a new key
/// slot wraps it.
struct VaultKeys: Sendable {
    /// How many bytes a vault key has.
    static let vaultKeyCount = 32

    let vaultKey: SecretBytes
    /// Seals overviews.
    let overview: AES256GCM
    /// Seals details.
    let details: AES256GCM
    /// Seals the parts of the site index.
    let sites: AES256GCM
    /// Turns hosts into tokens of the site index.
    let tokens: HMACSHA256
    /// Seals the manifest: buckets and root.
    let manifest: AES256GCM
    /// Hashes what the manifest sums up.
    let sums: HMACSHA256
    /// Names the items that come from files.
    let imports: HMACSHA256

    init(vaultKey: SecretBytes, vault: ItemID) throws {
        self.vaultKey = vaultKey
        let derive = { (purpose: String) in
            HKDF.deriveKey(
                from: vaultKey, salt: vault.bytes, info: Array("wallet vault 1 \(purpose)".utf8),
                count: 32)
        }
        overview = try AES256GCM(key: derive("overview"))
        details = try AES256GCM(key: derive("details"))
        sites = try AES256GCM(key: derive("site index"))
        tokens = HMACSHA256(key: derive("site token"))
        manifest = try AES256GCM(key: derive("manifest"))
        sums = HMACSHA256(key: derive("manifest sum"))
        imports = HMACSHA256(key: derive("import name"))
    }

    /// Names a key among those of a vault, and tells nothing of it.
    static func name(of vaultKey: SecretBytes, in vault: ItemID) -> ItemID {
        let bytes = HKDF.deriveKey(
            from: vaultKey, salt: vault.bytes, info: Array("wallet vault 1 key name".utf8),
            count: ItemID.byteCount)
        return bytes.withBytes { ItemID(bytes: $0) } ?? vault
    }

    /// Names a new item by what tells its entry from others of a file.
    func importName(for identity: SecretText) -> ItemID {
        let code = identity.withBytes { imports.authenticationCode(for: $0) }
        return code.prefix(ItemID.byteCount).withUnsafeBytes { ItemID(bytes: $0) } ?? ItemID()
    }
}

extension AES256GCM {
    /// Seals what was written, for its place.
    func seal(_ writer: SecretWriter, for context: SealContext) throws -> [UInt8] {
        try writer.withBytes { plain in
            try context.withBytes { try seal(plain, authenticating: $0) }
        }
    }

    /// Opens sealed bytes in their place.
    func open<Result>(
        _ sealed: UnsafeRawBufferPointer, for context: SealContext,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        try context.withBytes { try open(sealed, authenticating: $0, body) }
    }

    /// Opens sealed bytes in their place.
    func open<Result>(
        _ sealed: [UInt8], for context: SealContext,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        try sealed.withUnsafeBytes { try open($0, for: context, body) }
    }
}
