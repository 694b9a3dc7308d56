import Foundation

/// A part of the memory of a process, as `/proc/PROCESS/maps` tells.
struct MemoryRegion {
    /// Where it is.
    let addresses: Range<UInt64>
    /// What it is: "heap", "stack", "anonymous", or the name of a file.
    let name: String

    /// The parts that a process can have written to: writable ones, and those that belong to no file.
    ///
    /// - Throws: ``ProcessScan/Unreadable``, for example since there is no such process.
    static func all(of process: Int32) throws -> [MemoryRegion] {
        guard let file = fopen("/proc/\(process)/maps", "r") else {
            throw ProcessScan.Unreadable(process: process)
        }
        defer { fclose(file) }
        // Line by line: the kernel gives a page at a time, and Foundation takes the first for all.
        var regions: [MemoryRegion] = []
        var room = [CChar](repeating: 0, count: 8192)
        while fgets(&room, CInt(room.count), file) != nil {
            let line = String(
                decoding: room.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            if let region = MemoryRegion(line: line.dropLast()) { regions.append(region) }
        }
        return regions
    }

    /// Reads a line such as `7f00-7f10 rw-p 00000000 00:00 0    [heap]`.
    private init?(line: Substring) {
        let parts = line.split(separator: " ", maxSplits: 5)
        guard parts.count >= 5 else { return nil }
        let bounds = parts[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
        let path = parts.count == 6 ? parts[5].drop { $0 == " " } : ""
        // Only the process itself can read the kernel's own pages.
        guard bounds.count == 2, bounds[0] < bounds[1], parts[1].hasPrefix("r"),
            parts[1].hasPrefix("rw") || path.isEmpty, !path.hasPrefix("[v")
        else { return nil }
        addresses = bounds[0]..<bounds[1]
        switch path {
        case "": name = "anonymous"
        case "[heap]": name = "heap"
        case "[stack]": name = "stack"
        default: name = path.split(separator: "/").last.map(String.init) ?? "anonymous"
        }
    }
}
