import Glibc

/// Memory for opened overviews: mapped pages, left out of core dumps, wiped when released.
///
/// Bytes are only ever added, in chunks of 256 KiB that never move, and named by 32-bit addresses.
/// Behind each chunk some bytes are mapped and zero, so that vectors may be loaded past an end.
final class SecretArena {
    static let chunkBits = 18
    private static let chunkSize = 1 << chunkBits
    private static let slack = 4096

    private var chunks: [UnsafeMutableRawPointer] = []
    /// How many bytes of the last chunk are in use.
    private var used = SecretArena.chunkSize

    deinit {
        for (index, chunk) in chunks.enumerated() {
            // Absorbed arenas leave chunks in the middle that are not full; zeros are cheap there.
            SecretPages.release(
                chunk, count: Self.chunkSize + Self.slack,
                used: index == chunks.count - 1 ? used : Self.chunkSize)
        }
    }

    /// The memory that is mapped, in bytes.
    var byteCount: Int { chunks.count * (Self.chunkSize + Self.slack) }

    /// Makes room for bytes that the caller fills in; at most a chunk.
    func reserve(_ count: Int) -> (address: UInt32, memory: UnsafeMutableRawPointer) {
        precondition(count <= Self.chunkSize)
        if count > Self.chunkSize - used {
            chunks.append(
                SecretPages.map(
                    count: Self.chunkSize + Self.slack, isFilled: !chunks.isEmpty))
            used = 0
        }
        let chunk = chunks.count - 1
        defer { used += count }
        return (UInt32(chunk << Self.chunkBits | used), chunks[chunk] + used)
    }

    /// The memory at an address that ``reserve(_:)`` gave.
    func memory(at address: UInt32) -> UnsafeMutableRawPointer {
        chunks[Int(address >> UInt32(Self.chunkBits))]
            + Int(address & UInt32(Self.chunkSize - 1))
    }

    /// Takes over the chunks of another arena.
    ///
    /// - Returns: What has to be added to the addresses of the other arena.
    func absorb(_ other: SecretArena) -> UInt32 {
        let shift = UInt32(chunks.count << Self.chunkBits)
        guard !other.chunks.isEmpty else { return shift }
        chunks += other.chunks
        used = other.used
        other.chunks = []
        return shift
    }
}
