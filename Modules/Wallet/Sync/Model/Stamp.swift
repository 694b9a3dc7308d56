/// When and where the value of a field was set.
package struct Stamp: Hashable, Sendable, Comparable {
    /// The time by the clock of the device.
    let time: HybridTime
    /// The device.
    let device: DeviceID
    /// The number of its commit.
    let number: UInt64

    /// Makes a stamp.
    package init(time: HybridTime, device: DeviceID, number: UInt64) {
        self.time = time
        self.device = device
        self.number = number
    }

    /// Orders by time; at the same time by device, so that all devices agree.
    package static func < (left: Stamp, right: Stamp) -> Bool {
        (left.time, left.device, left.number) < (right.time, right.device, right.number)
    }
}

/// The end of a log, as far as somebody has seen it.
package struct LogPosition: Hashable, Sendable {
    /// How many commits there are: the number of the last one.
    package let number: UInt64
    /// The SHA-256 of the last one.
    let hash: [UInt8]

    /// The beginning of every log.
    package static let start = LogPosition(number: 0, hash: [UInt8](repeating: 0, count: 32))
}

/// How much of each log somebody has seen.
package struct VersionVector: Hashable, Sendable {
    /// The positions; nothing was seen of a log that is missing here.
    package var positions: [DeviceID: LogPosition]

    /// Makes a vector of positions.
    package init(_ positions: [DeviceID: LogPosition] = [:]) { self.positions = positions }

    /// How many commits of a device were seen.
    package func number(of device: DeviceID) -> UInt64 { positions[device]?.number ?? 0 }

    /// How many commits of each device were seen.
    var numbers: [DeviceID: UInt64] { positions.mapValues(\.number) }

    /// How many commits were seen in all.
    var count: UInt64 { positions.values.reduce(0) { $0 &+ $1.number } }

    /// Whether the commit of a stamp was seen.
    func covers(_ stamp: Stamp) -> Bool { stamp.number <= number(of: stamp.device) }

    /// Whether as much was seen of each log as somebody else has seen of it.
    func covers(_ other: VersionVector) -> Bool {
        other.positions.allSatisfy { $1.number <= number(of: $0) }
    }
}
