import TenonSecurity
import WalletVault

/// What a machine leaves in a folder from which it removes a vault, so that no other machine makes it again.
///
/// It is sealed under the first key of the vault, which stays when the vault is given another one: every machine
/// that has ever kept the vault can make it and read it, and nobody else.
struct RemovalMark: FieldRecord, Equatable {
    /// Its fields; those of newer versions are passed over.
    static let layout: RecordLayout<Self> = RecordLayout(
        RecordField(1, \Self.device, default: ""), damage: SyncError.localState()
    ) { RemovalMark(device: $0) }

    /// The longest one, in bytes, as it is sealed.
    static let limit = 1024

    /// What people call the machine.
    let device: String

    init(device: String) { self.device = device }

    /// Opens a mark; `nil` unless a machine made it that has kept the vault.
    ///
    /// - Parameter keys: The keys of the vault for synchronising, the first one first.
    init?(opening sealed: [UInt8], vault: ItemID, keys: [SecretBytes]) {
        guard let seal = try? Self.seal(vault, keys) else { return nil }
        let opened = try? sealed.withUnsafeBytes { sealed in
            try Self.purpose.withUnsafeBytes { purpose in
                try seal.open(sealed, authenticating: purpose) { try RemovalMark(reading: $0) }
            }
        }
        guard let opened else { return nil }
        self = opened
    }

    /// Seals it.
    ///
    /// - Parameter keys: The keys of the vault for synchronising, the first one first.
    func sealed(vault: ItemID, keys: [SecretBytes]) throws -> [UInt8] {
        let writer = SecretWriter(capacity: 128)
        write(to: writer)
        let seal = try Self.seal(vault, keys)
        return try writer.withBytes { plain in
            try Self.purpose.withUnsafeBytes { try seal.seal(plain, authenticating: $0) }
        }
    }

    private static let purpose = Array("removal".utf8)

    private static func seal(_ vault: ItemID, _ keys: [SecretBytes]) throws -> AES256GCM {
        guard let key = keys.first else { throw SyncError.localState() }
        return try AES256GCM(
            key: HKDF.deriveKey(
                from: key, salt: ItemCoding.bytes(of: vault),
                info: Array("wallet sync 1 removal".utf8), count: 32))
    }
}
