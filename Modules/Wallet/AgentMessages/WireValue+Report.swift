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

extension VaultReport: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.itemCount, \.findings, \.awaited) {
            Self(itemCount: $0, findings: $1, awaited: $2)
        }
    }
}

extension VaultFinding: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.problem, \.subject) { Self(problem: $0, subject: $1) }
    }
}

extension VaultFinding.Problem: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.rawValue) { name in
            guard let problem = Self(rawValue: name) else { throw LinkError.malformed }
            return problem
        }
    }
}

extension VaultFinding.Subject: WireValue {
    /// Adds which one it is, and its parts.
    package func write(to frame: Frame) throws {
        switch self {
        case .overview(let id, let title): try frame.append(case: 0, id, title)
        case .details(let id, let title): try frame.append(case: 1, id, title)
        case .itemBucket(let number): try frame.append(case: 2, number)
        case .siteBucket(let number): try frame.append(case: 3, number)
        case .root: try frame.append(case: 4)
        case .header: try frame.append(case: 5)
        case .slot(let kind): try frame.append(case: 6, kind)
        case .counters: try frame.append(case: 7)
        case .database: try frame.append(case: 8)
        case .structure(let name): try frame.append(case: 9, name)
        case .memory: try frame.append(case: 10)
        case .attachment(let name): try frame.append(case: 11, name)
        }
    }

    /// Reads which one it is, and its parts.
    package init(reading reader: inout FrameReader) throws {
        switch try reader.byte() {
        case 0: self = .overview(try reader.value(), title: try reader.value())
        case 1: self = .details(try reader.value(), title: try reader.value())
        case 2: self = .itemBucket(try reader.value())
        case 3: self = .siteBucket(try reader.value())
        case 4: self = .root
        case 5: self = .header
        case 6: self = .slot(kind: try reader.value())
        case 7: self = .counters
        case 8: self = .database
        case 9: self = .structure(try reader.value())
        case 10: self = .memory
        case 11: self = .attachment(try reader.value())
        default: throw LinkError.malformed
        }
    }
}
