/// Times as RFC 3339 writes them: `2026-11-21T09:30:00.123Z`.
package enum InternetTime {
    /// Reads a time; a missing offset is taken as UTC.
    package static func read(_ text: String) -> Timestamp? {
        let bytes = Array(text.utf8)
        func number(_ start: Int, _ count: Int) -> Int? {
            guard start + count <= bytes.count else { return nil }
            var value = 0
            for byte in bytes[start..<start + count] {
                guard 0x30...0x39 ~= byte else { return nil }
                value = value * 10 + Int(byte - 0x30)
            }
            return value
        }
        guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
            let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60,
            second <= 60, bytes[4] == 0x2D, bytes[13] == 0x3A
        else { return nil }
        var position = 19
        var milliseconds: Int64 = 0
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            let digits = bytes[(position + 1)...].prefix { 0x30...0x39 ~= $0 }
            let padded = digits.prefix(3) + Array(repeating: 0x30, count: max(0, 3 - digits.count))
            milliseconds = padded.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
            position += 1 + digits.count
        }
        var offset = 0
        if position < bytes.count, bytes[position] != UInt8(ascii: "Z") {
            guard let hours = number(position + 1, 2) else { return nil }
            let minutes = number(position + 4, 2) ?? 0
            offset = (hours * 60 + minutes) * (bytes[position] == UInt8(ascii: "-") ? -60 : 60)
        }
        let time = UTCTime(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        return Timestamp(
            milliseconds: time.timestamp.milliseconds - Int64(offset) * 1_000 + milliseconds)
    }

    /// The time some seconds after 1970, or before it; `nil` outside of the years 1 to 9999.
    package static func read(seconds: Int) -> Timestamp? {
        (-62_135_596_800...253_402_300_799).contains(seconds)
            ? Timestamp(seconds: Int64(seconds)) : nil
    }

    /// Writes a time in UTC, to the millisecond.
    package static func write(_ time: Timestamp) -> String {
        let milliseconds = String(1_000 + time.milliseconds - time.second.milliseconds)
        return "\(UTCTime(time).description.dropLast()).\(milliseconds.dropFirst())Z"
    }
}
