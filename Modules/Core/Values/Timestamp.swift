/// A point in time: milliseconds since 1970-01-01 00:00 UTC, without leap seconds.
public struct Timestamp: Hashable, Comparable, Sendable, Codable {
    /// Milliseconds since 1970-01-01 00:00 UTC.
    public let milliseconds: Int64

    /// Makes a point in time from milliseconds since 1970-01-01 00:00 UTC.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Makes a point in time from whole seconds since 1970-01-01 00:00 UTC.
    public init(seconds: Int64) {
        milliseconds = seconds * 1000
    }

    /// The beginning of the second in which it is.
    package var second: Timestamp {
        Timestamp(milliseconds: milliseconds - (milliseconds % 1000 + 1000) % 1000)
    }

    /// Orders by time.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The point in time that lies a duration later (or earlier, when it is negative).
    public func advanced(by duration: Duration) -> Timestamp {
        let parts = duration.components
        let whole = parts.seconds * 1000
        return Timestamp(
            milliseconds: milliseconds + whole + parts.attoseconds / 1_000_000_000_000_000)
    }
}
