import TenonSecurity
import WalletVault

/// Seals what a device remembers, each row for its key.
///
/// The key of the rows is random, and stays when the vault is given another one: what was sealed under a
/// key that somebody else may have is only this key itself.
struct RowSealer {
    private enum Tag {
        static let wrapped = 1
    }

    private let key: SecretBytes
    private let seal: AES256GCM
    /// Under how many keys of the vault the key of the rows was sealed when it was opened.
    let wrappingCount: Int

    private init(_ key: SecretBytes, _ wrappingCount: Int = 1) throws {
        self.key = key
        self.wrappingCount = wrappingCount
        seal = try AES256GCM(key: key)
    }

    /// Makes a random key.
    init() throws { try self.init(.random(count: 32)) }

    /// Opens the key of the rows of a store.
    ///
    /// - Parameter keys: The keys of the vault for synchronising, the present one last.
    /// - Throws: ``SyncError`` (`syncLocalState`) when none of them opens it; or an error of the store.
    init(_ store: any ReplicaStoring, vault: ItemID, keys: [SecretBytes]) throws {
        guard let row = try store.row(RowKey.wrapping.bytes) else { throw SyncError.localState() }
        let wrapped = try row.withUnsafeBytes { bytes in
            var reader = FieldReader(bytes)
            var wrapped: [[UInt8]] = []
            while let field = try reader.next() { wrapped.append(Array(field.value)) }
            return wrapped
        }
        for key in keys.reversed() {
            let seal = try AES256GCM(key: Self.derive("local key", vault, key))
            for sealed in wrapped {
                let opened = try? sealed.withUnsafeBytes { sealed in
                    try RowKey.wrapping.bytes.withUnsafeBytes {
                        try seal.open(sealed, authenticating: $0) { SecretBytes(copying: $0) }
                    }
                }
                guard let opened else { continue }
                try self.init(opened, wrapped.count)
                return
            }
        }
        throw SyncError.otherKey
    }

    /// The row that has the key of the rows, sealed under each of some keys.
    func wrapped(vault: ItemID, under keys: [SecretBytes]) throws -> [[UInt8]: [UInt8]] {
        let writer = SecretWriter(capacity: 256)
        for key in keys {
            let seal = try AES256GCM(key: Self.derive("local key", vault, key))
            let sealed = try self.key.withBytes { plain in
                try RowKey.wrapping.bytes.withUnsafeBytes {
                    try seal.seal(plain, authenticating: $0)
                }
            }
            writer.field(Tag.wrapped) { $0.bytes(sealed) }
        }
        return [RowKey.wrapping.bytes: writer.withBytes { Array($0) }]
    }

    /// The key of the hashes of the state.
    static func sums(vault: ItemID, key: SecretBytes) -> HMACSHA256 {
        HMACSHA256(key: derive("state hash", vault, key))
    }

    /// The key of the names of parts of files.
    static func blobs(vault: ItemID, key: SecretBytes) -> HMACSHA256 {
        HMACSHA256(key: derive("blob name", vault, key))
    }

    private static func derive(_ purpose: String, _ vault: ItemID, _ key: SecretBytes)
        -> SecretBytes
    {
        HKDF.deriveKey(
            from: key, salt: ItemCoding.bytes(of: vault),
            info: Array("wallet sync 1 \(purpose)".utf8),
            count: 32)
    }

    /// Seals what a closure writes.
    func seal(_ key: RowKey, _ write: (SecretWriter) -> Void) throws -> [UInt8] {
        let writer = SecretWriter(capacity: 512)
        write(writer)
        return try writer.withBytes { plain in
            try key.bytes.withUnsafeBytes { try seal.seal(plain, authenticating: $0) }
        }
    }

    /// Opens a row.
    ///
    /// - Throws: ``SyncError`` (`syncLocalState`).
    func open<Result>(
        _ key: RowKey, _ sealed: [UInt8], _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        do {
            return try sealed.withUnsafeBytes { sealed in
                try key.bytes.withUnsafeBytes { try seal.open(sealed, authenticating: $0, body) }
            }
        } catch let error as SyncError {
            throw error
        } catch {
            throw SyncError.localState(error)
        }
    }
}

/// What a store holds, opened and compared with its hash.
struct Loaded {
    var memory: ReplicaMemory
    var state: SyncState
    var logs: [DeviceID: KnownLog]

    /// Reads everything.
    ///
    /// - Throws: ``SyncError`` (`syncLocalState`, `syncNewerFormat`), or an error of the store.
    init(_ store: any ReplicaStoring, _ rows: RowSealer, _ sums: HMACSHA256) throws {
        var memory: ReplicaMemory?
        var state = SyncState(key: sums, sealedBy: rows)
        var hashes: [DeviceID: [UInt64: [UInt8]]] = [:]
        try store.load { key, sealed in
            guard let key = try RowKey(loaded: key) else { return }
            switch key {
            case .memory: memory = try rows.open(key, sealed) { try ReplicaMemory(reading: $0) }
            case .item(let id): try state.load(id, sealed)
            case .hash(let device, let number):
                hashes[device, default: [:]][number] = try rows.open(key, sealed) { Array($0) }
            case .own, .written, .exchanges, .wrapping: break
            }
        }
        guard let memory else { throw SyncError.localState() }
        var step = state.unchanged
        step.devices = Dictionary(uniqueKeysWithValues: memory.devices.map { ($0.id, $0) })
        step.admissions = memory.admissions
        step.dismissed = memory.dismissed
        step.access = memory.access.isEmpty ? nil : memory.access
        try state.load(step)
        guard state.hash == memory.stateHash else { throw SyncError.localState() }
        self.state = state
        logs = try hashes.mapValues { numbered in
            let first = numbered.keys.min() ?? 1
            let hashes = try (0..<numbered.count).map { index in
                guard let hash = numbered[first + UInt64(index)] else {
                    throw SyncError.localState()
                }
                return hash
            }
            return KnownLog(from: first, hashes)
        }
        self.memory = memory
    }
}
