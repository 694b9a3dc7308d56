import TenonMemory

extension SecretBuffer {
    /// Reads once from a source.
    ///
    /// - Returns: How many bytes were read; 0 at the end of the source.
    func fill(from source: some ByteSource, atMost room: Int) throws -> Int {
        try fill(atMost: room) { try source.read(into: $0) }
    }

    /// Replaces the bytes by those of a quoted field, with each doubled quotation mark made single.
    func unescape(_ field: UnsafeRawBufferPointer) {
        removeAll()
        var index = 0
        while index < field.count {
            append(field[index])
            index += field[index] == UInt8(ascii: "\"") ? 2 : 1
        }
    }
}
