import CArchive
public import TenonCore
import TenonMemory

/// Expands and compresses bytes in the gzip format, by zlib.
public struct GzipCoder: GzipCoding {
    private static let pieceSize = 1 << 16
    /// The largest window, and a gzip header around it (see `inflateInit2` in zlib's manual).
    private static let windowBits: Int32 = 15 + 16

    /// Makes a coder.
    public init() {}

    /// Expands one gzip member; see `GzipCoding`.
    public func expand(
        _ bytes: UnsafeRawBufferPointer, limit: Int,
        _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        // The library remembers where the state is, so that it may not move.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: .wiping())
        defer { stream.deallocate() }
        guard
            inflateInit2_(
                stream, Self.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { throw ArchiveError.failure }
        defer { inflateEnd(stream) }
        var expanded = 0
        var input = Input(bytes)
        try withWipedMemory(Self.pieceSize) { piece in
            var status = Z_OK
            while status != Z_STREAM_END {
                input.feed(&stream.pointee)
                let count = Self.step(stream, into: piece) {
                    status = inflate(stream, Z_NO_FLUSH)
                }
                // The library reports when it makes no progress, and when the input ends too early.
                guard status == Z_OK || status == Z_STREAM_END else {
                    throw status == Z_MEM_ERROR ? ArchiveError.failure : ArchiveError.damagedStream
                }
                expanded += count
                guard expanded <= limit else { throw ArchiveError.tooLarge(limit) }
                try body(UnsafeRawBufferPointer(rebasing: piece[..<count]))
            }
        }
        guard stream.pointee.avail_in == 0, input.isEmpty else { throw ArchiveError.damagedStream }
    }

    /// Compresses bytes to one gzip member; see `GzipCoding`.
    public func compress(
        _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: .wiping())
        defer { stream.deallocate() }
        guard
            deflateInit2_(
                stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, Self.windowBits, 8, Z_DEFAULT_STRATEGY,
                ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { throw ArchiveError.failure }
        defer { deflateEnd(stream) }
        var input = Input(bytes)
        try withWipedMemory(Self.pieceSize) { piece in
            var status = Z_OK
            while status != Z_STREAM_END {
                input.feed(&stream.pointee)
                let flush = input.isEmpty ? Z_FINISH : Z_NO_FLUSH
                let count = Self.step(stream, into: piece) { status = deflate(stream, flush) }
                guard status == Z_OK || status == Z_STREAM_END else { throw ArchiveError.failure }
                try body(UnsafeRawBufferPointer(rebasing: piece[..<count]))
            }
        }
    }

    /// Lets the library fill a piece, and returns how many bytes it wrote.
    private static func step(
        _ stream: UnsafeMutablePointer<z_stream>, into piece: UnsafeMutableRawBufferPointer,
        _ run: () -> Void
    ) -> Int {
        stream.pointee.next_out = piece.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(piece.count)
        run()
        return piece.count - Int(stream.pointee.avail_out)
    }
}

/// The input of zlib, which counts in 32 bits.
private struct Input {
    private var rest: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

    var isEmpty: Bool { rest.isEmpty }

    /// Hands over the next bytes when the library has taken all.
    mutating func feed(_ stream: inout z_stream) {
        guard stream.avail_in == 0, let base = rest.baseAddress, !rest.isEmpty else { return }
        let count = min(rest.count, 1 << 30)
        // The library declares its input mutable and does not write to it.
        stream.next_in = UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(
            to: UInt8.self)
        stream.avail_in = UInt32(count)
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
}
