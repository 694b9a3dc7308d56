import TenonCore
import TenonMemory
import TenonSecurity

/// Opens databases of KeePass 1 and KeePassX 0.4 (KDB), with a password, a key file, or both.
///
/// The format is that of `DbFormat.txt` in the sources of KeePass 1, and of `KeePass1Reader.cpp` of
/// KeePassXC. A hash of the content is all that tells whether the key is right, so that a wrong
/// password and damage look the same.
enum KeePass1Reader: SealedImporting {
    static let signature: [UInt8] = KeePassFormat.signature.prefix(4) + [0x65, 0xFB, 0x4B, 0xB5]

    static func recognizes(_ start: UnsafeRawBufferPointer) -> Bool {
        start.starts(with: signature)
    }

    static func read(
        _ file: UnsafeRawBufferPointer, _ key: FileKey, _ tools: DocumentTools
    ) throws -> ImportedDocument {
        do {
            var cursor = ByteCursor(file)
            let header = try KeePass1Header(&cursor)
            let content = try open(cursor.rest, header, key)
            let document = try content.withBytes {
                try KeePass1Content.document(in: $0, header)
            }
            return document.imported(as: .keePass1, tools)
        } catch is ByteCursor.EndOfBytes {
            throw TransferError.keePassDamaged
        }
    }

    /// Decrypts the content with the first key that fits.
    private static func open(
        _ sealed: UnsafeRawBufferPointer, _ header: KeePass1Header, _ key: FileKey
    ) throws -> SecretBuffer {
        guard !sealed.isEmpty, sealed.count.isMultiple(of: BlockCipher.blockSize) else {
            throw TransferError.keePassDamaged
        }
        let keys = try composites(key)
        let rounds = UInt64(header.rounds)
        try DerivationBudget.checkAES(rounds: rounds * UInt64(keys.count))
        let seed = SecretBytes(count: 16) { $0.copyBytes(from: header.seed) }
        for composite in keys {
            let transformed = try AESKeyDerivation.deriveKey(
                from: composite, seed: header.transformSeed, rounds: rounds)
            let content = SecretBuffer(capacity: sealed.count + 1)
            content.append(sealed)
            let count = try? content.withMutableBytes {
                try header.cipher.decrypt(
                    $0, key: SecretHash.sha256(seed, transformed), iv: header.iv)
            }
            guard let count else { continue }
            content.truncate(to: count)
            if content.withBytes({ SecretHash.sha256(of: $0) }) == header.hash { return content }
        }
        throw TransferError.wrongPassword
    }

    /// The composite keys that a password and a key file may mean; beside a key file, an empty
    /// password counts as none.
    private static func composites(_ key: FileKey) throws -> [SecretBytes] {
        let file = try key.keyFile.map(KeePassKeyFile.plainKey)
        if key.password.isEmpty, let file { return [file] }
        return spellings(key.password).map { password in
            let hash = SecretHash.sha256(SecretBytes(password))
            return file.map { SecretHash.sha256(hash, $0) } ?? hash
        }
    }

    /// How programs write a password: KeePass in the encoding of Windows, in which other characters are
    /// question marks, and old versions of KeePassX in UTF-8.
    private static func spellings(_ password: SecretText) -> [SecretText] {
        let windows = SecretBuffer(capacity: password.count + 1)
        password.withBytes { bytes in
            var decoder = UTF8()
            var rest = bytes.makeIterator()
            while case .scalarValue(let scalar) = decoder.decode(&rest) {
                windows.append(WindowsText.byte(of: scalar) ?? UInt8(ascii: "?"))
            }
        }
        let text = windows.text
        return text == password ? [password] : [text, password]
    }
}

/// The clear header of a KDB file; nothing in it is to be believed before the content is verified.
struct KeePass1Header {
    private static let aes: UInt32 = 2
    private static let twofish: UInt32 = 8
    /// Versions 3.x; only the last byte says what older programs need not know.
    private static let version: UInt32 = 0x0003_0000

    let cipher: BlockCipher
    let seed: [UInt8]
    let iv: [UInt8]
    let groupCount: UInt32
    let entryCount: UInt32
    /// The SHA-256 of the content.
    let hash: [UInt8]
    let transformSeed: [UInt8]
    let rounds: UInt32

    /// Reads a header.
    ///
    /// - Throws: ``TransferError`` for another version or cipher; `ByteCursor.EndOfBytes`.
    init(_ cursor: inout ByteCursor) throws {
        guard Array(try cursor.take(8)) == KeePass1Reader.signature else {
            throw TransferError.unknownFormat
        }
        let flags = try cursor.number(UInt32.self)
        let version = try cursor.number(UInt32.self)
        guard version & 0xFFFF_FF00 == Self.version else {
            throw TransferError.keePassVersion("\(version >> 16).\(version & 0xFFFF)")
        }
        if flags & Self.aes != 0 {
            cipher = .aes256
        } else if flags & Self.twofish != 0 {
            cipher = .twofish
        } else {
            throw TransferError.keePassCipher
        }
        seed = Array(try cursor.take(16))
        iv = Array(try cursor.take(16))
        groupCount = try cursor.number(UInt32.self)
        entryCount = try cursor.number(UInt32.self)
        hash = Array(try cursor.take(32))
        transformSeed = Array(try cursor.take(32))
        rounds = try cursor.number(UInt32.self)
    }
}
