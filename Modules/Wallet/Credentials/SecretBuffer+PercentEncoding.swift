import TenonMemory

extension SecretBuffer {
    /// Appends bytes in which `%` and two digits stand for one; a `%` without them stays.
    func append(percentDecoding bytes: Slice<UnsafeRawBufferPointer>) {
        var rest = bytes
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                append(UInt8(digits[0] << 4 | digits[1]))
                rest = rest.dropFirst(2)
            } else {
                append(byte)
            }
        }
    }
}
