import TenonCore
import TenonSecurity
import WalletVault

/// What the inviting machine leaves for the new one.
struct InvitationOffer: FieldRecord {
    /// Its fields; those of newer versions are passed over.
    static let layout: RecordLayout<Self> = RecordLayout(
        RecordField(1, \Self.expiry, default: Timestamp(milliseconds: 0)),
        RecordField(2, \Self.beginning, default: []),
        RecordField(list: 3, \Self.introduction.devices),
        RecordField(entries: 4, \Self.introduction.vector.positions),
        RecordField(set: 5, \Self.introduction.dismissed),
        RecordField(optional: 6, \Self.introduction.snapshot), damage: SyncError.alteredInvitation
    ) { expiry, beginning, devices, positions, dismissed, snapshot in
        InvitationOffer(
            expiry: expiry, beginning: beginning,
            introduction: Introduction(
                devices: devices, dismissed: dismissed, vector: VersionVector(positions),
                snapshot: snapshot))
    }

    /// Until when it is good.
    let expiry: Timestamp
    /// The vault without its items, see `VaultManager.beginning()`.
    let beginning: [UInt8]
    /// Whom the new machine believes, and how far their logs are.
    let introduction: Introduction
}

extension InvitationOffer {
    /// Seals it for an invitation.
    func sealed(for invitation: Invitation) throws -> [UInt8] {
        try invitation.seal(.offer, self)
    }

    /// Opens it with an invitation.
    ///
    /// - Throws: ``SyncError`` (`syncInvitation`) when it was changed.
    init(opening sealed: [UInt8], by invitation: Invitation) throws {
        self = try invitation.open(.offer, sealed)
    }
}

/// What the new machine leaves for the one that invited it.
struct InvitationRequest: FieldRecord {
    /// Its fields; those of newer versions are passed over.
    static let layout: RecordLayout<Self> = RecordLayout(
        RecordField(1, \Self.device), RecordField(2, \Self.proof, default: []),
        damage: SyncError.alteredInvitation
    ) { InvitationRequest(device: $0, proof: $1) }

    /// The new machine.
    let device: Device
    /// Shows that whoever made the request has opened the vault.
    private let proof: [UInt8]
}

extension InvitationRequest {
    /// Makes a request.
    ///
    /// - Parameter keys: The keys of the vault for synchronising, the present one last.
    init(of device: Device, keys: [SecretBytes], vault: ItemID) throws {
        guard let key = keys.last else { throw SyncError.localState() }
        self.init(
            device: device, proof: Self.proof(key, vault).authenticationCode(for: device))
    }

    /// Seals it for an invitation.
    func sealed(for invitation: Invitation) throws -> [UInt8] {
        try invitation.seal(.request, self)
    }

    /// Opens it with an invitation.
    ///
    /// - Throws: ``SyncError`` (`syncInvitation`) when it was changed, or when its author has not
    ///   opened the vault.
    init(opening sealed: [UInt8], by invitation: Invitation, keys: [SecretBytes]) throws {
        self = try invitation.open(.request, sealed)
        guard let key = keys.last else { throw SyncError.localState() }
        let expected = Self.proof(key, invitation.vault)
        guard expected.isValid(code: proof, of: device) else { throw SyncError.alteredInvitation }
    }

    private static func proof(_ key: SecretBytes, _ vault: ItemID) -> HMACSHA256 {
        HMACSHA256(
            key: HKDF.deriveKey(
                from: key, salt: ItemCoding.bytes(of: vault),
                info: Array("wallet sync 1 request".utf8), count: 32))
    }
}

extension HMACSHA256 {
    fileprivate func authenticationCode(for device: Device) -> [UInt8] {
        let writer = SecretWriter(capacity: 128)
        device.write(to: writer)
        return writer.withBytes { authenticationCode(for: $0) }
    }

    fileprivate func isValid(code: [UInt8], of device: Device) -> Bool {
        let writer = SecretWriter(capacity: 128)
        device.write(to: writer)
        return writer.withBytes { isValid(code: code, for: $0) }
    }
}

extension Invitation {
    /// Seals a note; it opens as nothing else.
    fileprivate func seal(_ kind: InvitationNote.Kind, _ note: some FieldRecord) throws -> [UInt8] {
        let writer = SecretWriter(capacity: 1024)
        note.write(to: writer)
        let seal = try makeSeal()
        return try writer.withBytes { plain in
            try Array(kind.rawValue.utf8).withUnsafeBytes {
                try seal.seal(plain, authenticating: $0)
            }
        }
    }

    fileprivate func open<Note: FieldRecord>(
        _ kind: InvitationNote.Kind, _ sealed: [UInt8]
    ) throws -> Note {
        let seal = try makeSeal()
        do {
            return try sealed.withUnsafeBytes { sealed in
                try Array(kind.rawValue.utf8).withUnsafeBytes { kind in
                    try seal.open(sealed, authenticating: kind) { try Note(reading: $0) }
                }
            }
        } catch is SecurityError {
            throw SyncError.alteredInvitation
        } catch is VaultError {
            throw SyncError.alteredInvitation
        }
    }
}
