import TenonMemory

/// Reads delimited text (RFC 4180) record by record, with memory for one record only.
///
/// Fields are lent as bytes, so that a secret among them never becomes a `String`. A record that
/// cannot be understood has a ``defect``; reading goes on at the physical line after the one where
/// it started, so that a missing quotation mark does not swallow what follows.
final class DelimitedTextReader {
    /// How large things may become.
    struct Limits {
        /// Bytes of one field.
        var field = 1 << 20
        /// Bytes of one record.
        var record = 3 << 20
        /// How far the end of a record that is too large is looked for, in bytes.
        var lookAhead = 64 << 20
    }

    /// The physical line where the present record starts, counted from 1.
    private(set) var line = 1
    /// What is wrong with the present record; its fields must not be used then.
    private(set) var defect: RowProblem.Reason?
    /// How many fields each record must have; `nil` for any number.
    var expectedFieldCount: Int?
    /// Whether a record may have more fields than expected.
    var allowsMoreFields = false

    private let source: any ByteSource
    private let limits: Limits
    private let window = SecretBuffer(capacity: 1 << 17)
    private let scratch = SecretBuffer(capacity: 256)
    private var scanner = RecordScanner()
    /// The bytes and lines of the present record, to be dropped before the next one.
    private var consumed = (bytes: 0, lines: 0)
    private var isAtEnd = false
    private var hasBegun = false

    init(_ source: any ByteSource, delimiter: UInt8 = UInt8(ascii: ","), limits: Limits = Limits())
    {
        self.source = source
        self.limits = limits
        scanner.delimiter = delimiter
    }

    /// Goes to the next record; blank lines are passed over.
    ///
    /// - Returns: `false` at the end.
    /// - Throws: ``TransferError`` when the source cannot be read or is UTF-16.
    func next() throws -> Bool {
        if !hasBegun { try begin() }
        window.removeFirst(consumed.bytes)
        line += consumed.lines
        consumed = (0, 0)
        defect = nil
        guard try skipBlankLines() else { return false }
        while true {
            switch scanner.scan(start, window.count, isFinal: isAtEnd, limits: limits) {
            case .needsMore:
                try fill()
            case .complete(let bytes):
                try finishRecord(bytes)
                return true
            case .defective(let defect):
                if defect == .fieldTooLong || defect == .rowTooLong, try passOver() {
                    self.defect = defect
                } else {
                    try fail(defect)
                }
                return true
            }
        }
    }

    /// How many fields the present record has.
    var fieldCount: Int { scanner.fields.count }

    /// Whether a field is empty and not quoted.
    func isNull(_ index: Int) -> Bool {
        let field = scanner.fields[index]
        return field.start == field.end && !field.isQuoted
    }

    /// Lends the bytes of a field, without quotation marks; valid only inside the closure.
    func withField<Result>(
        _ index: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        let field = scanner.fields[index]
        let raw = UnsafeRawBufferPointer(
            start: start.map { $0 + field.start }, count: field.end - field.start)
        guard field.hasEscapes else { return try body(raw) }
        scratch.unescape(raw)
        return try body(scratch.bytes)
    }

    /// The text of a field that is not a secret.
    func text(_ index: Int) -> String {
        withField(index) { String(decoding: $0, as: UTF8.self) }
    }

    // MARK: - The parts of `next`

    /// Where the bytes of the window are; valid until the window changes.
    private var start: UnsafePointer<UInt8>? {
        window.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    }

    private func begin() throws {
        hasBegun = true
        while window.count < 3, !isAtEnd { try fill() }
        let start = Array(window.bytes.prefix(3))
        if start == [0xEF, 0xBB, 0xBF] {
            window.removeFirst(3)
        } else if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
            throw TransferError.utf16
        }
    }

    /// Returns `false` when nothing but blank lines was left.
    private func skipBlankLines() throws -> Bool {
        while true {
            // Two bytes tell a CRLF from a CR.
            while window.count < 2, !isAtEnd { try fill() }
            guard let start, window.count > 0 else { return false }
            guard let length = RecordScanner.lineBreak(start, 0, window.count) else { return true }
            window.removeFirst(length)
            line += 1
        }
    }

    private func finishRecord(_ bytes: Int) throws {
        guard let start else { return }
        let lines = RecordScanner.countLineBreaks(start, bytes)
        let expected = expectedFieldCount ?? fieldCount
        let span = UnsafeBufferPointer(start: start, count: bytes).span
        if fieldCount < expected || (fieldCount > expected && !allowsMoreFields) {
            let problem: RowProblem.Reason =
                fieldCount < expected
                ? .tooFewFields(found: fieldCount, expected: expected)
                : .tooManyFields(found: fieldCount, expected: expected)
            // A record of several lines may have swallowed others.
            if lines > 1 { return try fail(problem) }
            defect = problem
        } else if (try? UTF8Span(validating: span)) == nil {
            defect = .invalidText
        }
        consumed = (bytes, lines)
    }

    /// Passes a record over that is too large and otherwise whole, so that what is inside of a quoted
    /// field is not taken for records.
    ///
    /// - Returns: `false` when its end is not found, as when a quotation mark is missing.
    private func passOver() throws -> Bool {
        let wide = Limits(field: limits.lookAhead, record: limits.lookAhead)
        while true {
            switch scanner.scan(start, window.count, isFinal: isAtEnd, limits: wide) {
            case .needsMore: try fill()
            case .defective: return false
            case .complete(let bytes):
                guard let start, fieldCount == expectedFieldCount ?? fieldCount
                else { return false }
                consumed = (bytes, RecordScanner.countLineBreaks(start, bytes))
                return true
            }
        }
    }

    /// Gives the record up and goes on at the next physical line.
    private func fail(_ defect: RowProblem.Reason) throws {
        self.defect = defect
        while true {
            if let start, window.count > 0,
                let index = RecordScanner.firstLineBreak(start, window.count)
            {
                // A CR at the very end may be half of a CRLF.
                if index + 1 == window.count, !isAtEnd {
                    try fill()
                    continue
                }
                let length = RecordScanner.lineBreak(start, index, window.count) ?? 1
                consumed = (index + length, 1)
                return
            }
            window.removeAll()
            guard !isAtEnd else { return }
            try fill()
        }
    }

    /// Reads at least as much as is there, so that growing records are scanned in linear time.
    private func fill() throws {
        isAtEnd = try window.fill(from: source, atMost: max(1 << 16, window.count)) == 0
    }
}
