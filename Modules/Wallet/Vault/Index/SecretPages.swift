import Glibc

/// Pages for much opened data: not in core dumps, wiped before they are given back.
///
/// They are not locked into memory: a list of 100,000 items is larger than what a user may lock. Keys
/// are, in `SecretBytes`.
enum SecretPages {
    /// Maps zeroed pages; like every allocation this traps when the system has no memory left.
    static func map(count: Int) -> UnsafeMutableRawPointer {
        let base = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let base, base != MAP_FAILED else {
            preconditionFailure("The system has no memory left.")
        }
        // Best effort: a kernel that refuses still gives the memory.
        _ = madvise(base, count, MADV_DONTDUMP)
        return base
    }

    /// Overwrites bytes with zeros in a way that the optimiser may not leave out.
    static func wipe(_ start: UnsafeMutableRawPointer, count: Int) { explicit_bzero(start, count) }

    /// Wipes and unmaps pages.
    static func release(_ base: UnsafeMutableRawPointer, count: Int) {
        explicit_bzero(base, count)
        munmap(base, count)
    }
}
