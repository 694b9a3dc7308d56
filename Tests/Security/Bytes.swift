import TenonSecurity

/// Reads hexadecimal digits; spaces and line breaks may stand between them.
func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
        UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
}

extension SecretBytes {
    convenience init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    /// The bytes in ordinary memory, to compare them with what a test expects.
    var exposed: [UInt8] { withBytes { Array($0) } }
}
