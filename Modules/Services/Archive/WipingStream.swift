import CArchive
import Glibc

extension z_stream {
    /// A state for zlib whose memory is wiped when it is freed: windows hold what was expanded last.
    static func wiping() -> z_stream {
        var stream = z_stream()
        stream.zalloc = { _, items, size in
            // zlib asks for few and small things; `calloc` notices an overflow.
            calloc(Int(items), Int(size))
        }
        stream.zfree = { _, memory in
            guard let memory else { return }
            explicit_bzero(memory, malloc_usable_size(memory))
            free(memory)
        }
        return stream
    }
}
