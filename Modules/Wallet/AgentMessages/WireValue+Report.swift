package import TenonCore
package import WalletAgentLink
package import WalletVault

extension Sentence: WireValue {
    /// The deepest nesting of sentences; no message comes near it.
    private static let deepest = 8

    /// Adds the words and the values.
    package func write(to frame: Frame) {
        frame.append(pattern)
        frame.append(UInt32(values.count))
        for value in values {
            switch value {
            case .text(let text):
                frame.append(UInt8(0))
                frame.append(text)
            case .sentence(let sentence):
                frame.append(UInt8(1))
                sentence.write(to: frame)
            }
        }
    }

    /// Reads the words and the values.
    package init(reading reader: inout FrameReader) throws {
        try self.init(&reader, depth: 0)
    }

    private init(_ reader: inout FrameReader, depth: Int) throws {
        guard depth < Self.deepest else { throw LinkError.malformed }
        let pattern = try reader.text()
        var values: [Value] = []
        for _ in 0..<(try reader.number()) {
            switch try reader.byte() {
            case 0: values.append(.text(try reader.text()))
            case 1: values.append(.sentence(try Sentence(&reader, depth: depth + 1)))
            default: throw LinkError.malformed
            }
        }
        self.init(pattern: pattern, values: values)
    }
}

extension VaultReport: WireValue {
    /// Adds the number of items and the findings.
    package func write(to frame: Frame) throws {
        itemCount.write(to: frame)
        try findings.write(to: frame)
    }

    /// Reads the number of items and the findings.
    package init(reading reader: inout FrameReader) throws {
        self.init(
            itemCount: try Int(reading: &reader), findings: try [VaultFinding](reading: &reader))
    }
}

extension VaultFinding: WireValue {
    /// Adds the problem and the subject.
    package func write(to frame: Frame) throws {
        problem.rawValue.write(to: frame)
        try subject.write(to: frame)
    }

    /// Reads the problem and the subject.
    package init(reading reader: inout FrameReader) throws {
        guard let problem = Problem(rawValue: try reader.text()) else {
            throw LinkError.malformed
        }
        self.init(problem: problem, subject: try Subject(reading: &reader))
    }
}

extension VaultFinding.Subject: WireValue {
    /// Adds which one it is, and its parts.
    package func write(to frame: Frame) throws {
        switch self {
        case .overview(let id, let title): try Self.writeCase(0, id, title, to: frame)
        case .details(let id, let title): try Self.writeCase(1, id, title, to: frame)
        case .itemBucket(let number): Self.writeCase(2, number, to: frame)
        case .siteBucket(let number): Self.writeCase(3, number, to: frame)
        case .root: frame.append(UInt8(4))
        case .header: frame.append(UInt8(5))
        case .slot(let kind): Self.writeCase(6, kind, to: frame)
        case .counters: frame.append(UInt8(7))
        case .database: frame.append(UInt8(8))
        case .structure(let name): Self.writeCase(9, name, to: frame)
        case .memory: frame.append(UInt8(10))
        }
    }

    /// Reads which one it is, and its parts.
    package init(reading reader: inout FrameReader) throws {
        switch try reader.byte() {
        case 0:
            self = .overview(
                try ItemID(reading: &reader), title: try String?(reading: &reader))
        case 1:
            self = .details(
                try ItemID(reading: &reader), title: try String?(reading: &reader))
        case 2: self = .itemBucket(try Int(reading: &reader))
        case 3: self = .siteBucket(try Int(reading: &reader))
        case 4: self = .root
        case 5: self = .header
        case 6: self = .slot(kind: try Sentence(reading: &reader))
        case 7: self = .counters
        case 8: self = .database
        case 9: self = .structure(try String(reading: &reader))
        case 10: self = .memory
        default: throw LinkError.malformed
        }
    }

    private static func writeCase(
        _ tag: UInt8, _ id: ItemID, _ title: String?, to frame: Frame
    ) throws {
        frame.append(tag)
        id.write(to: frame)
        try title.write(to: frame)
    }

    private static func writeCase(_ tag: UInt8, _ number: Int, to frame: Frame) {
        frame.append(tag)
        number.write(to: frame)
    }

    private static func writeCase(_ tag: UInt8, _ text: String, to frame: Frame) {
        frame.append(tag)
        frame.append(text)
    }

    private static func writeCase(_ tag: UInt8, _ sentence: Sentence, to frame: Frame) {
        frame.append(tag)
        sentence.write(to: frame)
    }
}
