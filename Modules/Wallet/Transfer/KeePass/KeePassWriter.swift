import TenonCore
import TenonMemory
import TenonSecurity

/// Makes KeePass files: KDBX 4, with Argon2id and ChaCha20, compressed.
struct KeePassWriter {
    let tools: DocumentTools
    /// How a key is derived from the password.
    var argon2id = Argon2id.standard

    /// Makes a file; blocks the calling thread as long as the key derivation takes.
    ///
    /// - Parameters:
    ///   - entries: What is in it.
    ///   - content: Has the files that entries refer to; it is used up.
    ///   - name: What the database is called.
    ///   - password: Opens it.
    ///   - now: The time.
    /// - Returns: The bytes of the file; they hold nothing in clear.
    /// - Throws: `SecurityError`; the errors of the services.
    func file(
        _ entries: [KeePassEntry], content: KeePassContent = KeePassContent(), name: String,
        password: SecretText, now: Timestamp
    ) throws -> SecretBuffer {
        let seed = Self.random(32)
        let iv = Self.random(12)
        let salt = Self.random(32)
        // Elements of version 4.1 are the only ones that 4.0 does not know.
        let minor: UInt16 = entries.contains(where: Self.isNewer) ? 1 : 0
        let header = header(minor, seed: seed, iv: iv, salt: salt)
        let keys = try KeePassKeys(password: password, seed: seed) { composite in
            try argon2id.deriveKey(from: composite, salt: salt)
        }
        let plain = try packed(entries, content, name: name, now: now)
        let stream = try StreamCipher(.chaCha20, key: keys.cipher, nonce: iv)
        try plain.withMutableBytes { try stream.apply(to: $0) }
        let file = SecretBuffer(capacity: plain.count + plain.count / 1_024 + 1_024)
        file.append(header)
        header.withUnsafeBytes { header in
            file.append(SecretHash.sha256(of: header))
            file.append(keys.header.authenticationCode(for: header))
        }
        plain.withBytes { KeePassBlocks.cut($0, keys: keys, to: file) }
        return file
    }

    private static let newer: Set<String> = ["PreviousParentGroup", "QualityCheck"]

    /// Whether an entry has what version 4.0 does not know; tags of groups, and names of pictures, too.
    private static func isNewer(_ entry: KeePassEntry) -> Bool {
        entry.others.contains { newer.contains($0.key) } || !entry.pictures.isEmpty
            || entry.groupParts.contains { $0.key == "Tags" }
    }

    private func header(_ minor: UInt16, seed: [UInt8], iv: [UInt8], salt: [UInt8]) -> [UInt8] {
        var parameters = KeePassVariants()
        parameters.set("$UUID", KeePassFormat.argon2id)
        parameters.set("S", salt)
        parameters.set("P", UInt32(argon2id.parallelism))
        parameters.set("M", UInt64(argon2id.memory) * 1_024)
        parameters.set("I", UInt64(argon2id.iterations))
        parameters.set("V", UInt32(0x13))
        let fields: [(UInt8, [UInt8])] = [
            (2, KeePassFormat.chaCha20), (3, [1, 0, 0, 0]), (4, seed), (7, iv),
            (11, parameters.encoded), (0, Array("\r\n\r\n".utf8)),
        ]
        var header = KeePassFormat.signature + minor.littleEndianBytes
        header += UInt16(4).littleEndianBytes
        for (id, data) in fields {
            header += [id] + UInt32(data.count).littleEndianBytes + data
        }
        return header
    }

    /// The compressed content, before it is encrypted.
    private func packed(
        _ entries: [KeePassEntry], _ content: KeePassContent, name: String, now: Timestamp
    ) throws -> SecretBuffer {
        let stream = try KeePassStream(identifier: KeePassStream.chaCha20, key: content.key)
        let document = try KeePassDocumentWriter(stream: stream, xml: tools.xml)
            .document(entries, name: name, now: now)
        content.finish()
        content.buffer.append(document)
        let packed = SecretBuffer(capacity: content.buffer.count / 2 + 1_024)
        try content.buffer.withBytes { bytes in
            try tools.gzip.compress(bytes) { packed.append($0) }
        }
        content.buffer.removeAll()
        return packed
    }

    private static func random(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}
