import Foundation

/// Bytes to look for, and the name they are counted under.
struct Marker {
    /// A line of a file with markers that cannot be used.
    struct Malformed: Error, CustomStringConvertible {
        let line: Int

        var description: String {
            "line \(line) of the markers is not CLASS, a tab, and four bytes or more"
        }
    }

    /// The name that the finding is counted under, such as "password".
    let kind: String
    /// The forms in which the bytes may lie in memory.
    let forms: [[UInt8]]

    /// A text in the encodings that programs keep text in.
    init(_ kind: String, text: String) {
        self.kind = kind
        forms = [
            Array(text.utf8),
            text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] },
            text.unicodeScalars.flatMap { scalar in
                (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> ($0 * 8)) }
            },
        ]
    }

    /// Bytes as they are.
    init(_ kind: String, bytes: [UInt8]) {
        self.kind = kind
        forms = [bytes]
    }

    /// Reads a file with one marker a line; "-" is standard input.
    ///
    /// - Throws: ``Malformed``, or what reading throws.
    static func read(from path: String) throws -> [Marker] {
        let file =
            try path == "-" ? .standardInput : FileHandle(forReadingFrom: .init(filePath: path))
        let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        return try text.split(separator: "\n").enumerated().map { number, line in
            guard let marker = Marker(line: line) else { throw Malformed(line: number + 1) }
            return marker
        }
    }

    private init?(line: Substring) {
        let parts = line.split(separator: "\t", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        if parts[1].hasPrefix("hex:") {
            guard let bytes = Self.bytes(ofHex: parts[1].dropFirst(4)) else { return nil }
            self.init(String(parts[0]), bytes: bytes)
        } else {
            self.init(String(parts[0]), text: String(parts[1]))
        }
        // Fewer bytes are somewhere by chance.
        guard forms.allSatisfy({ $0.count >= 4 }) else { return nil }
    }

    private static func bytes(ofHex text: Substring) -> [UInt8]? {
        guard text.utf8.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        var rest = text
        while !rest.isEmpty {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
