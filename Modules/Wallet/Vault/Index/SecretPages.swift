import Glibc
import TenonMemory

/// Pages for much opened data: not in core dumps, wiped before they are given back.
///
/// They are not locked into memory: a list of 100,000 items is larger than what a user may lock. Keys
/// are, in `SecretBytes`.
enum SecretPages {
    /// Maps zeroed pages; like every allocation this traps when the system has no memory left.
    ///
    /// - Parameter isFilled: Whether all of them will be used soon, which is cheaper asked for at once.
    static func map(count: Int, isFilled: Bool = false) -> UnsafeMutableRawPointer {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | (isFilled ? MAP_POPULATE : 0)
        let base = mmap(nil, count, PROT_READ | PROT_WRITE, flags, -1, 0)
        guard let base, base != MAP_FAILED else {
            preconditionFailure("The system has no memory left.")
        }
        // Best effort: a kernel that refuses still gives the memory.
        _ = madvise(base, count, MADV_DONTDUMP)
        return base
    }

    /// Unmaps pages, of which so many bytes at the start were used, after wiping these.
    static func release(_ base: UnsafeMutableRawPointer, count: Int, used: Int) {
        UnsafeMutableRawBufferPointer(start: base, count: used).wipe()
        munmap(base, count)
    }
}
