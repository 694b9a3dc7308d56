package import TenonCore

/// Walks the fields of an opened record without copying them.
package struct FieldReader {
    /// One field; its bytes are valid as long as the record.
    package struct Field {
        /// What it is.
        package let tag: Int
        /// Its bytes.
        package let value: UnsafeRawBufferPointer
        /// The whole field with tag and length, for keeping it when the tag is unknown.
        let encoded: UnsafeRawBufferPointer
    }

    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    /// Begins with the first field.
    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Returns the next field, or `nil` at the end.
    ///
    /// - Throws: ``VaultError`` (`vaultUnreadable`) when the record ends in the middle of a field.
    package mutating func next() throws -> Field? {
        guard position < bytes.count else { return nil }
        let start = position
        let tag = try variable()
        let count = try variable()
        guard tag <= 0xFFFF, count <= UInt64(bytes.count - position) else {
            throw VaultError.unreadable("record")
        }
        let from = position
        position += Int(count)
        return Field(
            tag: Int(tag), value: UnsafeRawBufferPointer(rebasing: bytes[from..<position]),
            encoded: UnsafeRawBufferPointer(rebasing: bytes[start..<position]))
    }

    private mutating func variable() throws -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < bytes.count, shift < 64 {
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
            shift += 7
        }
        throw VaultError.unreadable("record")
    }
}

extension FieldReader.Field {
    /// The value as text.
    package var text: String { String(decoding: value, as: UTF8.self) }

    /// The value as a secret.
    package var secret: SecretText { SecretText(utf8: value) }

    /// The value as a number.
    package var number: Int64 { Int64(reading: value) }

    var timestamp: Timestamp { Timestamp(milliseconds: number) }
}
