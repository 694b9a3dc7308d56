/// A dictionary of values with types, as the header holds the parameters of its key derivation.
struct KeePassVariants {
    private var values: [String: [UInt8]] = [:]
    private var types: [String: UInt8] = [:]

    /// An empty dictionary.
    init() {}

    /// Reads the encoded form.
    ///
    /// - Throws: ``TransferError`` when it is damaged or of a newer version.
    init(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { bytes in
            var cursor = ByteCursor(bytes)
            do {
                guard try cursor.number(UInt16.self) >> 8 == 1 else {
                    throw TransferError.keePassDamaged
                }
                while true {
                    let type = try cursor.number(UInt8.self)
                    guard type != 0 else { return }
                    let nameCount = Int(try cursor.number(UInt32.self))
                    let name = String(decoding: try cursor.take(nameCount), as: UTF8.self)
                    let count = Int(try cursor.number(UInt32.self))
                    let value = Array(try cursor.take(count))
                    guard values[name] == nil else { throw TransferError.keePassDamaged }
                    values[name] = value
                    types[name] = type
                }
            } catch is ByteCursor.EndOfBytes {
                throw TransferError.keePassDamaged
            }
        }
    }

    /// The bytes under a name.
    func bytes(_ name: String) throws -> [UInt8] {
        guard types[name] == 0x42, let value = values[name] else {
            throw TransferError.keePassDamaged
        }
        return value
    }

    /// The number under a name, of any width.
    func number(_ name: String) throws -> UInt64 {
        guard let type = types[name], [0x04, 0x05].contains(type), let value = values[name],
            value.count == (type == 0x04 ? 4 : 8)
        else { throw TransferError.keePassDamaged }
        return value.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Sets bytes.
    mutating func set(_ name: String, _ bytes: [UInt8]) {
        values[name] = bytes
        types[name] = 0x42
    }

    /// Sets a number of 32 bits.
    mutating func set(_ name: String, _ number: UInt32) {
        values[name] = number.littleEndianBytes
        types[name] = 0x04
    }

    /// Sets a number of 64 bits.
    mutating func set(_ name: String, _ number: UInt64) {
        values[name] = number.littleEndianBytes
        types[name] = 0x05
    }

    /// The encoded form.
    var encoded: [UInt8] {
        var result: [UInt8] = [0x00, 0x01]
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            result.append(types[name] ?? 0x42)
            result += UInt32(name.utf8.count).littleEndianBytes + Array(name.utf8)
            result += UInt32(value.count).littleEndianBytes + value
        }
        return result + [0]
    }
}
