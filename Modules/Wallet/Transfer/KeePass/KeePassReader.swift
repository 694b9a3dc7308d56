import TenonCore
import TenonMemory
import TenonSecurity

/// Opens KeePass files: KDBX 4.0, 4.1, 3.1 and 2 with a password, a key file, or both.
///
/// Version 4 is verified (the header, then every block) before anything is decrypted or believed.
struct KeePassReader {
    /// The most bytes of an expanded document.
    private static let documentLimit = 512 << 20
    /// How large any document may be, so that a file of 100 MB fits in, and how many times larger than
    /// packed a larger one: entries with a long history come to about 60 times.
    private static let smallDocument = 160 << 20
    private static let density = 128

    let tools: DocumentTools

    /// Whether some bytes begin as a KeePass file does.
    static func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.starts(with: KeePassFormat.signature)
            || bytes.starts(with: KeePassFormat.trialSignature)
    }

    /// Opens a file.
    ///
    /// - Parameter keyFile: The key of its key file.
    /// - Throws: ``TransferError`` for a wrong password, damage, or a file of another kind;
    ///   `SecurityError` for an absurd key derivation; the errors of the services.
    func read(
        _ file: UnsafeRawBufferPointer, password: SecretText, keyFile: SecretBytes? = nil
    ) throws -> KeePassDocument {
        let header = try KeePassHeader(file)
        let composites = KeePassKeys.composites(password: password, keyFile: keyFile)
        for (index, composite) in composites.enumerated() {
            do {
                return header.version == 4
                    ? try read4(file, header, composite) : try read3(file, header, composite)
            } catch let error as TransferError
                where error == .wrongPassword && index + 1 < composites.count
            { continue }
        }
        throw TransferError.wrongPassword
    }

    // MARK: - Version 4

    private func read4(
        _ file: UnsafeRawBufferPointer, _ header: KeePassHeader, _ composite: SecretBytes
    ) throws -> KeePassDocument {
        let clear = UnsafeRawBufferPointer(rebasing: file[..<header.count])
        var cursor = ByteCursor(UnsafeRawBufferPointer(rebasing: file[header.count...]))
        guard let hash = try? cursor.take(32), let code = try? cursor.take(32),
            Array(hash) == SecretHash.sha256(of: clear)
        else { throw TransferError.keePassDamaged }
        let cipher = try header.cipher
        let iv = try header.iv
        let isCompressed = try header.isCompressed
        guard let variants = header.fields[11] else { throw TransferError.keePassDamaged }
        let parameters = try KeePassVariants(variants)
        let keys = try KeePassKeys(composite: composite, seed: try header.field(4, count: 32)) {
            try KeePassKeys.transform($0, by: parameters)
        }
        // The hash above was right: so it is the password, and not damage, that makes the difference.
        guard keys.header.isValid(code: Array(code), for: clear) else {
            throw TransferError.wrongPassword
        }
        let content = try KeePassBlocks.join(cursor.rest, keys: keys)
        do {
            try cipher.decrypt(content, key: keys.cipher, iv: iv)
        } catch let error as SecurityError where error.code == .securityBrokenSeal {
            throw TransferError.keePassDamaged
        }
        let plain = isCompressed ? try expand(content) : content
        return try plain.withBytes { bytes in
            let header = try KeePassInnerHeader(bytes)
            let document = UnsafeRawBufferPointer(rebasing: bytes[header.count...])
            return try KeePassDocumentReader(
                stream: header.stream, files: header.files, gzip: tools.gzip
            ).read(document, tools.xml)
        }
    }

    // MARK: - Versions 3.1 and 2

    private func read3(
        _ file: UnsafeRawBufferPointer, _ header: KeePassHeader, _ composite: SecretBytes
    ) throws -> KeePassDocument {
        let clear = UnsafeRawBufferPointer(rebasing: file[..<header.count])
        let cipher = try header.cipher
        let seed = try header.field(4, count: 32)
        let transformSeed = try header.field(5, count: 32)
        let rounds = try header.field(6, count: 8).reversed().reduce(UInt64(0)) {
            $0 << 8 | UInt64($1)
        }
        let start = try header.field(9, count: 32)
        guard let streamKey = header.fields[8] else { throw TransferError.keePassDamaged }
        let identifier = try header.field(10, count: 4).reversed().reduce(UInt32(0)) {
            $0 << 8 | UInt32($1)
        }
        let keys = try KeePassKeys(composite: composite, seed: seed) {
            try DerivationBudget.checkAES(rounds: rounds)
            return try AESKeyDerivation.deriveKey(from: $0, seed: transformSeed, rounds: rounds)
        }
        let content = SecretBuffer(capacity: file.count - header.count + 1)
        content.append(UnsafeRawBufferPointer(rebasing: file[header.count...]))
        do {
            try cipher.decrypt(content, key: keys.cipher, iv: try header.iv)
        } catch let error as SecurityError where error.code == .securityBrokenSeal {
            // Ciphers of blocks write blocks of 16 bytes; with another length, bytes are missing.
            let isWhole = (file.count - header.count).isMultiple(of: 16)
            throw isWhole ? TransferError.wrongPassword : TransferError.keePassDamaged
        }
        // Of a file with all its bytes, these alone tell a wrong password from damage.
        let packed = try content.withBytes { bytes in
            guard bytes.starts(with: start) else { throw TransferError.wrongPassword }
            return try KeePassBlocks.joinHashed(
                UnsafeRawBufferPointer(rebasing: bytes[start.count...]))
        }
        let plain = try header.isCompressed ? try expand(packed) : packed
        let key = SecretBytes(count: streamKey.count) { $0.copyBytes(from: streamKey) }
        let reader = KeePassDocumentReader(
            stream: try KeePassStream(identifier: identifier, key: key), gzip: tools.gzip)
        let document = try plain.withBytes { try reader.read($0, tools.xml) }
        // Version 3 does not authenticate its header but by this copy of its hash inside.
        if let hash = reader.headerHash, hash != SecretHash.sha256(of: clear) {
            throw TransferError.keePassDamaged
        }
        return document
    }

    private func expand(_ packed: SecretBuffer) throws -> SecretBuffer {
        let limit = min(
            Self.documentLimit, max(Self.smallDocument, packed.count * Self.density))
        // The last four bytes say how long the document is (RFC 1952, section 2.3.1); what they say is
        // checked while it is expanded.
        let size = packed.withBytes { bytes in
            bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        guard size <= limit else { throw TransferError.keePassTooLarge(limit) }
        let plain = SecretBuffer(capacity: size + 1)
        try packed.withBytes { bytes in
            try tools.gzip.expand(bytes, limit: min(limit, max(size, 1 << 16))) { plain.append($0) }
        }
        return plain
    }
}

extension KeePassReader: SealedImporting {
    static func read(
        _ file: UnsafeRawBufferPointer, _ key: FileKey, _ tools: DocumentTools
    ) throws -> ImportedDocument {
        let keyFile = try key.keyFile.map { try KeePassKeyFile.key(of: $0, tools.xml) }
        return try KeePassReader(tools: tools)
            .read(file, password: key.password, keyFile: keyFile)
            .imported(as: .keePass, tools)
    }
}
