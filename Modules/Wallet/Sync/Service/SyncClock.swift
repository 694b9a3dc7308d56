import TenonCore

/// A clock that is more than a day off.
package struct SyncClock: Sendable, Equatable {
    /// The machine, for people.
    package let device: String
    /// Its id.
    package let id: DeviceID
    /// Whether it is this one: most of the others, and two at least, say so.
    package let isThis: Bool
    /// How many whole days it is ahead of the clock of this machine, at least; this one of those of the others.
    ///
    /// Below zero it is behind.
    package let days: Int

    /// Describes it.
    package init(device: String, id: DeviceID, isThis: Bool, days: Int) {
        self.device = device
        self.id = id
        self.isThis = isThis
        self.days = days
    }
}

extension SyncClock {
    /// The clocks that are off, by what those of the others said last.
    ///
    /// Of two machines, nobody knows which one has the wrong clock.
    ///
    /// - Parameters:
    ///   - others: What the clock of each other machine said.
    ///   - device: This machine.
    ///   - names: What people call them.
    ///   - now: What the clock here says.
    static func off(
        _ others: [DeviceID: ClockReading], from device: DeviceID, names: [DeviceID: String],
        at now: Timestamp
    ) -> [SyncClock] {
        func clock(of id: DeviceID, _ days: Int) -> SyncClock {
            SyncClock(
                device: names[id] ?? id.description, id: id, isThis: id == device, days: days)
        }
        let days = others.mapValues { $0.days(at: now) }.filter { $0.value != 0 }
        for side in [days.values.filter { $0 > 0 }, days.values.filter { $0 < 0 }]
        where side.count > 1 && 2 * side.count > others.count {
            guard let least = side.min(by: { abs($0) < abs($1) }) else { continue }
            return [clock(of: device, -least)]
        }
        return days.sorted { $0.key < $1.key }.map { clock(of: $0.key, $0.value) }
    }
}
