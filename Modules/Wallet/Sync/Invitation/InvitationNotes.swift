import TenonCore
import TenonSecurity
import WalletVault

/// What the inviting machine leaves for the new one.
struct InvitationOffer {
    private enum Tag {
        static let expiry = 1
        static let beginning = 2
        static let device = 3
        static let position = 4
        static let dismissed = 5
        static let snapshot = 6
    }

    /// Until when it is good.
    let expiry: Timestamp
    /// The vault without its items, see `VaultManager.beginning()`.
    let beginning: [UInt8]
    /// Whom the new machine believes, and how far their logs are.
    let introduction: Introduction

    init(expiry: Timestamp, beginning: [UInt8], introduction: Introduction) {
        self.expiry = expiry
        self.beginning = beginning
        self.introduction = introduction
    }

    /// Seals it for an invitation.
    func sealed(for invitation: Invitation) throws -> [UInt8] {
        try invitation.seal(.offer, write)
    }

    /// Writes the fields.
    func write(to writer: SecretWriter) {
        writer.field(Tag.expiry, expiry.milliseconds)
        writer.field(Tag.beginning) { $0.bytes(beginning) }
        for device in introduction.devices { writer.field(Tag.device, device.write) }
        introduction.vector.write(as: Tag.position, to: writer)
        for id in introduction.dismissed.sorted() {
            writer.field(Tag.dismissed) { $0.bytes(id.bytes) }
        }
        if let snapshot = introduction.snapshot { writer.field(Tag.snapshot, snapshot.write) }
    }

    /// Opens it with an invitation.
    ///
    /// - Throws: ``SyncError`` (`syncInvitation`) when it was changed.
    init(opening sealed: [UInt8], by invitation: Invitation) throws {
        self = try invitation.open(.offer, sealed, Self.read)
    }

    /// Reads the fields of an opened offer; those of newer versions are passed over.
    static func read(_ fields: inout FieldReader) throws -> InvitationOffer {
        var expiry = Timestamp(milliseconds: 0)
        var beginning: [UInt8] = []
        var devices: [Device] = []
        var vector = VersionVector()
        var dismissed: Set<DeviceID> = []
        var snapshot: KnownSnapshot?
        while let field = try fields.next() {
            switch field.tag {
            case Tag.expiry: expiry = Timestamp(milliseconds: field.number)
            case Tag.beginning: beginning = Array(field.value)
            case Tag.device:
                guard let device = Device(reading: field.value) else {
                    throw SyncError.alteredInvitation
                }
                devices.append(device)
            case Tag.position:
                guard vector.read(field.value) else { throw SyncError.alteredInvitation }
            case Tag.dismissed:
                guard let device = DeviceID(bytes: Array(field.value)) else {
                    throw SyncError.alteredInvitation
                }
                dismissed.insert(device)
            case Tag.snapshot: snapshot = try KnownSnapshot(reading: field.value)
            default: break
            }
        }
        return InvitationOffer(
            expiry: expiry, beginning: beginning,
            introduction: Introduction(
                devices: devices, dismissed: dismissed, vector: vector, snapshot: snapshot))
    }
}

/// What the new machine leaves for the one that invited it.
struct InvitationRequest {
    private enum Tag {
        static let device = 1
        static let proof = 2
    }

    /// The new machine.
    let device: Device
    /// Shows that whoever made the request has opened the vault.
    private let proof: [UInt8]

    /// Makes a request.
    ///
    /// - Parameter keys: The keys of the vault for synchronising, the present one last.
    init(of device: Device, keys: [SecretBytes], vault: ItemID) throws {
        guard let key = keys.last else { throw SyncError.localState() }
        self.device = device
        proof = Self.proof(key, vault).authenticationCode(for: device)
    }

    /// Seals it for an invitation.
    func sealed(for invitation: Invitation) throws -> [UInt8] {
        try invitation.seal(.request) { writer in
            writer.field(Tag.device, device.write)
            writer.field(Tag.proof) { $0.bytes(proof) }
        }
    }

    /// Opens it with an invitation.
    ///
    /// - Throws: ``SyncError`` (`syncInvitation`) when it was changed, or when its author has not
    ///   opened the vault.
    init(opening sealed: [UInt8], by invitation: Invitation, keys: [SecretBytes]) throws {
        (device, proof) = try invitation.open(.request, sealed, Self.read)
        guard let key = keys.last else { throw SyncError.localState() }
        let expected = Self.proof(key, invitation.vault)
        guard expected.isValid(code: proof, of: device) else { throw SyncError.alteredInvitation }
    }

    /// Reads the fields of an opened request; those of newer versions are passed over.
    static func read(_ fields: inout FieldReader) throws -> (device: Device, proof: [UInt8]) {
        var device: Device?
        var proof: [UInt8] = []
        while let field = try fields.next() {
            switch field.tag {
            case Tag.device: device = Device(reading: field.value)
            case Tag.proof: proof = Array(field.value)
            default: break
            }
        }
        guard let device else { throw SyncError.alteredInvitation }
        return (device, proof)
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
    /// Seals the fields of a note; it opens as nothing else.
    fileprivate func seal(
        _ kind: InvitationNote.Kind, _ write: (SecretWriter) -> Void
    ) throws -> [UInt8] {
        let writer = SecretWriter(capacity: 1024)
        write(writer)
        let seal = try makeSeal()
        return try writer.withBytes { plain in
            try Array(kind.rawValue.utf8).withUnsafeBytes {
                try seal.seal(plain, authenticating: $0)
            }
        }
    }

    fileprivate func open<Result>(
        _ kind: InvitationNote.Kind, _ sealed: [UInt8],
        _ body: (inout FieldReader) throws -> Result
    ) throws -> Result {
        let seal = try makeSeal()
        do {
            return try sealed.withUnsafeBytes { sealed in
                try Array(kind.rawValue.utf8).withUnsafeBytes { kind in
                    try seal.open(sealed, authenticating: kind) { plain in
                        var fields = FieldReader(plain)
                        return try body(&fields)
                    }
                }
            }
        } catch is SecurityError {
            throw SyncError.alteredInvitation
        } catch is VaultError {
            throw SyncError.alteredInvitation
        }
    }
}
