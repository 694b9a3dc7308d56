/// One event of a stream.
package struct ServerSentEvent: Hashable, Sendable {
    /// What kind it is; `message` where the server does not say.
    package let type: String
    /// What it says.
    let data: String
    /// The name of the last event that had one; empty when none had.
    package let lastID: String

    /// Makes an event.
    package init(type: String, data: String, lastID: String) {
        self.type = type
        self.data = data
        self.lastID = lastID
    }
}

/// Reads server-sent events from pieces of any length (WHATWG HTML, section 9.2).
package struct ServerSentEventReader: Sendable {
    /// An event, or a line, is longer than is read.
    package struct TooLong: Error {}

    /// The longest event in bytes.
    private static let limit = 4 << 20
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The name of the last event that had one, also one without data.
    package private(set) var lastID = ""
    /// How long the server asks to wait before one comes again, in milliseconds; `nil` when it does not.
    package private(set) var retry: Int?

    private var line: [UInt8] = []
    private var isFirstLine = true
    private var wasReturn = false
    private var type = ""
    private var data: [UInt8] = []
    private var id = ""

    /// Begins a stream.
    ///
    /// - Parameter lastID: The name of the last event of the stream before it.
    package init(lastID: String = "") {
        self.lastID = lastID
        id = lastID
    }

    /// Takes a piece.
    ///
    /// - Returns: The events that end in it.
    /// - Throws: ``TooLong``.
    package mutating func take(_ piece: some Sequence<UInt8>) throws -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in piece {
            defer { wasReturn = byte == 0x0D }
            switch byte {
            case 0x0A where wasReturn: continue
            case 0x0A, 0x0D: if let event = endLine() { events.append(event) }
            default: line.append(byte)
            }
            guard line.count + data.count <= Self.limit else { throw TooLong() }
        }
        return events
    }

    /// Takes a whole line; an empty one ends an event.
    private mutating func endLine() -> ServerSentEvent? {
        defer { line.removeAll(keepingCapacity: true) }
        var bytes = line[...]
        if isFirstLine, bytes.starts(with: Self.mark) { bytes = bytes.dropFirst(3) }
        isFirstLine = false
        guard !bytes.isEmpty else { return endEvent() }
        let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        var value = bytes[colon...].dropFirst()
        if value.first == 0x20 { value = value.dropFirst() }
        switch String(decoding: bytes[..<colon], as: UTF8.self) {
        case "event": type = String(decoding: value, as: UTF8.self)
        case "data": data += value + [0x0A]
        case "id" where !value.contains(0): id = String(decoding: value, as: UTF8.self)
        case "retry" where !value.isEmpty && value.allSatisfy({ 0x30...0x39 ~= $0 }):
            retry = Int(String(decoding: value, as: UTF8.self)) ?? retry
        default: break
        }
        return nil
    }

    private mutating func endEvent() -> ServerSentEvent? {
        defer {
            type = ""
            data.removeAll(keepingCapacity: true)
        }
        lastID = id
        guard !data.isEmpty else { return nil }
        return ServerSentEvent(
            type: type.isEmpty ? "message" : type,
            data: String(decoding: data.dropLast(), as: UTF8.self), lastID: lastID)
    }
}
