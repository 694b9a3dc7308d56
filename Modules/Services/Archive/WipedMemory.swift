import CArchive
import Glibc
import TenonMemory

/// Memory that is wiped before it is given back.
enum WipedMemory {
    /// Lends memory of a size.
    static func with<Result>(
        _ count: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        defer {
            memory.wipe()
            memory.deallocate()
        }
        return try body(memory)
    }

    /// A state for zlib whose memory is wiped by ``free``: windows hold what was expanded last.
    static func makeStream() -> z_stream {
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
