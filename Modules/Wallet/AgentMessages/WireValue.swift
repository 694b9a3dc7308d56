package import TenonCore
package import WalletAgentLink

/// A value that goes over the wire.
package protocol WireValue: Sendable {
    /// Adds it to a frame.
    func write(to frame: Frame) throws

    /// Reads what ``write(to:)`` has added.
    ///
    /// - Throws: `LinkError` (`malformed`), or an error of the module that the value belongs to.
    init(reading reader: inout FrameReader) throws
}

/// No value.
package struct Nothing: WireValue {
    /// Makes none.
    package init() {}

    /// Adds nothing.
    package func write(to frame: Frame) {}

    /// Reads nothing.
    package init(reading reader: inout FrameReader) {}
}

extension Bool: WireValue {
    /// Adds a byte.
    package func write(to frame: Frame) { frame.append(UInt8(self ? 1 : 0)) }

    /// Reads a byte.
    package init(reading reader: inout FrameReader) throws { self = try reader.byte() != 0 }
}

extension Int64: WireValue {
    /// Adds eight bytes, the lowest first.
    package func write(to frame: Frame) {
        withUnsafeBytes(of: littleEndian) { frame.append($0) }
    }

    /// Reads eight bytes.
    package init(reading reader: inout FrameReader) throws {
        let low = UInt64(try reader.number())
        self = Int64(bitPattern: UInt64(try reader.number()) << 32 | low)
    }
}

extension Int: WireValue {
    /// Adds eight bytes.
    package func write(to frame: Frame) { Int64(self).write(to: frame) }

    /// Reads eight bytes.
    package init(reading reader: inout FrameReader) throws {
        self = Int(try Int64(reading: &reader))
    }
}

extension String: WireValue {
    /// Adds a block.
    package func write(to frame: Frame) { frame.append(self) }

    /// Reads a block.
    package init(reading reader: inout FrameReader) throws { self = try reader.text() }
}

extension SecretText: WireValue {
    /// Adds a block.
    package func write(to frame: Frame) { withBytes { frame.append(block: $0) } }

    /// Reads a block.
    package convenience init(reading reader: inout FrameReader) throws {
        self.init(utf8: try reader.block())
    }
}

extension Timestamp: WireValue {
    /// Adds its milliseconds.
    package func write(to frame: Frame) { milliseconds.write(to: frame) }

    /// Reads its milliseconds.
    package init(reading reader: inout FrameReader) throws {
        self.init(milliseconds: try Int64(reading: &reader))
    }
}

extension Optional: WireValue where Wrapped: WireValue {
    /// Adds whether there is a value, and the value.
    package func write(to frame: Frame) throws {
        (self != nil).write(to: frame)
        try self?.write(to: frame)
    }

    /// Reads a value if there is one.
    package init(reading reader: inout FrameReader) throws {
        self = try Bool(reading: &reader) ? Wrapped(reading: &reader) : nil
    }
}

extension Array: WireValue where Element: WireValue {
    /// Adds the number of elements, and the elements.
    package func write(to frame: Frame) throws {
        frame.append(UInt32(count))
        for element in self { try element.write(to: frame) }
    }

    /// Reads the elements; room is made for what comes, not for what is announced.
    package init(reading reader: inout FrameReader) throws {
        self = []
        for _ in 0..<(try reader.number()) { append(try Element(reading: &reader)) }
    }
}

extension Dictionary: WireValue where Key == String, Value == Int {
    /// Adds the number of entries, and the entries.
    package func write(to frame: Frame) throws {
        frame.append(UInt32(count))
        for (key, value) in self {
            key.write(to: frame)
            value.write(to: frame)
        }
    }

    /// Reads the entries.
    package init(reading reader: inout FrameReader) throws {
        self = [:]
        for _ in 0..<(try reader.number()) {
            let key = try String(reading: &reader)
            self[key] = try Int(reading: &reader)
        }
    }
}
