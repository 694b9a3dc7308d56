import TenonCore

/// What the clocks of devices say.
extension Replica {
    /// What the clocks of the others said last.
    var otherClocks: [DeviceID: ClockReading] {
        let ids = Set(others.map(\.id))
        return memory.clocks.filter { ids.contains($0.key) }
    }

    /// Whether the clock of this device said a day more when it made its last commit than it says now.
    ///
    /// The others learn of it by the next commit.
    var isSetBack: Bool { memory.clocks[device.id].map { $0.days(at: now()) > 0 } ?? false }

    /// Remembers what the clock of another device said in its last commit.
    ///
    /// A clock that is ahead as seen from here is compared there with the answer of this device.
    func note(
        clockOf author: DeviceID, by content: CommitContent, _ now: Timestamp,
        in next: inout ReplicaMemory
    ) {
        let known = memory.clocks[author]
        var reading = ClockReading(time: content.time, after: known?.after)
        if content.applied.number(of: device.id) >= position(of: device.id).number {
            reading.after = memory.clocks[device.id]?.time
        }
        if reading.days(at: now) > 0, known?.days(at: now) ?? 0 <= 0 { next.owesAnswer = true }
        next.clocks[author] = reading
    }
}
