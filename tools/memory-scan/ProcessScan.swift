import CMemorySearch
import Foundation

/// One look through the memory of a process.
struct ProcessScan {
    /// Why a scan found nothing out.
    struct Unreadable: Error, CustomStringConvertible {
        let process: Int32

        var description: String { "the memory of process \(process) cannot be read; be root" }
    }

    /// How much is read at once, and how much of it again with the next part.
    private static let windowSize = 16 << 20
    private static let overlap = 4096

    private let process: Int32
    private let markers: [Marker]
    private let keys: Set<[UInt8]>

    /// Makes a scan.
    ///
    /// - Parameters:
    ///   - process: The number of the process.
    ///   - markers: What to look for beside keys.
    ///   - keys: Keys that earlier scans found.
    init(_ process: Int32, markers: [Marker], keys: Set<[UInt8]> = []) {
        self.process = process
        self.markers = markers
        self.keys = keys
    }

    /// Looks through all regions.
    ///
    /// - Throws: ``Unreadable`` when not one byte could be read; what reading the map throws.
    func run() throws -> ScanReport {
        var report = ScanReport(process: process, kinds: markers.map(\.kind))
        let regions = try MemoryRegion.all(of: process)
        for region in regions { search(region, &report) { schedules(in: $0, $1, &$2) } }
        guard report.bytes > 0 else { throw Unreadable(process: process) }
        // The keys are known only when all schedules are.
        let patterns = PatternSet(
            keys.union(report.keys).map { Marker(ScanReport.keyBytes, bytes: $0) } + markers)
        var second = ScanReport(process: process, kinds: [])
        for region in regions {
            search(region, &second) { window, place, report in
                patterns.find(in: window) { kind, offset in
                    guard offset < place.limit else { return }
                    report.add(kind, in: place.region, at: place.start + UInt64(offset))
                }
            }
        }
        report.merge(second)
        return report
    }

    /// What is searched at once, and where it was.
    private struct Place {
        let region: MemoryRegion
        let start: UInt64
        /// Findings that begin behind this offset come again in the next window.
        let limit: Int
    }

    private func search(
        _ region: MemoryRegion, _ report: inout ScanReport,
        _ look: (UnsafeBufferPointer<UInt8>, Place, inout ScanReport) -> Void
    ) {
        let end = region.addresses.upperBound
        let window = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Self.windowSize)
        defer { window.deallocate() }
        guard let base = window.baseAddress else { return }
        var start = region.addresses.lowerBound
        while start < end {
            let size = Int(min(UInt64(Self.windowSize), end - start))
            let read = tenon_read_memory(process, start, base, size)
            // A region may have gone, or end earlier than it did.
            guard read > 0 else { return }
            let isLast = start + UInt64(read) >= end || read < size
            let limit = isLast ? read : read - Self.overlap
            look(
                UnsafeBufferPointer(start: base, count: read),
                Place(region: region, start: start, limit: limit), &report)
            report.bytes += limit
            start += UInt64(limit)
            if isLast { return }
        }
    }

    private func schedules(
        in window: UnsafeBufferPointer<UInt8>, _ place: Place, _ report: inout ScanReport
    ) {
        var found = tenon_schedule()
        var offset = 0
        while tenon_find_schedule(window.baseAddress, window.count, offset, &found) == 1 {
            guard found.offset < place.limit else { return }
            let key = withUnsafeBytes(of: found.key) { Array($0.prefix(found.key_size)) }
            report.keys.insert(key)
            report.add(
                found.key_size == 32 ? ScanReport.schedules256 : ScanReport.schedules128,
                in: place.region, at: place.start + UInt64(found.offset))
            offset = found.offset + found.size
        }
    }
}
