import TenonCore
import TenonSecurity
import WalletVault

/// Makes commits and opens them.
///
/// A commit has three parts: its header; its body, sealed with AES-256-GCM under the key that the
/// vault has when it is made, with the header bound to it; and an Ed25519 signature of the device
/// over both. The body has its length (4 bytes), its fields, and padding.
struct CommitSealer: Sendable {
    /// The key of the vault that a commit is sealed under.
    enum Key {
        /// The one that the vault has.
        case present
        /// The one that the vault began with: devices open it that have not heard of another one.
        case first
        /// Another one: the key for synchronising that comes from it.
        case key(SecretBytes)
    }

    /// The largest commit, in bytes.
    static let limit = 1 << 20
    /// How much of a body the changes may take, so that there is room for the rest.
    static let changesLimit = 900 << 10
    /// How long a body is at least: what people change as a rule is less.
    private static let smallestBody = 256
    private static let smallest =
        CommitHeader.byteCount + AES256GCM.overhead + 4 + Ed25519.signatureCount

    /// The vault.
    let vault: ItemID
    /// Seals new commits.
    private let seal: AES256GCM
    /// Open commits: the one whose seal fits.
    private var openers: [AES256GCM]
    /// Seals what must be readable for devices that know only the first key.
    private let first: AES256GCM

    /// Derives the keys of all commits of a vault.
    ///
    /// - Parameter keys: The keys of the vault for synchronising: all that it has had, the present one
    ///   last.
    init(vault: ItemID, keys: [SecretBytes]) throws {
        self.vault = vault
        openers = try keys.reversed().map { try Self.seal(vault, $0) }
        guard let present = openers.first, let first = openers.last else {
            throw SyncError.localState()
        }
        (seal, self.first) = (present, first)
    }

    /// Adds a key of the vault, to open the commits that were made under it.
    mutating func add(_ key: SecretBytes) throws {
        openers.append(try Self.seal(vault, key))
    }

    private static func seal(_ vault: ItemID, _ key: SecretBytes) throws -> AES256GCM {
        try AES256GCM(
            key: HKDF.deriveKey(
                from: key, salt: ItemCoding.bytes(of: vault),
                info: Array("wallet sync 1 commit".utf8),
                count: 32))
    }

    /// The hash by which the next commit, and those of other devices, name a commit.
    static func hash(of commit: [UInt8]) -> [UInt8] {
        commit.withUnsafeBytes { SecretHash.sha256(of: $0) }
    }

    /// Makes the commit that follows a position in the log of a device.
    ///
    /// - Parameter key: What it is sealed under.
    /// - Throws: ``SyncError`` (`syncTooLarge`), or a `SecurityError`.
    func make(
        _ content: CommitContent, after position: LogPosition, by device: Ed25519.KeyPair,
        _ id: DeviceID, under key: Key = .present
    ) throws -> [UInt8] {
        let seal =
            switch key {
            case .present: seal
            case .first: first
            case .key(let key): try Self.seal(vault, key)
            }
        let writer = SecretWriter(capacity: 1024)
        writer.integer(UInt32(0))
        content.write(to: writer)
        writer.replace(at: 0, with: UInt32(writer.count - 4))
        writer.fill(to: max(Self.smallestBody, Padding.padded(writer.count)))
        let header = CommitHeader(
            vault: vault, device: id, number: position.number + 1, previous: position.hash
        ).bytes
        let body = try writer.withBytes { plain in
            try header.withUnsafeBytes { try seal.seal(plain, authenticating: $0) }
        }
        let commit = header + body
        let signature = try commit.withUnsafeBytes { try device.signature(for: $0) }
        guard commit.count + signature.count <= Self.limit else {
            throw SyncError.tooLarge(String(position.number + 1))
        }
        return commit + signature
    }

    /// Opens a commit.
    ///
    /// - Parameters:
    ///   - position: Where the log of the device ends here.
    ///   - device: Who must have made it.
    /// - Throws: ``SyncError``: what is wrong with it.
    func open(_ commit: [UInt8], after position: LogPosition, by device: Device) throws
        -> CommitContent
    {
        guard (Self.smallest...Self.limit).contains(commit.count) else { throw SyncError.damaged }
        let header = try CommitHeader(reading: commit)
        guard header.vault == vault, header.device == device.id,
            header.number == position.number + 1
        else { throw SyncError.foreign }
        return try open(commit, header, after: position, by: device)
    }

    /// Opens a commit, wherever in the log of its device it is.
    ///
    /// What is before it may be gone, so nothing is said of that.
    ///
    /// - Parameter device: Who must have made it.
    /// - Throws: ``SyncError``: what is wrong with it.
    func open(
        _ commit: [UInt8], by device: Device
    ) throws -> (header: CommitHeader, content: CommitContent) {
        guard (Self.smallest...Self.limit).contains(commit.count) else { throw SyncError.damaged }
        let header = try CommitHeader(reading: commit)
        guard header.vault == vault, header.device == device.id, header.number > 0 else {
            throw SyncError.foreign
        }
        return (header, try open(commit, header, after: nil, by: device))
    }

    /// The number in a commit that a device has signed; `nil` for anything else.
    func signedNumber(of commit: [UInt8], by device: Device) -> UInt64? {
        do {
            return try open(commit, by: device).header.number
        } catch let error as SyncError
            where [.syncNoKey, .syncNewerFormat].contains(error.code)
        {
            // Its key of the vault has not been heard of here, or only a newer version knows what it says.
            return try? CommitHeader(reading: commit).number
        } catch {
            return nil
        }
    }

    private func open(
        _ commit: [UInt8], _ header: CommitHeader, after position: LogPosition?, by device: Device
    ) throws -> CommitContent {
        try commit.withUnsafeBytes { bytes in
            let end = bytes.count - Ed25519.signatureCount
            let signed = UnsafeRawBufferPointer(rebasing: bytes[..<end])
            guard
                Ed25519.isValid(
                    signature: UnsafeRawBufferPointer(rebasing: bytes[end...]), for: signed,
                    publicKey: device.publicKey)
            else { throw SyncError.altered }
            guard header.format <= CommitHeader.presentFormat else { throw SyncError.newerFormat }
            guard header.format == CommitHeader.presentFormat else { throw SyncError.damaged }
            if let position, header.previous != position.hash { throw SyncError.chain }
            let associated = UnsafeRawBufferPointer(rebasing: signed[..<CommitHeader.byteCount])
            let body = UnsafeRawBufferPointer(rebasing: signed[CommitHeader.byteCount...])
            for opener in openers {
                do {
                    return try opener.open(body, authenticating: associated) { plain in
                        try CommitContent(body: plain)
                    }
                } catch is SecurityError {
                    continue
                } catch is VaultError {
                    throw SyncError.damaged
                }
            }
            // The signature is valid, so its author has a key that is not here.
            throw SyncError.noKey
        }
    }
}
