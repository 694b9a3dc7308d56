import Glibc
import TenonSecurity
import Testing

/// Looks for a random pattern in the whole memory of this process.
///
/// The pattern itself is held by the scan in pages of its own, which the search leaves out.
final class MemoryScan {
    private static let windowCount = 1 << 20
    /// How many bytes the pattern has.
    let patternCount: Int
    private let pattern: SecretBytes
    private let window: UnsafeMutableRawPointer

    init(patternCount: Int = 32) {
        self.patternCount = patternCount
        pattern = .random(count: patternCount)
        window = mmap(
            nil, Self.windowCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    }

    deinit { munmap(window, Self.windowCount) }

    /// Writes the pattern to the start of a place under test.
    func write(to target: UnsafeMutableRawBufferPointer) {
        pattern.withBytes { target.copyMemory(from: $0) }
    }

    /// Counts the places that hold the pattern, the scan's own not included.
    func count() throws -> Int {
        let memory = open("/proc/self/mem", O_RDONLY)
        try #require(memory >= 0)
        defer { close(memory) }
        var found = 0
        for range in try writableRanges() {
            var start = range.lowerBound
            while start < range.upperBound {
                // Windows overlap by less than a pattern, so that none is missed or counted twice.
                let size = min(Self.windowCount, Int(range.upperBound - start))
                let read = pread(memory, window, size, off_t(start))
                guard read > 0 else { break }
                found += matches(in: UnsafeRawBufferPointer(start: window, count: read), at: start)
                guard start + UInt(read) < range.upperBound else { break }
                start += UInt(max(1, read - patternCount + 1))
            }
        }
        return found
    }

    private func matches(in bytes: UnsafeRawBufferPointer, at address: UInt) -> Int {
        let own = UInt(bitPattern: window)..<UInt(bitPattern: window) + UInt(Self.windowCount)
        return pattern.withBytes { pattern in
            guard let base = bytes.baseAddress, let first = pattern.baseAddress else { return 0 }
            let held = UInt(bitPattern: first)
            var found = 0
            var offset = 0
            while let candidate = memchr(base + offset, CInt(pattern[0]), bytes.count - offset) {
                offset = UnsafeRawPointer(candidate) - base
                guard bytes.count - offset >= pattern.count else { break }
                let place = address + UInt(offset)
                if memcmp(candidate, first, pattern.count) == 0, place != held, !own.contains(place)
                {
                    found += 1
                }
                offset += 1
            }
            return found
        }
    }

    private func writableRanges() throws -> [Range<UInt>] {
        let file = try #require(fopen("/proc/self/maps", "r"))
        defer { fclose(file) }
        var ranges: [Range<UInt>] = []
        var line = [CChar](repeating: 0, count: 4_096)
        while fgets(&line, CInt(line.count), file) != nil {
            let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
                .split(separator: " ")
            let bounds = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            if words[1].hasPrefix("rw"), bounds.count == 2 { ranges.append(bounds[0]..<bounds[1]) }
        }
        return ranges
    }
}
