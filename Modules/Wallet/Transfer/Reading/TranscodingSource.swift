import TenonMemory

/// Delivers text in another encoding as UTF-8; what is not a character becomes U+FFFD.
final class TranscodingSource: ByteSource {
    private let source: any ByteSource
    private let encoding: ColumnMapping.Encoding
    /// What was read and is not delivered yet.
    private let input = SecretBuffer(capacity: 1 << 16)
    private let piece = SecretBuffer(capacity: 1 << 16)
    private var isAtEnd = false
    private var isBigEndian: Bool?
    /// How much of the piece was delivered.
    private var delivered = 0

    init(_ source: any ByteSource, _ encoding: ColumnMapping.Encoding) {
        self.source = source
        self.encoding = encoding
    }

    func read(into memory: UnsafeMutableRawBufferPointer) throws -> Int {
        while delivered == piece.count {
            guard !isAtEnd || input.count > 0 else { return 0 }
            try convert()
        }
        let count = min(memory.count, piece.count - delivered)
        piece.withBytes { memory.copyBytes(from: $0[delivered..<delivered + count]) }
        delivered += count
        return count
    }

    private func convert() throws {
        if !isAtEnd { isAtEnd = try input.fill(from: source, atMost: 1 << 16) == 0 }
        piece.removeAll()
        delivered = 0
        switch encoding {
        case .utf8: piece.append(input.bytes)
        case .latin1: for byte in input.bytes { append(WindowsText.scalar(of: byte).value) }
        case .utf16: return convertPairs()
        }
        input.removeAll()
    }

    private func convertPairs() {
        let bytes = input.bytes
        var index = 0
        if isBigEndian == nil, bytes.count >= 2 {
            isBigEndian = bytes[0] == 0xFE && bytes[1] == 0xFF
            if bytes[0] == 0xFE && bytes[1] == 0xFF || bytes[0] == 0xFF && bytes[1] == 0xFE {
                index = 2
            }
        }
        func unit(_ index: Int) -> UInt32 {
            let (high, low) = isBigEndian == true ? (index, index + 1) : (index + 1, index)
            return UInt32(bytes[high]) << 8 | UInt32(bytes[low])
        }
        while index + 2 <= bytes.count {
            let first = unit(index)
            guard 0xD800..<0xDC00 ~= first else {
                append(first)
                index += 2
                continue
            }
            // Half of a pair at the end waits for the other half.
            guard index + 4 <= bytes.count || isAtEnd else { break }
            let second = index + 4 <= bytes.count ? unit(index + 2) : 0
            if 0xDC00..<0xE000 ~= second {
                append(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
                index += 4
            } else {
                append(0xFFFD)
                index += 2
            }
        }
        if isAtEnd, index < bytes.count {
            append(0xFFFD)
            index = bytes.count
        }
        input.removeFirst(index)
    }

    private func append(_ code: UInt32) {
        let scalar = Unicode.Scalar(code) ?? "\u{FFFD}"
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { piece.append(byte) }
    }
}
