import Glibc
import TenonCore

/// What a database file and its log say together, in memory, read without writing anything.
///
/// SQLite itself cannot open a file with a write-ahead log where it can make no `-shm` beside it, and
/// its way around that, `immutable=1`, ignores the log and so shows old data. This applies the log as
/// SQLite does when it recovers (https://sqlite.org/fileformat2.html#walformat).
///
final class DatabaseImage: Sendable {
    /// Tells one state of the files from another.
    struct Stamp: Equatable {
        private let parts: [Int64]

        /// The state of a file and its log now; a log that is missing is as good as an empty one.
        init(of path: String) {
            parts = [path, path + "-wal"].flatMap { path -> [Int64] in
                var status = stat()
                guard stat(path, &status) == 0, status.st_size > 0 else { return [] }
                return [
                    Int64(status.st_dev), Int64(bitPattern: UInt64(status.st_ino)),
                    Int64(status.st_size), Int64(status.st_mtim.tv_sec),
                    Int64(status.st_mtim.tv_nsec), Int64(status.st_ctim.tv_sec),
                    Int64(status.st_ctim.tv_nsec),
                ]
            }
        }
    }

    /// The file as it would be after a checkpoint, marked as one without a log.
    ///
    /// Written only by `init` and `deinit`, so that sharing it between threads is safe.
    nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer
    /// The state of the files that it was read from.
    let stamp: Stamp

    /// Larger files are not copied into memory.
    private static let sizeLimit = 4 << 30
    private static let tries = 5
    /// How many bytes beyond twice the size read a log may declare for the database.
    private static let growth = 64 << 20

    /// Reads a file and its log.
    ///
    /// Nothing here holds the locks of SQLite. Instead the files are looked at before and after: when
    /// either changed in between it is read again.
    ///
    /// - Returns: `nil` when they cannot be read, change all the time, or when the log says that the
    ///   database is much larger than both.
    init?(path: String) {
        for _ in 0..<Self.tries {
            let before = Stamp(of: path)
            guard var file = Self.contents(of: path) else { return nil }
            let log = Self.contents(of: path + "-wal")
            defer { log?.deallocate() }
            if Stamp(of: path) == before {
                if let log {
                    // A commit makes the database larger by what it writes, and little more.
                    let limit = 2 * (file.count + log.count) + Self.growth
                    let log = WriteAheadLog(UnsafeRawBufferPointer(log))
                    guard (log.pageCount ?? 0) * log.pageSize <= limit else {
                        file.deallocate()
                        return nil
                    }
                    Self.apply(log, to: &file)
                }
                Self.markAsWithoutLog(file)
                bytes = file
                stamp = before
                return
            }
            file.deallocate()
            usleep(20_000)
        }
        return nil
    }

    deinit { bytes.deallocate() }

    private static func apply(
        _ log: WriteAheadLog, to file: inout UnsafeMutableRawBufferPointer
    ) {
        guard let pageCount = log.pageCount else { return }
        let size = pageCount * log.pageSize
        let merged = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        merged.initializeMemory(as: UInt8.self, repeating: 0)
        merged.copyMemory(from: UnsafeRawBufferPointer(rebasing: file.prefix(size)))
        for (page, content) in log.pages where page >= 1 && page <= pageCount {
            let start = (page - 1) * log.pageSize
            UnsafeMutableRawBufferPointer(rebasing: merged[start..<(start + log.pageSize)])
                .copyMemory(from: content)
        }
        file.deallocate()
        file = merged
    }

    /// Versions 1 for reading and writing: a file without a log (file format, section 1.3.3).
    private static func markAsWithoutLog(_ file: UnsafeMutableRawBufferPointer) {
        guard file.count >= 100 else { return }
        for offset in [18, 19] where file[offset] == 2 { file[offset] = 1 }
    }

    private static func contents(of path: String) -> UnsafeMutableRawBufferPointer? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= sizeLimit
        else { return nil }
        let size = Int(status.st_size)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        var count = 0
        while count < size {
            let result = read(descriptor, buffer.baseAddress?.advanced(by: count), size - count)
            if result < 0, errno == EINTR { continue }
            guard result > 0 else {
                buffer.deallocate()
                return nil
            }
            count += result
        }
        return buffer
    }
}

/// The committed pages of a write-ahead log.
struct WriteAheadLog {
    private static let headerCount = 32
    private static let frameHeaderCount = 24

    /// How many bytes a page has.
    let pageSize: Int
    /// How many pages the database has after the last commit; `nil` when the log holds none.
    private(set) var pageCount: Int?
    /// The newest committed content of each page, by its number from 1 on.
    private(set) var pages: [Int: UnsafeRawBufferPointer] = [:]

    /// Reads the log up to its last valid commit; what follows was never committed.
    init(_ log: UnsafeRawBufferPointer) {
        func word(_ offset: Int) -> UInt32 {
            UInt32(bigEndian: log.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        }
        pageSize = log.count >= Self.headerCount ? Int(word(8)) : 0
        guard pageSize >= 512, pageSize <= 65_536, pageSize & (pageSize - 1) == 0,
            word(0) & ~1 == 0x377F_0682, word(4) == 3_007_000
        else { return }
        var sum = Checksum(isBigEndian: word(0) & 1 == 1)
        sum.add(UnsafeRawBufferPointer(rebasing: log[..<24]))
        guard sum.first == word(24), sum.second == word(28) else { return }
        var uncommitted: [Int: UnsafeRawBufferPointer] = [:]
        var start = Self.headerCount
        while log.count - start >= Self.frameHeaderCount + pageSize {
            let content = UnsafeRawBufferPointer(
                rebasing: log[(start + Self.frameHeaderCount)...].prefix(pageSize))
            sum.add(UnsafeRawBufferPointer(rebasing: log[start..<(start + 8)]))
            sum.add(content)
            let page = Int(word(start))
            guard page > 0, word(start + 8) == word(16), word(start + 12) == word(20),
                sum.first == word(start + 16), sum.second == word(start + 20)
            else { return }
            uncommitted[page] = content
            let committedCount = Int(word(start + 4))
            if committedCount > 0 {
                pages.merge(uncommitted) { $1 }
                uncommitted = [:]
                pageCount = committedCount
            }
            start += Self.frameHeaderCount + pageSize
        }
    }

    /// The checksum of the log, which goes on from frame to frame.
    private struct Checksum {
        let isBigEndian: Bool
        private(set) var first: UInt32 = 0
        private(set) var second: UInt32 = 0

        init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

        mutating func add(_ bytes: UnsafeRawBufferPointer) {
            var (first, second) = (first, second)
            for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
                first &+= word(bytes, offset) &+ second
                second &+= word(bytes, offset + 4) &+ first
            }
            (self.first, self.second) = (first, second)
        }

        private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
            let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
        }
    }
}
