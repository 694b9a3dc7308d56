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

extension FrameReader {
    /// The next value.
    mutating func value<Value: WireValue>() throws -> Value { try Value(reading: &self) }
}

extension Frame {
    /// The value that the body is.
    package func value<Value: WireValue>() throws -> Value {
        try withBody { bytes in
            var reader = FrameReader(bytes)
            return try reader.value()
        }
    }

    /// Adds which case of an enumeration follows, and its values.
    func append<each Part: WireValue>(case number: UInt8, _ parts: repeat each Part) throws {
        append(number)
        repeat try (each parts).write(to: self)
    }
}

/// A value that goes over the wire as its parts, one after the other.
package protocol WireRecord: WireValue {
    /// The parts, and how the value is made of them.
    static var layout: WireLayout<Self> { get }
}

extension WireRecord {
    /// Adds all parts.
    package func write(to frame: Frame) throws { try Self.layout.write(self, frame) }

    /// Reads all parts.
    package init(reading reader: inout FrameReader) throws {
        self = try Self.layout.read(&reader)
    }
}

/// The parts of a value in their order, for writing and reading alike.
package struct WireLayout<Value> {
    let write: (Value, Frame) throws -> Void
    let read: (inout FrameReader) throws -> Value

    /// Describes a value.
    init<each Part: WireValue>(
        _ parts: repeat KeyPath<Value, each Part>,
        make: @escaping (repeat each Part) throws -> Value
    ) {
        write = { value, frame in repeat try value[keyPath: each parts].write(to: frame) }
        read = { reader in try make(repeat try (each Part)(reading: &reader)) }
    }
}

/// A value that goes over the wire as the position of its case.
package protocol WireChoice: WireValue, CaseIterable, Equatable {}

extension WireChoice {
    /// Adds a byte.
    package func write(to frame: Frame) {
        for (position, choice) in Self.allCases.enumerated() where choice == self {
            frame.append(UInt8(position))
        }
    }

    /// Reads a byte.
    package init(reading reader: inout FrameReader) throws {
        guard let choice = Self.allCases.dropFirst(Int(try reader.byte())).first else {
            throw LinkError.malformed
        }
        self = choice
    }
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

extension Timestamp: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.milliseconds) { Self(milliseconds: $0) }
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
