/// Bytes of HTTP/2, written by hand so that they can be wrong.
enum HTTP2Bytes {
    /// The settings of a server, and that it has taken those of the client.
    static let settings = frame(4, stream: 0) + frame(4, flags: 1, stream: 0)

    /// A frame (RFC 9113, section 4.1).
    static func frame(
        _ type: UInt8, flags: UInt8 = 0, stream: UInt8 = 0, _ payload: [UInt8] = []
    ) -> [UInt8] {
        [0, 0, UInt8(payload.count), type, flags, 0, 0, 0, stream] + payload
    }

    /// Headers of the first stream with a status (RFC 7541, section 6.2.2).
    static func headers(_ status: String, isEnd: Bool) -> [UInt8] {
        frame(
            1, flags: isEnd ? 5 : 4, stream: 1,
            [0x08, UInt8(status.utf8.count)] + Array(status.utf8))
    }

    /// The content of the first stream, and its end.
    static func data(_ text: String) -> [UInt8] {
        frame(0, flags: 1, stream: 1, Array(text.utf8))
    }
}
