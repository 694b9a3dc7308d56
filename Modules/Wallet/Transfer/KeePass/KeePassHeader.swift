/// The clear header of a KeePass file; nothing in it is to be believed before it is verified.
struct KeePassHeader {
    /// The fields by their numbers.
    private(set) var fields: [UInt8: [UInt8]] = [:]
    /// 2, which is written as 3 is, 3 or 4.
    let version: Int
    /// How many bytes the header has.
    let count: Int

    /// Reads a header from the beginning of a file.
    ///
    /// - Throws: ``TransferError`` when it is not a KeePass file, of another version, or damaged.
    init(_ bytes: UnsafeRawBufferPointer) throws {
        var cursor = ByteCursor(bytes)
        do {
            let signature = Array(try cursor.take(8))
            guard [KeePassFormat.signature, KeePassFormat.trialSignature].contains(signature) else {
                throw TransferError.unknownFormat
            }
            let minor = try cursor.number(UInt16.self)
            version = Int(try cursor.number(UInt16.self))
            guard version == 2 || version == 3 || (version == 4 && minor <= 1) else {
                throw TransferError.keePassVersion("\(version).\(minor)")
            }
            while true {
                let id = try cursor.number(UInt8.self)
                let count =
                    version == 4
                    ? Int(try cursor.number(UInt32.self)) : Int(try cursor.number(UInt16.self))
                guard count <= KeePassFormat.fieldLimit, id == 0 || fields[id] == nil else {
                    throw TransferError.keePassDamaged
                }
                let data = Array(try cursor.take(count))
                guard id != 0 else { break }
                fields[id] = data
            }
        } catch is ByteCursor.EndOfBytes {
            throw TransferError.keePassDamaged
        }
        count = cursor.position
    }

    /// A field of a fixed length.
    func field(_ id: UInt8, count: Int) throws -> [UInt8] {
        guard let field = fields[id], field.count == count else {
            throw TransferError.keePassDamaged
        }
        return field
    }

    /// The cipher of the file.
    var cipher: KeePassCipher {
        get throws {
            guard let cipher = KeePassCipher(try field(2, count: 16)) else {
                throw TransferError.keePassCipher
            }
            return cipher
        }
    }

    /// The initialisation vector of the cipher.
    var iv: [UInt8] {
        get throws { try field(7, count: try cipher == .chaCha20 ? 12 : 16) }
    }

    /// Whether the content is compressed.
    var isCompressed: Bool {
        get throws {
            switch try field(3, count: 4) {
            case [0, 0, 0, 0]: false
            case [1, 0, 0, 0]: true
            default: throw TransferError.keePassDamaged
            }
        }
    }
}
