import Glibc

/// What a frame is; its first byte.
package enum FrameKind: UInt8 {
    /// Client: says who it is and which vault it means; the first frame of a connection.
    case hello = 1
    /// Client: asks the agent to end; also allowed as the first frame, in every version for ever.
    case stop = 2
    /// Client: a request of a credential protocol.
    case credential = 3
    /// Client: a message of a browser, after a credential request began such a conversation.
    case message = 4
    /// Client: a call of a vault, or of the agent itself.
    case call = 5
    /// Client: unlocks the vault with a passphrase.
    case unlock = 6
    /// Agent: the answer to hello.
    case welcome = 65
    /// Agent: the answer to a request that went well.
    case answer = 66
    /// Agent: the answer to a request that did not.
    case failure = 67
    /// Agent: what was not asked for, or comes before the answer.
    case event = 68
    /// Agent: it works on a request that takes long; the answer is still to come.
    case pulse = 69
    /// Agent: it makes room for other clients; what it has not answered it has not read either.
    case dismissal = 70
}

/// One message between a client and the agent, in memory that is wiped when it goes.
///
/// On the wire a frame is the number of bytes that follow (four bytes, the lowest first), one byte
/// for its kind, and the body. A body is made of bytes, numbers of four bytes, and blocks: a number
/// and as many bytes. Used by one thread at a time.
package final class Frame {
    /// The bytes in front of what is counted.
    static let headerSize = 4

    private var storage: UnsafeMutableRawBufferPointer
    private var end: Int

    /// Begins a frame with an empty body.
    package init(_ kind: FrameKind, capacity: Int = 256) {
        storage = .allocate(byteCount: max(capacity, 16), alignment: 8)
        end = Self.headerSize
        append(kind.rawValue)
    }

    /// Begins a frame whose bytes are still to come.
    init(expecting count: Int) {
        storage = .allocate(byteCount: Self.headerSize + max(count, 16), alignment: 8)
        end = Self.headerSize
    }

    deinit {
        storage.wipe()
        storage.deallocate()
    }

    /// What the frame is; `nil` when it is empty or of a kind that is not known.
    package var kind: FrameKind? {
        end > Self.headerSize ? FrameKind(rawValue: storage[Self.headerSize]) : nil
    }

    /// How many bytes come after the number of bytes: the kind and the body.
    package var count: Int { end - Self.headerSize }

    /// Lends the body; the pointer is valid only inside the closure.
    package func withBody<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = min(end, Self.headerSize + 1)
        return try body(UnsafeRawBufferPointer(rebasing: storage[start..<end]))
    }

    /// Reads the body from its start.
    package func read<Result>(
        _ body: (inout FrameReader) throws(LinkError) -> Result
    ) throws(LinkError) -> Result {
        try withBody { (bytes) throws(LinkError) in
            var reader = FrameReader(bytes)
            return try body(&reader)
        }
    }

    /// Adds bytes as they are.
    package func append(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        reserve(bytes.count)
        UnsafeMutableRawBufferPointer(rebasing: storage[end...]).copyMemory(from: bytes)
        end += bytes.count
    }

    /// Adds a byte.
    package func append(_ byte: UInt8) {
        reserve(1)
        storage[end] = byte
        end += 1
    }

    /// Adds a number.
    package func append(_ number: UInt32) {
        withUnsafeBytes(of: number.littleEndian) { append($0) }
    }

    /// Adds a block.
    package func append(block bytes: UnsafeRawBufferPointer) {
        append(UInt32(bytes.count))
        append(bytes)
    }

    /// Adds a text as a block.
    package func append(_ text: String) {
        var text = text
        text.withUTF8 { append(block: UnsafeRawBufferPointer($0)) }
    }

    /// Lends the whole frame as it goes over the wire.
    func withFrame<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let size = UInt32(count).littleEndian
        storage.storeBytes(of: size, as: UInt32.self)
        return body(UnsafeRawBufferPointer(rebasing: storage[..<end]))
    }

    /// Lends all that came: the kind and the body.
    func withContent<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(rebasing: storage[Self.headerSize..<end]))
    }

    /// Lets a closure put bytes behind those that are there; it says how many they are.
    func fill(atMost limit: Int, _ body: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
        reserve(min(limit, max(4096, storage.count - end)))
        let room = storage[end..<min(storage.count, end + limit)]
        let added = body(UnsafeMutableRawBufferPointer(rebasing: room))
        end += max(0, added)
        return added
    }

    private func reserve(_ more: Int) {
        guard end + more > storage.count else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(storage.count * 2, end + more), alignment: 8)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[..<end]))
        storage.wipe()
        storage.deallocate()
        storage = larger
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Overwrites the bytes in a way that the optimiser does not leave out.
    package func wipe() {
        if let baseAddress { explicit_bzero(baseAddress, count) }
    }
}
