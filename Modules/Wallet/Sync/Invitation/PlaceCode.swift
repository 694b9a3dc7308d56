import TenonCore
import TenonSecurity
import WalletVault

/// A vault, where its data is kept, and 160 secret bits, as a text that a person copies.
struct PlaceCode: Sendable {
    /// How many bytes of the text are secret.
    static let secretCount = 20
    private static let version: UInt8 = 1
    private static let checkCount = 4
    /// The longest address, in bytes.
    private static let addressLimit = 4096

    /// The vault.
    let vault: ItemID
    /// Where its data is kept, as the machine that made the text names it.
    let address: String
    /// The secret bits.
    let secret: SecretBytes

    init(of vault: ItemID, at address: String, secret: SecretBytes) {
        self.vault = vault
        self.address = address
        self.secret = secret
    }

    /// Reads a text as a person pasted it: case and white space do not matter.
    ///
    /// - Parameter scheme: What it begins with.
    /// - Returns: `nil` for anything else.
    init?(_ code: SecretText, scheme: String) {
        let scheme = Array(scheme.utf8)
        let text = SecretWriter(capacity: 256)
        code.withBytes { bytes in
            for byte in bytes where byte > 0x20 { text.integer(Self.lowercased(byte)) }
        }
        let digits = text.withBytes { text -> SecretText? in
            guard text.count > scheme.count, text.count <= 2 * Self.addressLimit,
                text.starts(with: scheme)
            else { return nil }
            return SecretText(utf8: UnsafeRawBufferPointer(rebasing: text[scheme.count...]))
        }
        guard let digits, let plain = try? Base32.decode(digits) else { return nil }
        let head = 1 + ItemCoding.byteCount + Self.secretCount
        let place = plain.withBytes { bytes -> PlaceCode? in
            guard bytes.count > head + Self.checkCount, bytes[0] == Self.version,
                bytes.count <= head + Self.addressLimit + Self.checkCount
            else { return nil }
            let body = UnsafeRawBufferPointer(rebasing: bytes.dropLast(Self.checkCount))
            guard bytes.suffix(Self.checkCount).elementsEqual(Self.check(of: body)),
                let vault = ItemCoding.id(
                    UnsafeRawBufferPointer(rebasing: body[1..<(1 + ItemCoding.byteCount)]))
            else { return nil }
            return PlaceCode(
                of: vault, at: String(decoding: body[head...], as: UTF8.self),
                secret: SecretBytes(
                    copying: UnsafeRawBufferPointer(
                        rebasing: body[(1 + ItemCoding.byteCount)..<head])))
        }
        guard let place else { return nil }
        self = place
    }

    /// The text.
    ///
    /// - Parameter scheme: What it begins with.
    func text(scheme: String) -> SecretText {
        let writer = SecretWriter(capacity: 128)
        writer.integer(Self.version)
        writer.bytes(ItemCoding.bytes(of: vault))
        secret.withBytes { writer.bytes($0) }
        writer.bytes(Array(address.utf8))
        writer.bytes(writer.withBytes { Self.check(of: $0) })
        let digits = Base32.encode(writer.withBytes { SecretBytes(copying: $0) })
        return digits.withBytes { digits in
            let text = SecretWriter(capacity: 256)
            text.bytes(Array(scheme.utf8))
            for digit in digits { text.integer(Self.lowercased(digit)) }
            return text.withBytes { SecretText(utf8: $0) }
        }
    }

    /// Derives a key from the secret bits.
    ///
    /// - Parameter purpose: What it is for, in words.
    func derive(_ purpose: String, count: Int) -> SecretBytes {
        HKDF.deriveKey(
            from: secret, salt: ItemCoding.bytes(of: vault),
            info: Array("wallet sync 1 \(purpose)".utf8), count: count)
    }

    private static func check(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
        Array(SecretHash.sha256(of: bytes).prefix(checkCount))
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
