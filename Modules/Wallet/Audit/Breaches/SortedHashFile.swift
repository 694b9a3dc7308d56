import Glibc

/// A file of lines `HASH:COUNT`, sorted by hash, of which a few lines are read per search.
///
/// Hashes are hexadecimal digits in either case; lines end with LF or CRLF. The file is never held in
/// memory: it may have tens of gigabytes.
final class SortedHashFile: Sendable {
    /// The longest line: 40 digits, a colon, a number of at most 18 digits, CR and LF.
    private static let longestLine = 64

    private let descriptor: Int32
    private let path: String
    private let size: Int
    /// How many digits of each hash the lines have: its last ones.
    private let digitCount: Int

    /// Takes an open descriptor, which is closed with the last reference to this.
    ///
    /// - Throws: ``AuditError`` when the first line is not as it should be.
    init(descriptor: Int32, path: String, size: Int, digitCount: Int) throws {
        self.descriptor = descriptor
        self.path = path
        self.size = size
        self.digitCount = digitCount
        // All properties are set: when this throws, the descriptor is closed.
        try withWindow { window in
            guard size > 0, try line(around: 0, in: window).hash != nil else {
                throw AuditError.malformed(path)
            }
        }
    }

    deinit { close(descriptor) }

    /// The number that stands behind a hash; 0 when the hash is not there.
    ///
    /// - Parameter hash: 20 bytes.
    /// - Throws: ``AuditError`` when the file cannot be read, has other lines, or is not sorted.
    func count(of hash: UnsafeRawBufferPointer) throws -> Int {
        let wanted = HashNumber(hash, digitCount: digitCount)
        return try withWindow { window in
            var (low, high) = (0, size)
            var (smaller, larger): (HashNumber?, HashNumber?) = (nil, nil)
            while low < high {
                let line = try line(around: low + (high - low) / 2, in: window)
                guard let found = line.hash else {
                    // Only the end of the file may be an empty line.
                    guard line.end == size else { throw AuditError.malformed(path) }
                    high = line.start
                    continue
                }
                if let smaller, found <= smaller { throw AuditError.unsorted(path) }
                if let larger, found >= larger { throw AuditError.unsorted(path) }
                if found == wanted { return line.count }
                if found < wanted {
                    (low, smaller) = (line.end, found)
                } else {
                    (high, larger) = (line.start, found)
                }
            }
            return 0
        }
    }

    /// A line of the file.
    private struct Line {
        /// The position of its first byte, and of the first one behind its line feed.
        let start: Int
        let end: Int
        /// The hash; `nil` for an empty line.
        let hash: HashNumber?
        let count: Int
    }

    /// Reads the line that a position of the file is in.
    private func line(
        around position: Int, in window: UnsafeMutableRawBufferPointer
    ) throws -> Line {
        let offset = max(0, position - Self.longestLine)
        let bytes = UnsafeRawBufferPointer(
            rebasing: window[..<(try read(at: offset, into: window))])
        let place = position - offset
        guard place < bytes.count else { throw AuditError.malformed(path) }
        let feed = UInt8(ascii: "\n")
        let before = bytes[..<place].lastIndex(of: feed)
        guard before != nil || offset == 0 else { throw AuditError.malformed(path) }
        let start = before.map { $0 + 1 } ?? 0
        let end = bytes[place...].firstIndex(of: feed)
        guard end != nil || offset + bytes.count == size else { throw AuditError.malformed(path) }
        var text = bytes[start..<(end ?? bytes.count)]
        if text.last == UInt8(ascii: "\r") { text = text.dropLast() }
        let range = (offset + start, offset + (end.map { $0 + 1 } ?? bytes.count))
        guard !text.isEmpty else { return Line(start: range.0, end: range.1, hash: nil, count: 0) }
        guard text.count > digitCount + 1, text[text.startIndex + digitCount] == UInt8(ascii: ":"),
            let hash = HashNumber(digits: text.prefix(digitCount)),
            let count = Self.number(text.dropFirst(digitCount + 1))
        else { throw AuditError.malformed(path) }
        return Line(start: range.0, end: range.1, hash: hash, count: count)
    }

    private func read(at offset: Int, into memory: UnsafeMutableRawBufferPointer) throws -> Int {
        let wanted = min(memory.count, size - offset)
        var done = 0
        while done < wanted {
            let count = pread(
                descriptor, memory.baseAddress?.advanced(by: done), wanted - done, offset + done)
            if count == 0 { break }
            if count > 0 {
                done += count
            } else if errno != EINTR {
                throw AuditError.unreadable(path, errno: errno)
            }
        }
        return done
    }

    /// Lends memory for the lines around a position.
    private func withWindow<Result>(
        _ body: (UnsafeMutableRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try withUnsafeTemporaryAllocation(
            byteCount: 2 * Self.longestLine + 2, alignment: 1, body)
    }

    /// Reads up to 18 decimal digits.
    private static func number(_ digits: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard (1...18).contains(digits.count) else { return nil }
        var number = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return number
    }
}
