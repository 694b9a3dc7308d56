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

    /// The earliest later time.
    var next: HybridTime { HybridTime(value: value < .max ? value + 1 : value) }

    /// The time without its counter.
    var timestamp: Timestamp { Timestamp(milliseconds: Int64(value >> 16)) }

    /// Orders by time.
    package static func < (left: HybridTime, right: HybridTime) -> Bool {
        left.value < right.value
    }
}

/// The hybrid logical clock of a device.
struct HybridClock: Sendable, Equatable {
    /// How far ahead of the clock of its machine it may be: a day, in milliseconds.
    static let trust: Int64 = 24 * 3600 * 1000

    /// The latest time that was issued or accepted since it began, or began anew.
    private(set) var last: HybridTime

    /// Makes a clock that begins after a time.
    init(last: HybridTime = HybridTime(value: 0)) { self.last = last }

    /// The next time, later than all before.
    ///
    /// When the clock of the machine was more than a day ahead, and is set right, the times begin anew with the
    /// present: what was set meanwhile does not win for as long as the clock was ahead.
    mutating func next(_ now: Timestamp) -> HybridTime {
        beginAnew(now)
        last = max(last.next, HybridTime(now))
        return last
    }

    /// Accepts the time of a change, unless it is more than a day ahead.
    mutating func follow(_ time: HybridTime, _ now: Timestamp) {
        beginAnew(now)
        if time <= Self.limit(now) { last = max(last, time) }
    }

    private mutating func beginAnew(_ now: Timestamp) {
        if last > Self.limit(now) { last = HybridTime(now) }
    }

    /// The latest time that is accepted.
    private static func limit(_ now: Timestamp) -> HybridTime {
        HybridTime(Timestamp(milliseconds: min(now.milliseconds, 1 << 46) + trust))
    }
}
