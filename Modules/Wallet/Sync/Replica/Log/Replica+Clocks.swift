import TenonCore

/// What the clocks of devices say.
extension Replica {
    /// What the clocks of the others said last.
    var otherClocks: [DeviceID: ClockReading] {
        let ids = Set(others.map(\.id))
        return memory.known.filter { ids.contains($0.key) }.compactMapValues(\.clock)
    }

    /// Whether the clock of this device said a day more when it made its last commit than it says now.
    ///
    /// The others learn of it by the next commit.
    var isSetBack: Bool { memory.known[device.id]?.clock?.days(at: now()) ?? 0 > 0 }

    /// Remembers what the clock of another device said in its last commit.
    ///
    /// A clock that is ahead as seen from here is compared there with the answer of this device.
    func note(
        clockOf author: DeviceID, by content: CommitContent, _ now: Timestamp,
        in next: inout ReplicaMemory
    ) {
        let known = memory.known[author]?.clock
        var reading = ClockReading(time: content.time, after: known?.after)
        if content.applied.number(of: device.id) >= position(of: device.id).number {
            reading.after = memory.known[device.id]?.clock?.time
        }
        if reading.days(at: now) > 0, known?.days(at: now) ?? 0 <= 0 { next.owesAnswer = true }
        next.known[author, default: KnownDevice()].clock = reading
    }
}
