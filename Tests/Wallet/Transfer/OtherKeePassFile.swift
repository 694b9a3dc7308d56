import TenonCore
import TenonMemory
import TenonSecurity

@testable import WalletTransfer  // The readers of formats are internal.

/// Makes KeePass files of the kinds that Wallet reads and does not write.
struct OtherKeePassFile {
    /// A key derivation of version 4.
    enum Derivation: String, CaseIterable {
        case aes
        case argon2d
        case argon2id
        case oldArgon2d
    }

    /// A cipher of the whole file.
    enum Cipher: String, CaseIterable {
        case aes256
        case twofish
        case chaCha20
    }

    static let password = SecretText("три-три-три")

    private let seed = (0..<32).map { UInt8($0) }
    private let salt = (0..<32).map { UInt8(200 - $0) }
    private let iv = (0..<16).map { UInt8(50 + $0) }
    private let streamKey = SecretBytes(count: 32) { $0.copyBytes(from: (1...32).map(UInt8.init)) }

    /// The document, in the form of a version.
    ///
    /// - Parameter files: Attached to its entry, the first of them hidden.
    private func document(_ version: Int, files: [[UInt8]] = []) throws -> SecretBuffer {
        let stream = try KeePassStream(identifier: version == 3 ? 2 : 3, key: streamKey)
        let binaries = try files.enumerated().map { number, bytes in
            let content = SecretBuffer(capacity: 64)
            content.append(bytes)
            if number == 0 { try stream.apply(to: content) }
            let attribute = number == 0 ? " Protected=\"True\"" : ""
            let text = Base64.encode(content.array)
            return "<Binary ID=\"\(number)\"\(attribute)>\(text)</Binary>"
        }.joined()
        let references = files.indices.map {
            "<Binary><Key>file \($0)</Key><Value Ref=\"\($0)\"/></Binary>"
        }.joined()
        let hidden = SecretBuffer(capacity: 64)
        hidden.append("geheim-ß")
        try stream.apply(to: hidden)
        let time = version == 3 ? "2020-01-02T03:04:05Z" : "cZ+11Q4AAAA="
        let result = SecretBuffer(capacity: 1_024)
        result.append(
            """
            <?xml version="1.0" encoding="utf-8" standalone="yes"?>
            <KeePassFile><Meta><Generator>Test</Generator>
            <Binaries>\(binaries)</Binaries></Meta><Root><Group>
            <UUID>AQIDBAUGBwgJCgsMDQ4PEA==</UUID><Name>Root</Name><Entry>
            <UUID>EAIDBAUGBwgJCgsMDQ4PEA==</UUID>
            <Times><CreationTime>\(time)</CreationTime>
            <LastModificationTime>\(time)</LastModificationTime></Times>
            <String><Key>Title</Key><Value>Old</Value></String>
            <String><Key>Password</Key><Value Protected="True">\(Base64.encode(hidden.array))</Value>
            </String>\(references)</Entry></Group></Root></KeePassFile>
            """)
        return result
    }

    private func packed(_ bytes: SecretBuffer) throws -> SecretBuffer {
        let result = SecretBuffer(capacity: bytes.count)
        try bytes.withBytes { bytes in
            try DocumentTools.live.gzip.compress(bytes) { result.append($0) }
        }
        return result
    }

    private func encrypt(_ cipher: Cipher, _ plain: SecretBuffer, _ key: SecretBytes) throws {
        let block: BlockCipher
        switch cipher {
        case .chaCha20:
            let stream = try StreamCipher(.chaCha20, key: key, nonce: Array(iv.prefix(12)))
            return try plain.withMutableBytes { try stream.apply(to: $0) }
        case .aes256: block = .aes256
        case .twofish: block = .twofish
        }
        let count = plain.count
        plain.append([UInt8](repeating: 0, count: BlockCipher.encryptedCount(count) - count))
        try plain.withMutableBytes { try block.encrypt($0, count: count, key: key, iv: iv) }
    }

    private func identifier(_ cipher: Cipher) -> [UInt8] {
        switch cipher {
        case .aes256: KeePassFormat.aes256
        case .twofish: KeePassFormat.twofish
        case .chaCha20: KeePassFormat.chaCha20
        }
    }

