import TenonCore
import WalletVault

/// What the clock of a device said when it made its last commit.
struct ClockReading: Sendable, Equatable {
    /// What it said.
    let time: Timestamp
    /// What the clock here had said when this device made its last commit that the other one had by then; `nil`
    /// when it had none.
    var after: Timestamp?

    /// How many whole days the clock is ahead of the one here, at least; below zero for one that is behind.
    ///
    /// It is ahead when what it said is still to come here, and behind when it said less than the one here had
    /// said before. Where the one here was set back since, it shows nothing.
    ///
    /// - Parameter now: What the clock here says.
    func days(at now: Timestamp) -> Int {
        let ahead = time.milliseconds - now.milliseconds
        if ahead > HybridClock.trust { return Int(ahead / HybridClock.trust) }
        guard let after, after.milliseconds - now.milliseconds <= HybridClock.trust else {
            return 0
        }
        let behind = after.milliseconds - time.milliseconds
        return behind > HybridClock.trust ? -Int(behind / HybridClock.trust) : 0
    }
}

extension ClockReading: FieldContent {
    /// Reads what ``write(to:)`` wrote; `nil` for anything else.
    init?(reading bytes: UnsafeRawBufferPointer) {
        guard [8, 16].contains(bytes.count) else { return nil }
        func time(at start: Int) -> Timestamp {
            Timestamp(milliseconds: Int64(bigEndianBytes: bytes[start..<start + 8]))
        }
        self.init(time: time(at: 0), after: bytes.count == 16 ? time(at: 8) : nil)
    }

    /// Writes all of it.
    func write(to writer: SecretWriter) {
        for time in [time, after].compactMap(\.self) {
            writer.bytes(time.milliseconds.bigEndianBytes)
        }
    }
}
