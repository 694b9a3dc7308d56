import Glibc

/// Finds the fields of one record in memory.
struct RecordScanner {
    /// Where a field is, without its quotation marks.
    struct Field {
        var start: Int
        var end: Int
        var isQuoted = false
        /// Whether quotation marks inside are doubled.
        var hasEscapes = false
    }

    /// What a scan came to.
    enum Outcome {
        /// The record ends, line break included, after this many bytes.
        case complete(Int)
        /// The record may go on behind the bytes that are there.
        case needsMore
        /// The record cannot be understood.
        case defective(RowProblem.Reason)
    }

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// What separates fields.
    var delimiter = UInt8(ascii: ",")
    /// The fields that the last complete scan found.
    private(set) var fields: [Field] = []

    /// Scans one record from the start of some bytes.
    ///
    /// - Parameter isFinal: Whether nothing follows behind the bytes.
    mutating func scan(
        _ start: UnsafePointer<UInt8>?, _ count: Int, isFinal: Bool,
        limits: DelimitedTextReader.Limits
    ) -> Outcome {
        fields.removeAll(keepingCapacity: true)
        guard let start else { return .complete(0) }
        var position = 0
        while true {
            guard position <= limits.record else { return .defective(.rowTooLong) }
            if position == count, !isFinal { return .needsMore }
            let isQuoted = position < count && start[position] == Self.quote
            let found =
                isQuoted
                ? scanQuoted(start, position, count, isFinal, limits)
                : scanPlain(start, position, count, isFinal, limits)
            guard case .complete(let end) = found else { return found }
            if end == count { return isFinal ? .complete(count) : .needsMore }
            if start[end] == delimiter {
                position = end + 1
                continue
            }
            guard let length = Self.lineBreak(start, end, count) else {
                return .defective(.textAfterClosingQuote)
            }
            if end + 1 == count, start[end] == Self.carriageReturn, !isFinal { return .needsMore }
            return .complete(end + length)
        }
    }

    /// Scans a quoted field; completes at the byte after its closing quotation mark.
    private mutating func scanQuoted(
        _ start: UnsafePointer<UInt8>, _ position: Int, _ count: Int, _ isFinal: Bool,
        _ limits: DelimitedTextReader.Limits
    ) -> Outcome {
        var field = Field(start: position + 1, end: position + 1, isQuoted: true)
        var search = position + 1
        while true {
            guard let quote = Self.find(Self.quote, start, search, count) else {
                if isFinal { return .defective(.missingClosingQuote) }
                let isTooLong = count - field.start > limits.field
                return isTooLong ? .defective(.fieldTooLong) : .needsMore
            }
            guard quote - field.start <= limits.field else { return .defective(.fieldTooLong) }
            if quote + 1 == count, !isFinal { return .needsMore }
            if quote + 1 < count, start[quote + 1] == Self.quote {
                field.hasEscapes = true
                search = quote + 2
                continue
            }
            field.end = quote
            fields.append(field)
            return .complete(quote + 1)
        }
    }

    /// Scans a field without quotation marks around it; completes at its delimiter or line break.
    private mutating func scanPlain(
        _ start: UnsafePointer<UInt8>, _ position: Int, _ count: Int, _ isFinal: Bool,
        _ limits: DelimitedTextReader.Limits
    ) -> Outcome {
        var end = position
        while end < count {
            let byte = start[end]
            if byte == delimiter || byte == Self.lineFeed || byte == Self.carriageReturn { break }
            end += 1
        }
        guard end - position <= limits.field else { return .defective(.fieldTooLong) }
        if end == count, !isFinal { return .needsMore }
        fields.append(Field(start: position, end: end))
        return .complete(end)
    }

    // MARK: - Line breaks: LF, CR or both

    /// The length of the line break at an index; `nil` when there is none.
    static func lineBreak(_ start: UnsafePointer<UInt8>, _ index: Int, _ count: Int) -> Int? {
        switch start[index] {
        case lineFeed: 1
        case carriageReturn: index + 1 < count && start[index + 1] == lineFeed ? 2 : 1
        default: nil
        }
    }

    /// The index of the first line break.
    static func firstLineBreak(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int? {
        let feed = find(lineFeed, start, 0, count)
        return find(carriageReturn, start, 0, feed ?? count) ?? feed
    }

    /// How many line breaks there are.
    static func countLineBreaks(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int {
        var breaks = 0
        var search = 0
        while let feed = find(lineFeed, start, search, count) {
            breaks += 1
            search = feed + 1
        }
        search = 0
        while let carriageReturn = find(carriageReturn, start, search, count) {
            search = carriageReturn + 1
            if search == count || start[search] != lineFeed { breaks += 1 }
        }
        return breaks
    }

    private static func find(
        _ byte: UInt8, _ start: UnsafePointer<UInt8>, _ from: Int, _ count: Int
    ) -> Int? {
        guard from < count, let found = memchr(start + from, Int32(byte), count - from) else {
            return nil
        }
        return UnsafeRawPointer(start).distance(to: UnsafeRawPointer(found))
    }
}
