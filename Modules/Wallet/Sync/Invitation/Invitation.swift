package import TenonCore
import TenonSecurity
package import WalletVault

/// A code that lets one other machine in: the vault, where its data is kept, and 160 random bits.
///
/// It opens nothing by itself: what is sealed with it needs the passphrase of the vault as well.
package struct Invitation: Sendable {
    private static let scheme = Array("wallet-sync:".utf8)
    private static let version: UInt8 = 1
    private static let secretCount = 20
    private static let checkCount = 4
    /// The longest path in a code, in bytes.
    private static let addressLimit = 4096

    /// The vault.
    package let vault: ItemID
    /// Where its data is kept, as the machine that invites names it.
    package let address: String
    private let secret: SecretBytes

    /// Makes an invitation.
    package init(to vault: ItemID, at address: String) {
        self.init(vault: vault, address: address, secret: .random(count: Self.secretCount))
    }

    private init(vault: ItemID, address: String, secret: SecretBytes) {
        self.vault = vault
        self.address = address
        self.secret = secret
    }

    /// Reads a code as a person pasted it: case and white space do not matter.
    ///
    /// - Throws: ``SyncError`` (`syncInvitation`).
    package init(code: SecretText) throws {
        let text = SecretWriter(capacity: 256)
        code.withBytes { bytes in
            for byte in bytes where byte > 0x20 { text.integer(Self.lowercased(byte)) }
        }
        let digits = try text.withBytes { text in
            guard text.count > Self.scheme.count, text.count <= 2 * Self.addressLimit,
                text.starts(with: Self.scheme)
            else { throw SyncError.mistypedInvitation }
            return SecretText(
                utf8: UnsafeRawBufferPointer(rebasing: text[Self.scheme.count...]))
        }
        guard let plain = try? Base32.decode(digits) else { throw SyncError.mistypedInvitation }
        let head = 1 + ItemCoding.byteCount + Self.secretCount
        self = try plain.withBytes { bytes in
            guard bytes.count > head + Self.checkCount, bytes[0] == Self.version,
                bytes.count <= head + Self.addressLimit + Self.checkCount
            else { throw SyncError.mistypedInvitation }
            let body = UnsafeRawBufferPointer(rebasing: bytes.dropLast(Self.checkCount))
            guard bytes.suffix(Self.checkCount).elementsEqual(Self.check(of: body)),
                let vault = ItemCoding.id(
                    UnsafeRawBufferPointer(rebasing: body[1..<(1 + ItemCoding.byteCount)]))
            else { throw SyncError.mistypedInvitation }
            return Invitation(
                vault: vault, address: String(decoding: body[head...], as: UTF8.self),
                secret: SecretBytes(
                    copying: UnsafeRawBufferPointer(
                        rebasing: body[(1 + ItemCoding.byteCount)..<head])))
        }
    }

    /// The code, to be copied to the other machine.
    package var code: SecretText {
        let writer = SecretWriter(capacity: 128)
        writer.integer(Self.version)
        writer.bytes(ItemCoding.bytes(of: vault))
        secret.withBytes { writer.bytes($0) }
        writer.bytes(Array(address.utf8))
        writer.bytes(writer.withBytes { Self.check(of: $0) })
        let digits = Base32.encode(writer.withBytes { SecretBytes(copying: $0) })
        return digits.withBytes { digits in
            let text = SecretWriter(capacity: 256)
            text.bytes(Self.scheme)
            for digit in digits { text.integer(Self.lowercased(digit)) }
            return text.withBytes { SecretText(utf8: $0) }
        }
    }

    /// The name of the invitation, which tells nothing of its secret.
    package var id: ItemID {
        let bytes = derive("name", count: ItemCoding.byteCount).withBytes { Array($0) }
        return bytes.withUnsafeBytes { ItemCoding.id($0) } ?? vault
    }

    /// What a server knows whoever has the code by.
    func makeKeys() throws -> Ed25519.KeyPair {
        try Ed25519.KeyPair(secretKey: derive("key", count: Ed25519.keyCount))
    }

    /// What seals the notes about it.
    func makeSeal() throws -> AES256GCM { try AES256GCM(key: derive("seal", count: 32)) }

    private func derive(_ purpose: String, count: Int) -> SecretBytes {
        HKDF.deriveKey(
            from: secret, salt: ItemCoding.bytes(of: vault),
            info: Array("wallet sync 1 invitation \(purpose)".utf8), count: count)
    }

    private static func check(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
        Array(SecretHash.sha256(of: bytes).prefix(checkCount))
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
