import TenonCore
import TenonMemory
import TenonSecurity

@testable import WalletTransfer  // The readers of formats are internal.

/// Makes databases of KeePass 1, by `DbFormat.txt` in its sources.
struct KeePass1File {
    static let password = SecretText("päss€wörd")

    private let seed = (0..<16).map { UInt8($0 + 3) }
    private let transformSeed = (0..<32).map { UInt8(150 - $0) }
    private let iv = (0..<16).map { UInt8(50 + $0) }

    var cipher = BlockCipher.aes256
    var rounds: UInt32 = 600
    /// The bytes of the password.
    var password: [UInt8] = [0x70, 0xE4, 0x73, 0x73, 0x80, 0x77, 0xF6, 0x72, 0x64]
    /// The key of a key file.
    var keyFile: [UInt8]?
    /// How many groups and entries the header promises beyond those that are there.
    var promised: (groups: UInt32, entries: UInt32) = (0, 0)
    /// What follows the records; a program writes nothing there.
    var further: [UInt8] = []

    private static func field(_ type: UInt16, _ data: [UInt8]) -> [UInt8] {
        type.littleEndianBytes + UInt32(data.count).littleEndianBytes + data
    }

    private static func text(_ type: UInt16, _ text: String) -> [UInt8] {
        field(type, Array(text.utf8) + [0])
    }

    private static let end = field(0xFFFF, [])

    /// 2020-01-02 03:04:05, and "never".
    private static let time: [UInt8] = [0x1F, 0x90, 0x44, 0x31, 0x05]
    private static let never: [UInt8] = [0x2E, 0xDF, 0x39, 0x7E, 0xFB]

    private static func group(_ id: UInt32, _ name: String, level: UInt16, icon: UInt32) -> [UInt8]
    {
        field(0, []) + field(1, id.littleEndianBytes) + text(2, name) + field(3, time)
            + field(4, time) + field(5, time) + field(6, never)
            + field(7, icon.littleEndianBytes) + field(8, level.littleEndianBytes)
            + field(9, [0, 0, 0, 0]) + end
    }

    private static func entry(
        _ id: UInt8, group: UInt32, _ texts: [UInt16: String], icon: UInt32 = 0,
        expires: [UInt8] = never, attachment: (name: String, bytes: [UInt8]) = ("", [])
    ) -> [UInt8] {
        var result = field(1, [UInt8](repeating: id, count: 16))
        result += field(2, group.littleEndianBytes) + field(3, icon.littleEndianBytes)
        for type in UInt16(4)...8 { result += text(type, texts[type] ?? "") }
        result += field(9, time) + field(10, time) + field(11, time) + field(12, expires)
        return result + text(13, attachment.name) + field(14, attachment.bytes) + end
    }

    /// The groups and entries.
    var content: [UInt8] {
        Self.group(1, "Internet", level: 0, icon: 1) + Self.group(2, "Büro", level: 1, icon: 48)
            + Self.group(3, "Backup", level: 0, icon: 48)
            + Self.entry(
                7, group: 2,
                [
                    4: "Mail", 5: "https://mail.example", 6: "ada", 7: "geheim-ß",
                    8: "one\r\ntwo",
                ], icon: 5, expires: Self.time, attachment: ("a.pdf", [1, 2, 3]))
            + Self.entry(8, group: 3, [4: "Old", 7: "before"])
            + Self.entry(
                9, group: 1, [4: "Meta-Info", 5: "$", 6: "SYSTEM", 8: "KPX_GROUP_TREE_STATE"],
                attachment: ("bin-stream", [0, 0, 0, 0])) + further
    }

    /// The file.
    var bytes: [UInt8] {
        get throws {
            let content = content
            let hash = content.withUnsafeBytes { SecretHash.sha256(of: $0) }
            let buffer = SecretBuffer(capacity: content.count + 16)
            buffer.append(content)
            buffer.append(
                [UInt8](
                    repeating: 0, count: BlockCipher.encryptedCount(content.count) - content.count))
            let key = try key()
            try buffer.withMutableBytes {
                try cipher.encrypt($0, count: content.count, key: key, iv: iv)
            }
            let flags: UInt32 = cipher == .aes256 ? 1 | 2 : 1 | 8
            var header = KeePass1Reader.signature + flags.littleEndianBytes
            header += UInt32(0x0003_0003).littleEndianBytes + seed + iv
            header += (3 + promised.groups).littleEndianBytes
            header += (3 + promised.entries).littleEndianBytes
            return header + hash + transformSeed + rounds.littleEndianBytes + buffer.array
        }
    }

    private func key() throws -> SecretBytes {
        func secret(_ bytes: [UInt8]) -> SecretBytes {
            SecretBytes(count: bytes.count) { $0.copyBytes(from: bytes) }
        }
        let hash = SecretHash.sha256(secret(password))
        let composite =
            keyFile.map {
                password.isEmpty ? secret($0) : SecretHash.sha256(hash, secret($0))
            } ?? hash
        let transformed = try AESKeyDerivation.deriveKey(
            from: composite, seed: transformSeed, rounds: UInt64(rounds))
        return SecretHash.sha256(secret(seed), transformed)
    }
}
