package import TenonCore

/// A time that never goes back on a device, and follows the times that it sees of others.
///
/// Milliseconds in the upper 48 bits, a counter in the lower 16: Kulkarni, Demirbas, Madeppa, Avva,
/// Leone, "Logical Physical Clocks" (OPODIS 2014).
package struct HybridTime: Hashable, Sendable, Comparable {
    /// Milliseconds since 1970, times 65,536, and the counter.
    let value: UInt64

    /// Takes the stored form.
    package init(value: UInt64) { self.value = value }

    /// The earliest time of a millisecond.
    package init(_ time: Timestamp) {
        value = UInt64(min(max(time.milliseconds, 0), 1 << 47)) << 16
    }

    /// The time without its counter.
    var timestamp: Timestamp { Timestamp(milliseconds: Int64(value >> 16)) }

    /// Orders by time.
    package static func < (left: HybridTime, right: HybridTime) -> Bool {
        left.value < right.value
    }
}

/// The hybrid logical clock of a device.
struct HybridClock: Sendable, Equatable {
    /// How far ahead of its own clock a device accepts the time of others: a day, in milliseconds.
    private static let trust: Int64 = 24 * 3600 * 1000

    /// The latest time that was issued or accepted.
    private(set) var last: HybridTime

    /// Makes a clock that begins after a time.
    init(last: HybridTime = HybridTime(value: 0)) { self.last = last }

    /// The next time, later than all before.
    mutating func next(_ now: Timestamp) -> HybridTime {
        last = max(HybridTime(value: last.value + 1), HybridTime(now))
        return last
    }

    /// Accepts the time of another device, unless it is more than a day ahead.
    ///
    /// - Returns: Whether it was accepted.
    mutating func follow(_ time: HybridTime, _ now: Timestamp) -> Bool {
        let limit = HybridTime(
            Timestamp(milliseconds: min(now.milliseconds, 1 << 46) + Self.trust))
        guard time <= limit else { return false }
        last = max(last, time)
        return true
    }
}