    /// A file of version 4.
    ///
    /// - Parameters:
    ///   - content: What is in the file, packed; `nil` is a document.
    ///   - change: Changes the parameters of the key derivation before they are used.
    func version4(
        _ cipher: Cipher, _ derivation: Derivation, content other: SecretBuffer? = nil,
        change: (inout KeePassVariants) -> Void = { _ in }
    ) throws -> [UInt8] {
        var parameters = KeePassVariants()
        parameters.set("S", salt)
        switch derivation {
        case .aes:
            parameters.set("$UUID", KeePassFormat.aesDerivations[1])
            parameters.set("R", UInt64(5_000))
        case .argon2d, .argon2id, .oldArgon2d:
            parameters.set(
                "$UUID",
                derivation == .argon2id ? KeePassFormat.argon2id : KeePassFormat.argon2d)
            parameters.set("V", UInt32(derivation == .oldArgon2d ? 0x10 : 0x13))
            parameters.set("M", UInt64(1 << 20))
            parameters.set("I", UInt64(2))
            parameters.set("P", UInt32(2))
        }
        let honest = parameters
        change(&parameters)
        var header = KeePassFormat.signature + [0, 0, 4, 0]
        let vector = cipher == .chaCha20 ? Array(iv.prefix(12)) : iv
        for (id, data) in [
            (2, identifier(cipher)), (3, [1, 0, 0, 0]), (4, seed), (7, vector),
            (11, parameters.encoded), (0, Array("\r\n\r\n".utf8)),
        ] as [(UInt8, [UInt8])] {
            header += [id] + UInt32(data.count).littleEndianBytes + data
        }
        let keys = try KeePassKeys(password: Self.password, seed: seed) {
            try KeePassKeys.transform($0, by: honest)
        }
        let plain = SecretBuffer(capacity: 4_096)
        plain.append([1, 4, 0, 0, 0, 3, 0, 0, 0, 2, 32, 0, 0, 0])
        streamKey.withBytes { plain.append($0) }
        plain.append([0, 0, 0, 0, 0])
        plain.append(try document(4))
        let content = try other ?? packed(plain)
        try encrypt(cipher, content, keys.cipher)
        let file = SecretBuffer(capacity: 4_096)
        file.append(header)
        header.withUnsafeBytes { header in
            file.append(SecretHash.sha256(of: header))
            file.append(keys.header.authenticationCode(for: header))
        }
        content.withBytes { KeePassBlocks.cut($0, keys: keys, to: file) }
        return file.array
    }

    /// A file of version 3.1.
    func version3(
        _ cipher: Cipher = .aes256, rounds: UInt64 = 6_000, files: [[UInt8]] = []
    ) throws -> [UInt8] {
        let start = [UInt8](repeating: 0x5A, count: 32)
        var header = KeePassFormat.signature + [1, 0, 3, 0]
        for (id, data) in [
            (2, identifier(cipher)), (3, [1, 0, 0, 0]), (4, seed), (5, salt),
            (6, rounds.littleEndianBytes), (7, iv), (8, streamKey.withBytes { Array($0) }),
            (9, start), (10, [2, 0, 0, 0]), (0, Array("\r\n\r\n".utf8)),
        ] as [(UInt8, [UInt8])] {
            header += [id] + UInt16(data.count).littleEndianBytes + data
        }
        let keys = try KeePassKeys(password: Self.password, seed: seed) {
            try AESKeyDerivation.deriveKey(from: $0, seed: salt, rounds: rounds)
        }
        let document = try packed(try document(3, files: files))
        let content = SecretBuffer(capacity: 4_096)
        content.append(start)
        content.append([0, 0, 0, 0] + document.withBytes { SecretHash.sha256(of: $0) })
        content.append(UInt32(document.count).littleEndianBytes)
        content.append(document)
        content.append([1, 0, 0, 0] + [UInt8](repeating: 0, count: 36))
        try encrypt(cipher, content, keys.cipher)
        return header + content.array
    }
}
