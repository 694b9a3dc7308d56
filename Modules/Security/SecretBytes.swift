import Glibc
public import TenonCore
import TenonMemory

/// Secret bytes in memory of their own: locked, left out of core dumps, wiped when released.
///
/// Every value owns whole pages that hold nothing else. The kernel is asked to keep them out of
/// swap (`mlock`) and out of core dumps (`MADV_DONTDUMP`). Locking is best effort: a user may lock
/// only `RLIMIT_MEMLOCK` bytes (often 8 MiB), and what is above that limit still works, unlocked.
///
/// There are no guard pages on purpose: neighbouring values share one kernel mapping, so that a
/// process can hold far more of them than `vm.max_map_count`.
public final class SecretBytes: Sendable {
    /// Written only by `init` and `deinit`, so that sharing it between threads is safe.
    private nonisolated(unsafe) let pages: UnsafeMutableRawBufferPointer

    /// The number of secret bytes; the pages may be larger.
    public let count: Int

    /// Makes room for `count` bytes, all zero, and lets the closure fill them in place.
    ///
    /// When the closure throws, what it wrote is wiped. Like every Swift allocation this traps
    /// when the system has no memory left.
    public init(
        count: Int, filledBy fill: (UnsafeMutableRawBufferPointer) throws -> Void
    ) rethrows {
        self.count = count
        pages = Self.mapPages(for: count)
        // All properties are set: when `fill` throws, `deinit` wipes and unmaps.
        try fill(UnsafeMutableRawBufferPointer(rebasing: pages[..<count]))
    }

    /// Copies bytes; the caller wipes its own copy.
    public convenience init(copying bytes: UnsafeRawBufferPointer) {
        self.init(count: bytes.count) { $0.copyMemory(from: bytes) }
    }

    /// Copies the UTF-8 bytes of a text, as they are.
    public convenience init(_ text: SecretText) {
        self.init(count: text.count) { target in text.withBytes { target.copyMemory(from: $0) } }
    }

    deinit {
        guard let base = pages.baseAddress else { return }
        pages.wipe()
        // Unmapping also unlocks.
        munmap(base, pages.count)
    }

    /// Makes random bytes with the kernel's generator.
    public static func random(count: Int) -> SecretBytes {
        SecretBytes(count: count) { $0.fillWithRandomBytes() }
    }

    /// Lends the bytes; the pointer is valid only inside the closure.
    public func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try withExtendedLifetime(self) {
            try body(UnsafeRawBufferPointer(rebasing: pages[..<count]))
        }
    }

    /// Maps private, zeroed pages for at least `count` bytes.
    private static func mapPages(for count: Int) -> UnsafeMutableRawBufferPointer {
        precondition(count >= 0, "A number of bytes is never negative.")
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let size = max(1, (count + page - 1) / page) * page
        let base = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let base, base != MAP_FAILED else {
            preconditionFailure("The system has no memory left.")
        }
        // Both are best effort, see above; a kernel that refuses either still gives the memory.
        // In this order: locking touches the pages, and the kernel joins only untouched ones with
        // a neighbouring mapping.
        _ = madvise(base, size, MADV_DONTDUMP)
        _ = mlock(base, size)
        return UnsafeMutableRawBufferPointer(start: base, count: size)
    }
}

extension SecretBytes: Equatable {
    /// Compares in a time that depends on the lengths only.
    public static func == (left: SecretBytes, right: SecretBytes) -> Bool {
        left.withBytes { leftBytes in
            right.withBytes { rightBytes in leftBytes.isEqualInConstantTime(to: rightBytes) }
        }
    }
}

extension SecretBytes: CustomStringConvertible, CustomReflectable {
    /// A mask of fixed width, whatever the bytes.
    public var description: String { "••••••••" }

    /// No children, so that a dump of a containing value shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
