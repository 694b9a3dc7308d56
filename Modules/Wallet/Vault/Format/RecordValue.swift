package import TenonCore
package import TenonSecurity

/// A value that is the content of one field.
package protocol RecordValue: Sendable {
    /// Reads the content of a field; `nil` for what is no such value.
    init?(reading bytes: UnsafeRawBufferPointer) throws

    /// Writes a field.
    func write(as tag: Int, to writer: SecretWriter)
}

/// A value that is written without a field around it, too.
package protocol FieldContent: RecordValue {
    /// Writes the content of a field.
    func write(to writer: SecretWriter)
}

/// A name of as many bytes as an ``ItemID`` has.
package protocol RecordKey: FieldContent, Hashable, Comparable {}

extension FieldContent {
    /// Writes a field with the content.
    package func write(as tag: Int, to writer: SecretWriter) {
        writer.field(tag) { write(to: $0) }
    }
}

extension String: RecordValue {
    /// Reads UTF-8.
    package init(reading bytes: UnsafeRawBufferPointer) {
        self.init(decoding: bytes, as: UTF8.self)
    }

    /// Writes UTF-8.
    package func write(as tag: Int, to writer: SecretWriter) { writer.field(tag, self) }
}

extension SecretText: RecordValue {
    /// Copies the bytes.
    package convenience init(reading bytes: UnsafeRawBufferPointer) { self.init(utf8: bytes) }

    /// Writes the bytes.
    package func write(as tag: Int, to writer: SecretWriter) { writer.field(tag, self) }
}

extension SecretBytes: RecordValue {
    /// Copies the bytes.
    package convenience init(reading bytes: UnsafeRawBufferPointer) { self.init(copying: bytes) }

    /// Writes the bytes.
    package func write(as tag: Int, to writer: SecretWriter) {
        withBytes { writer.field(tag, $0) }
    }
}

extension [UInt8]: RecordValue {
    /// Copies the bytes.
    package init(reading bytes: UnsafeRawBufferPointer) { self.init(bytes) }

    /// Writes the bytes.
    package func write(as tag: Int, to writer: SecretWriter) {
        withUnsafeBytes { writer.field(tag, $0) }
    }
}

extension Int64: RecordValue {
    /// Reads a number; bits that are too many are dropped.
    package init(reading bytes: UnsafeRawBufferPointer) {
        var folded: UInt64 = 0
        var shift: UInt64 = 0
        for byte in bytes where shift < 64 {
            folded |= UInt64(byte & 0x7F) << shift
            shift += 7
        }
        self = Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
    }

    /// Writes as few bytes as the number needs.
    package func write(as tag: Int, to writer: SecretWriter) { writer.field(tag, self) }
}

extension Int: RecordValue {
    /// Reads a number; one that is too large or too small becomes the nearest.
    package init(reading bytes: UnsafeRawBufferPointer) {
        self.init(clamping: Int64(reading: bytes))
    }

    /// Writes the number.
    package func write(as tag: Int, to writer: SecretWriter) { writer.field(tag, Int64(self)) }
}

extension UInt64: FieldContent {
    /// Reads what ``write(to:)`` wrote; `nil` for anything else.
    package init?(reading bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 8 else { return nil }
        self.init(bigEndianBytes: bytes)
    }

    /// Writes eight bytes, the highest first.
    package func write(to writer: SecretWriter) { writer.bytes(bigEndianBytes) }

    /// Writes a field of eight bytes, the highest first.
    package func write(as tag: Int, to writer: SecretWriter) {
        withUnsafeBytes(of: bigEndian) { writer.field(tag, $0) }
    }
}

extension UInt8: RecordValue {
    /// Reads a number; one that is too large or too small becomes the nearest.
    package init(reading bytes: UnsafeRawBufferPointer) {
        self.init(clamping: Int64(reading: bytes))
    }

    /// Writes the number.
    package func write(as tag: Int, to writer: SecretWriter) { writer.field(tag, Int64(self)) }
}

extension Bool: RecordValue {
    /// Reads a number; all but 0 are `true`.
    package init(reading bytes: UnsafeRawBufferPointer) { self = Int64(reading: bytes) != 0 }

    /// Writes 0 or 1.
    package func write(as tag: Int, to writer: SecretWriter) {
        writer.field(tag, Int64(self ? 1 : 0))
    }
}

extension Timestamp: RecordValue {
    /// Reads milliseconds.
    package init(reading bytes: UnsafeRawBufferPointer) {
        self.init(milliseconds: Int64(reading: bytes))
    }

    /// Writes milliseconds.
    package func write(as tag: Int, to writer: SecretWriter) { writer.field(tag, milliseconds) }
}

extension ItemField: FieldContent {
    /// Reads what ``write(to:)`` wrote; `nil` for anything else.
    package init?(reading bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 2 else { return nil }
        self.init(number: Int(bigEndianBytes: bytes[..<2]), key: Array(bytes[2...]))
    }

    /// Writes two bytes of its number, and its key.
    package func write(to writer: SecretWriter) {
        writer.bytes(UInt16(clamping: number).bigEndianBytes)
        writer.bytes(key)
    }
}

extension ItemID: RecordKey {
    /// Reads its bytes; `nil` when there are not as many as a name has.
    package init?(reading bytes: UnsafeRawBufferPointer) { self.init(bytes: bytes) }

    /// Writes its bytes.
    package func write(to writer: SecretWriter) { writer.bytes(bytes) }
}
