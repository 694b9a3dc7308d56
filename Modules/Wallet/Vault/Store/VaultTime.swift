import TenonCore

/// The time that a vault itself has seen pass, by which its trash is emptied.
///
/// A clock can be wrong: an empty battery, a virtual machine, a mistyped year. Believing it once
/// would delete items too early, so the trash does not use the time of day, but how much time the
/// vault has seen pass while it was used:
///
/// - Each change of the vault, and once a day its use while something is in the trash, takes a step
///   from the clock's time at the last use to its time now.
/// - A step back counts nothing, and the way back up to where it began counts nothing again, for at
///   most thirty days: programs whose clocks differ by an hour can write in turn for ever.
/// - Any other step ahead of at most seven days counts as it is.
/// - A longer one may be a jump. It counts at most seven days, and only as far as the clock goes beyond
///   the newest time that it has ever shown: a clock that jumps ahead, back and ahead again is believed
///   once. These days are pending: the steps that follow count twice until the days are made up,
///   the next jump counts what is left of them, and a step back takes it away.
///
/// An item is deleted when thirty days of this time have passed since it went to the trash. So the days
/// of a jump delete nothing before it is confirmed, each wrong one costs an item at most seven of its
/// days, and after a long absence the trash is as it was, for some weeks of use.
///
/// It is sealed in the root of the manifest.
struct VaultTime: Equatable {
    private static let day: Int64 = 24 * 3600 * 1000
    /// The longest step that is believed, in milliseconds.
    private static let longestStep = 7 * day

    /// How much time the vault has seen pass, in milliseconds.
    private(set) var elapsed: Int64
    /// What the clock showed at the last step, in milliseconds; `nil` before the first.
    private(set) var last: Int64?
    /// The newest time that the clock has ever shown, in milliseconds.
    private(set) var newest: Int64
    /// How much of the next steps ahead counts nothing, since the clock was set back, in milliseconds.
    private(set) var owed: Int64
    /// How much the last jump counts that is not in ``elapsed`` yet, in milliseconds.
    private(set) var pending: Int64

    init(
        elapsed: Int64 = 0, last: Int64? = nil, newest: Int64 = .min, owed: Int64 = 0,
        pending: Int64 = 0
    ) {
        self.elapsed = elapsed
        self.last = last
        self.newest = newest
        self.owed = min(max(0, owed), VaultFormat.trashLifetime)
        self.pending = min(max(0, pending), Self.longestStep)
    }

    /// Takes a step to what the clock shows now.
    mutating func advance(to now: Timestamp) {
        let now = now.milliseconds
        defer {
            last = now
            newest = max(newest, now)
        }
        guard let last else { return }
        let back = min(VaultFormat.trashLifetime, Self.distance(from: now, to: last))
        owed = min(VaultFormat.trashLifetime, owed + back)
        let step = Self.distance(from: last, to: now)
        let paid = min(owed, step)
        owed -= paid
        if back > 0 { pending = 0 }
        guard step <= Self.longestStep else {
            count(pending)
            pending = min(Self.longestStep, Self.distance(from: newest, to: now))
            return
        }
        let credit = step - paid
        let made = min(pending, credit)
        pending -= made
        count(credit + made)
    }

    /// What is written into an item that goes to the trash now, so that a jump before costs it nothing.
    var stamp: Int64 { elapsed.addingReportingOverflow(pending).partialValue }

    private mutating func count(_ time: Int64) {
        elapsed = elapsed.addingReportingOverflow(time).partialValue
    }

    /// Whether a day or more has passed by the clock since the last step, or the clock was set back.
    func isDue(_ now: Timestamp) -> Bool {
        guard let last, now.milliseconds >= last else { return true }
        return Self.distance(from: last, to: now.milliseconds) >= Self.day
    }

    /// Whether an item with this stamp has been in the trash for long enough.
    func isOver(_ stamp: TrashStamp) -> Bool {
        Self.distance(from: stamp.elapsed, to: elapsed) > VaultFormat.trashLifetime
    }

    /// How far a later time is from an earlier one; nothing when the order is another.
    private static func distance(from early: Int64, to late: Int64) -> Int64 {
        guard late > early else { return 0 }
        let (distance, isOverflow) = late.subtractingReportingOverflow(early)
        return isOverflow ? .max : distance
    }
}

/// When an item went to the trash, by the time that its vault has seen pass.
struct TrashStamp: Equatable {
    /// The date by the clock that this stamp belongs to.
    ///
    /// A version that knows no stamps keeps an old one while it moves the item out of the trash and
    /// back: then the dates differ.
    let date: Timestamp
    /// ``VaultTime/stamp`` at that moment.
    let elapsed: Int64
}
