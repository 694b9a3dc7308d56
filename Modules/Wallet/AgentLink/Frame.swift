import TenonMemory

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

    /// The header, the kind and the body.
    private let buffer: SecretBuffer

    /// Begins a frame with an empty body.
    package init(_ kind: FrameKind, capacity: Int = 256) {
        buffer = SecretBuffer(capacity: capacity)
        append(0 as UInt32)
        append(kind.rawValue)
    }

    /// Begins a frame whose bytes are still to come.
    init(expecting count: Int) {
        buffer = SecretBuffer(capacity: Self.headerSize + count)
        append(0 as UInt32)
    }

    /// What the frame is; `nil` when it is empty or of a kind that is not known.
    package var kind: FrameKind? {
        buffer.withBytes { $0.dropFirst(Self.headerSize).first.flatMap(FrameKind.init(rawValue:)) }
    }

    /// How many bytes come after the number of bytes: the kind and the body.
    package var count: Int { buffer.count - Self.headerSize }

    /// Lends the body; the pointer is valid only inside the closure.
    package func withBody<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try buffer.withBytes { (bytes) throws(Failure) in
            try body(UnsafeRawBufferPointer(rebasing: bytes.dropFirst(Self.headerSize + 1)))
        }
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
    package func append(_ bytes: UnsafeRawBufferPointer) { buffer.append(bytes) }

    /// Adds a byte.
    package func append(_ byte: UInt8) { buffer.append(byte) }

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
        return buffer.withMutableBytes { bytes in
            bytes.storeBytes(of: size, as: UInt32.self)
            return body(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Lends all that came: the kind and the body.
    func withContent<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        buffer.withBytes { body(UnsafeRawBufferPointer(rebasing: $0[Self.headerSize...])) }
    }

    /// Lets a closure put bytes behind those that are there; it says how many they are.
    func fill(atMost limit: Int, _ body: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
        buffer.fill(atMost: min(limit, 64 << 10), body)
    }
}
