package import TenonCore
import TenonSecurity
package import WalletVault

/// What a person keeps on paper, for the day when all machines are gone: where the data is, the name of
/// the vault, and a recovery code of it.
///
/// From the code come the keys of a device that is made of paper. A commit of a device that counts lets
/// it in, so that it can let a new machine in. What else the new machine needs is on a shelf where the
/// data is kept: a log of one entry, of a device that never counts, sealed by a key that comes from the
/// code as well.
package struct RecoverySheet: Sendable {
    private static let scheme = "wallet-recovery:"
    /// No name that a person gives has a control character.
    private static let deviceName = "\u{1}sheet "

    private let place: PlaceCode
    /// The keys of the device that is made of paper.
    let keys: Ed25519.KeyPair
    /// The keys of the shelf.
    let shelfKeys: Ed25519.KeyPair
    /// The device that is made of paper.
    let device: Device
    /// The device that the shelf is the log of.
    let shelf: DeviceID

    /// Makes a sheet.
    ///
    /// - Parameters:
    ///   - vault: The name of the vault.
    ///   - address: Where its data is kept.
    ///   - code: A recovery code of the vault.
    /// - Throws: `SecurityError`.
    init(of vault: ItemID, at address: String, code: SecretText) throws {
        try self.init(PlaceCode(of: vault, at: address, secret: RecoveryCode.key(code)))
    }

    /// Reads the text of a sheet, or a longer one that has it in a paragraph of its own.
    ///
    /// - Throws: ``SyncError`` (`syncSheet`).
    package init(text: SecretText) throws {
        guard let paragraph = Self.paragraph(of: text),
            let place = PlaceCode(paragraph, scheme: Self.scheme)
        else { throw SyncError.mistypedSheet }
        try self.init(place)
    }

    private init(_ place: PlaceCode) throws {
        self.place = place
        keys = try Ed25519.KeyPair(
            secretKey: place.derive("sheet device", count: Ed25519.keyCount))
        shelfKeys = try Ed25519.KeyPair(
            secretKey: place.derive("sheet shelf", count: Ed25519.keyCount))
        guard let shelf = DeviceID(publicKey: shelfKeys.publicKey),
            let device = Device(publicKey: keys.publicKey, name: "\(Self.deviceName)\(shelf)")
        else { throw SyncError.localState() }
        (self.shelf, self.device) = (shelf, device)
    }

    /// The vault.
    package var vault: ItemID { place.vault }

    /// Where its data is kept, as the machine that made the sheet names it.
    package var address: String { place.address }

    /// The text that a machine reads; a picture of it is a QR code.
    package var text: SecretText { place.text(scheme: Self.scheme) }

    /// The bytes of the recovery code.
    var recoveryKey: SecretBytes { place.secret }

    /// The shelf of a sheet that a device is; `nil` for any other device.
    static func shelf(of device: Device) -> DeviceID? {
        guard device.name.hasPrefix(deviceName) else { return nil }
        return DeviceID(String(device.name.dropFirst(deviceName.count)))
    }

    // MARK: The shelf

    /// Seals what a new machine needs, as the only entry of the log of the shelf.
    ///
    /// - Parameter format: The format of commits at that time.
    func sealed(
        _ offer: InvitationOffer, format: UInt8 = CommitHeader.presentFormat
    ) throws -> [UInt8] {
        let header = header(format).bytes
        let writer = SecretWriter(capacity: 1024)
        offer.write(to: writer)
        let seal = try AES256GCM(key: place.derive("sheet seal", count: 32))
        let body = try writer.withBytes { plain in
            try header.withUnsafeBytes { try seal.seal(plain, authenticating: $0) }
        }
        let entry = header + body
        return try entry + entry.withUnsafeBytes { try shelfKeys.signature(for: $0) }
    }

    /// Opens what is on the shelf.
    ///
    /// - Throws: ``SyncError`` (`syncSheet`) when it was changed.
    func open(_ entry: [UInt8]) throws -> InvitationOffer {
        // A sheet on paper outlives the formats of commits.
        guard let format = try? CommitHeader(reading: entry).format else {
            throw SyncError.alteredShelf
        }
        let header = header(format).bytes
        guard entry.count >= header.count + AES256GCM.overhead + Ed25519.signatureCount,
            Array(entry[..<header.count]) == header
        else { throw SyncError.alteredShelf }
        let body = Array(entry[header.count..<(entry.count - Ed25519.signatureCount)])
        let seal = try AES256GCM(key: place.derive("sheet seal", count: 32))
        do {
            return try body.withUnsafeBytes { body in
                try header.withUnsafeBytes { header in
                    try seal.open(body, authenticating: header) {
                        try InvitationOffer(reading: $0)
                    }
                }
            }
        } catch {
            throw SyncError.alteredShelf
        }
    }

    private func header(_ format: UInt8) -> CommitHeader {
        CommitHeader(
            format: format, vault: vault, device: shelf, number: 1,
            previous: LogPosition.start.hash)
    }

    /// The paragraph of a text that begins with the scheme.
    private static func paragraph(of text: SecretText) -> SecretText? {
        text.withBytes { bytes in
            let mark = Array(scheme.utf8)
            func isMark(at start: Int) -> Bool {
                start + mark.count <= bytes.count
                    && mark.indices.allSatisfy { bytes[start + $0] | 0x20 == mark[$0] | 0x20 }
            }
            guard let start = bytes.indices.first(where: isMark) else { return nil }
            let line = UInt8(ascii: "\n")
            // Up to a line without anything but spaces.
            var end = start
            var isEmpty = false
            while end < bytes.count {
                if bytes[end] == line, isEmpty { break }
                isEmpty = bytes[end] == line || (isEmpty && bytes[end] <= 0x20)
                end += 1
            }
            return SecretText(utf8: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        }
    }
}
