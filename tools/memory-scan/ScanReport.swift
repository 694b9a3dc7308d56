import Foundation

/// How often each kind of finding is where in the memory of a process.
struct ScanReport {
    /// Key schedules of AES-256 and AES-128, and the bytes of keys, which those of their schedules are too.
    static let schedules256 = "aes256-schedule"
    static let schedules128 = "aes128-schedule"
    static let keyBytes = "key"

    /// The process.
    let process: Int32
    /// How many bytes were read.
    var bytes = 0
    /// The keys that schedules were found of; never printed.
    var keys: Set<[UInt8]> = []
    private var places: [String: [(region: String, address: UInt64)]] = [:]

    /// A report in which every kind is counted, with nothing found yet.
    init(process: Int32, kinds: [String]) {
        self.process = process
        for kind in [Self.schedules256, Self.schedules128, Self.keyBytes] + kinds {
            places[kind] = []
        }
    }

    /// How many places there are in all.
    var total: Int { places.values.reduce(0) { $0 + $1.count } }

    /// Notes a finding.
    mutating func add(_ kind: String, in region: MemoryRegion, at address: UInt64) {
        places[kind, default: []].append((region.name, address))
    }

    /// Takes over what another look at the same memory has found.
    mutating func merge(_ other: ScanReport) {
        places.merge(other.places) { $0 + $1 }
    }

    /// A line for each kind.
    func text(withPlaces: Bool) -> String {
        let head = "process \(process): \(bytes >> 20) MiB"
        let lines = places.sorted { $0.key < $1.key }.map { kind, found in
            var line = "  \(kind): \(found.count)"
            if !found.isEmpty {
                line += counts(found).sorted { $0.key < $1.key }
                    .map { "  \($0.key) \($0.value)" }.joined()
            }
            guard withPlaces else { return line }
            return line
                + found.map { "\n    \(String($0.address, radix: 16)) \($0.region)" }.joined()
        }
        return ([head] + lines).joined(separator: "\n")
    }

    /// The same as one line of JSON.
    var json: String {
        get throws {
            struct Kind: Encodable {
                let count: Int
                let regions: [String: Int]
            }
            struct Document: Encodable {
                let process: Int32
                let bytes: Int
                let total: Int
                let found: [String: Kind]
            }
            let document = Document(
                process: process, bytes: bytes, total: total,
                found: places.mapValues { Kind(count: $0.count, regions: counts($0)) })
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(document), as: UTF8.self)
        }
    }

    private func counts(_ found: [(region: String, address: UInt64)]) -> [String: Int] {
        found.reduce(into: [:]) { $0[$1.region, default: 0] += 1 }
    }
}
