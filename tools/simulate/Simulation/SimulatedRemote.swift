import Synchronization
import WalletSync

/// What really lies between the devices: the commits of each, as they were put there, and snapshots.
final class SimulatedRemote: Sendable {
    private struct Content {
        var logs: [DeviceID: [UInt64: [UInt8]]] = [:]
        var blobs: [BlobName: [UInt8]] = [:]
        /// How many commits of each were taken away as a snapshot stands for them.
        var forgotten: [DeviceID: UInt64] = [:]
    }

    private let content = Mutex(Content())

    func log(of device: DeviceID) -> [UInt64: [UInt8]] {
        content.withLock { $0.logs[device] ?? [:] }
    }

    func commit(_ number: UInt64, of device: DeviceID) -> [UInt8]? {
        content.withLock { $0.logs[device]?[number] }
    }

    /// The number of the last commit of a device.
    func end(of device: DeviceID) -> UInt64 { log(of: device).keys.max() ?? 0 }

    var devices: [DeviceID] { content.withLock { $0.logs.keys.sorted() } }

    /// How many bytes there are of all.
    var byteCount: Int {
        content.withLock { content in
            let commits = content.logs.values.flatMap(\.values)
            return (commits + content.blobs.values).reduce(0) { $0 + $1.count }
        }
    }

    func append(_ commit: [UInt8], _ number: UInt64, of device: DeviceID) -> Appended {
        content.withLock { content in
            if let there = content.logs[device]?[number] {
                return there == commit ? .there : .other
            }
            content.logs[device, default: [:]][number] = commit
            return .there
        }
    }

    /// Loses the last commits of a device, but none that it may not have any more.
    func lose(_ count: Int, of device: DeviceID) {
        content.withLock { content in
            let first = content.forgotten[device] ?? 0
            let numbers = (content.logs[device] ?? [:]).keys.filter { $0 > first }.sorted()
            for number in numbers.suffix(count) { content.logs[device]?[number] = nil }
        }
    }

    func forget(_ numbers: ClosedRange<UInt64>, of device: DeviceID) {
        content.withLock { content in
            for number in numbers { content.logs[device]?[number] = nil }
            content.forgotten[device] = max(content.forgotten[device] ?? 0, numbers.upperBound)
        }
    }

    func blob(_ name: BlobName) -> [UInt8]? { content.withLock { $0.blobs[name] } }

    func put(_ blob: [UInt8], as name: BlobName) -> Appended {
        content.withLock { content in
            if let there = content.blobs[name] { return there == blob ? .there : .other }
            content.blobs[name] = blob
            return .there
        }
    }

    func remove(_ name: BlobName) { content.withLock { $0.blobs[name] = nil } }
}
