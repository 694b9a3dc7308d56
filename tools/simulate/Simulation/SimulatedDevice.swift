import Synchronization
import TenonCore
import WalletSync

/// The clock of a simulated device, which people and batteries set.
final class SimulatedClock: Sendable {
    private let time: Mutex<Int64>

    init(_ milliseconds: Int64) { time = Mutex(milliseconds) }

    var now: Timestamp { Timestamp(milliseconds: time.withLock { $0 }) }

    func advance(by milliseconds: Int64) { time.withLock { $0 += milliseconds } }
}

/// One of the simulated devices.
struct SimulatedDevice {
    let store: SimulatedStore
    let clock: SimulatedClock
    var replica: Replica
    /// Who let it in; `nil` for the first one.
    let inviter: DeviceID?
    /// Whether it knows that it was taken out.
    var isOut = false
    /// Up to which step it is away: people change things on it, and it exchanges nothing.
    var awayUntil = 0
    /// Its disk before each of its last commits, by their numbers.
    private(set) var formerDisks: [UInt64: SimulatedStore] = [:]
    /// How much of the log of each other device has arrived where this one is.
    var visible: [DeviceID: UInt64] = [:]

    /// Keeps what was on its disk before a commit; a copy of that may sign another one.
    mutating func note(_ disk: SimulatedStore, before number: UInt64) {
        formerDisks[number] = disk
        formerDisks = formerDisks.filter { $0.key + 16 > number }
    }
}
