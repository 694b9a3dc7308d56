import TenonCore
import TenonMemory
import TenonSecurity

/// Key files of KeePass (KeePass help, "Master key", "Key files").
///
/// XML of version 1 has the key in base 64, of version 2 in hexadecimal digits with the start of its
/// hash; a file of 32 bytes is the key, one of 64 hexadecimal digits has it, and of any other the
/// SHA-256 is the key.
enum KeePassKeyFile {
    /// The key of a file.
    ///
    /// - Throws: ``TransferError`` when it is a damaged key file in XML, or empty.
    static func key(of file: SecretText, _ xml: any XMLReading) throws -> SecretBytes {
        guard !file.isEmpty else { throw TransferError.keyFileDamaged }
        let isXML = file.withBytes {
            OneTimeCode.begins(
                $0.drop { [0xEF, 0xBB, 0xBF, 0x20, 0x0A, 0x0D].contains($0) }, with: "<")
        }
        if isXML, let key = try key(inXML: file, xml) { return key }
        return try plainKey(of: file)
    }

    /// The key of a file for KeePass 1, which knows no XML.
    ///
    /// - Throws: ``TransferError`` when it is empty.
    static func plainKey(of file: SecretText) throws -> SecretBytes {
        guard !file.isEmpty else { throw TransferError.keyFileDamaged }
        return file.withBytes { bytes in
            if bytes.count == 32 { return SecretBytes(copying: bytes) }
            if bytes.count == 64, let key = OneTimeCode.secret(file, in: .hex), key.count == 32 {
                return key
            }
            let hash = SecretHash.sha256(of: bytes)
            return SecretBytes(count: hash.count) { $0.copyBytes(from: hash) }
        }
    }

    /// The key in XML; `nil` for XML that is not a key file.
    private static func key(inXML file: SecretText, _ xml: any XMLReading) throws -> SecretBytes? {
        var path: [String] = []
        var version = ""
        var hash = ""
        let data = SecretBuffer(capacity: 256)
        do {
            try file.withBytes { bytes in
                try xml.read(bytes, limits: XMLLimits(depth: 8, elements: 100, text: 4_096)) {
                    event in
                    switch event {
                    case .start(let name, let attributes):
                        path.append(name)
                        if path == ["KeyFile", "Key", "Data"] { hash = attributes["Hash"] ?? "" }
                    case .text(let text):
                        if path == ["KeyFile", "Key", "Data"] { data.append(text) }
                        if path == ["KeyFile", "Meta", "Version"] {
                            version += String(decoding: text, as: UTF8.self)
                        }
                    case .end: path.removeLast()
                    }
                }
            }
        } catch {
            return nil
        }
        guard data.count > 0 else { return nil }
        if version.trimmingSpaces.hasPrefix("1") {
            guard let key = data.withBytes({ Base64.decode($0) }), key.count == 32 else {
                throw TransferError.keyFileDamaged
            }
            return key.withBytes { SecretBytes(copying: $0) }
        }
        let digits = SecretBuffer(capacity: data.count)
        data.withBytes { for byte in $0 where byte > 0x20 { digits.append(byte) } }
        guard let key = OneTimeCode.secret(digits.text, in: .hex), key.count == 32,
            key.withBytes({ SecretHash.sha256(of: $0) }).starts(with: bytes(hash))
        else { throw TransferError.keyFileDamaged }
        return key
    }

    private static func bytes(_ digits: String) -> [UInt8] {
        OneTimeCode.secret(SecretText(digits), in: .hex)?.withBytes { Array($0) } ?? []
    }
}
