package import TenonCore
package import WalletAgentLink
package import WalletSync
package import WalletVault

extension ItemID: WireValue {
    /// Adds its bytes.
    package func write(to frame: Frame) {
        ItemCoding.bytes(of: self).withUnsafeBytes { frame.append(block: $0) }
    }

    /// Reads its bytes.
    package init(reading reader: inout FrameReader) throws {
        guard let id = ItemCoding.id(try reader.block()) else { throw LinkError.malformed }
        self = id
    }
}

extension AttachmentChunk: WireValue {
    /// Adds where it belongs, and its sealed bytes.
    package func write(to frame: Frame) {
        attachment.write(to: frame)
        Int64(number).write(to: frame)
        sealed.withUnsafeBytes { frame.append(block: $0) }
    }

    /// Reads where it belongs, and its sealed bytes.
    package init(reading reader: inout FrameReader) throws {
        self.init(
            of: try reader.value(), try reader.value(), sealed: Array(try reader.block()))
    }
}

extension VaultStatus: WireChoice {}

extension VaultChange: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.revision) { Self(revision: $0) }
    }
}

extension VaultCounts: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.names, \.favorites, \.trashed) { names, favorites, trashed in
            let kinds = names.map { (ItemKind(rawValue: $0) ?? .other, $1) }
            return Self(
                byKind: Dictionary(kinds, uniquingKeysWith: +), favorites: favorites,
                trashed: trashed)
        }
    }

    private var names: [String: Int] {
        Dictionary(uniqueKeysWithValues: byKind.map { ($0.rawValue, $1) })
    }
}

extension ItemQuery: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(
            \.text, \.kindNames, \.isFavorite, \.tag, \.onlyNames, \.sort, \.isTrashed,
            \.window.lowerBound, \.window.upperBound
        ) { text, kinds, isFavorite, tag, only, sort, isTrashed, lower, upper in
            guard lower >= 0, lower <= upper else { throw LinkError.malformed }
            return Self(
                text: text, kinds: Set(kinds.compactMap { ItemKind(rawValue: $0) }),
                isFavorite: isFavorite, tag: tag, only: only.map { Set($0) }, sort: sort,
                isTrashed: isTrashed, window: lower..<upper)
        }
    }

    private var kindNames: [String] { kinds.map(\.rawValue) }
    private var onlyNames: [ItemID]? { only.map { Array($0) } }
}

extension ItemSort: WireChoice {}

extension ItemOverview: WireValue {
    /// Adds its name and its fields.
    package func write(to frame: Frame) {
        id.write(to: frame)
        ItemCoding.encode(self).withBytes { frame.append(block: $0) }
    }

    /// Reads its name and its fields.
    package init(reading reader: inout FrameReader) throws {
        self = try ItemCoding.overview(try ItemID(reading: &reader), try reader.block())
    }
}

extension ItemPage: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.total, \.offset, \.items) { Self(total: $0, offset: $1, items: $2) }
    }
}

extension Item: WireValue {
    /// Adds its name, its revision and its two parts.
    package func write(to frame: Frame) throws {
        let (revision, overview, details) = try ItemCoding.encode(self)
        id.write(to: frame)
        revision.write(to: frame)
        overview.withBytes { frame.append(block: $0) }
        details.withBytes { frame.append(block: $0) }
    }

    /// Reads its name, its revision and its two parts.
    package init(reading reader: inout FrameReader) throws {
        self = try ItemCoding.item(
            try ItemID(reading: &reader), revision: try Int64(reading: &reader),
            overview: try reader.block(), details: try reader.block())
    }
}

/// Former versions of an item.
package struct ItemHistory: WireValue {
    /// The newest first.
    package let versions: [ItemVersion]

    /// Makes a history.
    init(_ versions: [ItemVersion]) { self.versions = versions }

    /// Adds whether there are any, since most items have none, and then all of them.
    package func write(to frame: Frame) throws {
        (!versions.isEmpty).write(to: frame)
        guard !versions.isEmpty else { return }
        try ItemCoding.encode(versions).withBytes { frame.append(block: $0) }
    }

    /// Reads all versions.
    package init(reading reader: inout FrameReader) throws {
        versions = try reader.value() ? try ItemCoding.history(try reader.block()) : []
    }
}

extension ItemWithHistory: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.item, \.wireHistory) { Self($0, history: $1.versions) }
    }

    private var wireHistory: ItemHistory { ItemHistory(history) }
}

extension LoginUpdate: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.password, \.passwordChanged, \.addingSites, \.wireFormer) {
            Self(password: $0, passwordChanged: $1, addingSites: $2, former: $3.versions)
        }
    }

    private var wireFormer: ItemHistory { ItemHistory(former) }
}

extension ItemWrite: WireValue {
    /// Adds what kind of step it is, and its parts.
    package func write(to frame: Frame) throws {
        switch self {
        case .add(let item, let former): try frame.append(case: 0, item, ItemHistory(former))
        case .save(let item): try frame.append(case: 1, item)
        case .update(let id, let update): try frame.append(case: 2, id, update)
        case .merge(let item, let former): try frame.append(case: 3, item, ItemHistory(former))
        case .change(let id, let change): try frame.append(case: 4, id, change)
        }
    }

    /// Reads a step.
    package init(reading reader: inout FrameReader) throws {
        switch try reader.byte() {
        case 0: self = .add(try reader.value(), former: try Self.former(&reader))
        case 1: self = .save(try reader.value())
        case 2: self = .update(try reader.value(), try reader.value())
        case 3: self = .merge(try reader.value(), former: try Self.former(&reader))
        case 4: self = .change(try reader.value(), try reader.value())
        default: throw LinkError.malformed
        }
    }

    private static func former(_ reader: inout FrameReader) throws -> [ItemVersion] {
        try ItemHistory(reading: &reader).versions
    }
}

extension ItemChange: WireValue {
    /// Adds which one it is, and its value.
    package func write(to frame: Frame) throws {
        switch self {
        case .trash: try frame.append(case: 0)
        case .restore: try frame.append(case: 1)
        case .delete: try frame.append(case: 2)
        case .favorite(let isFavorite): try frame.append(case: 3, isFavorite)
        case .addTag(let tag): try frame.append(case: 4, tag)
        case .removeTag(let tag): try frame.append(case: 5, tag)
        }
    }

    /// Reads which one it is, and its value.
    package init(reading reader: inout FrameReader) throws {
        switch try reader.byte() {
        case 0: self = .trash
        case 1: self = .restore
        case 2: self = .delete
        case 3: self = .favorite(try reader.value())
        case 4: self = .addTag(try reader.value())
        case 5: self = .removeTag(try reader.value())
        default: throw LinkError.malformed
        }
    }
}

/// Steps of a batch, as a client has written them one after the other.
package struct GatheredSteps: WireValue {
    /// The bytes of all steps.
    package let bytes: SecretText

    /// Makes them; a client begins with none, and adds its steps to the frame of the request.
    package init(_ bytes: SecretText = SecretText(utf8: [])) { self.bytes = bytes }

    /// Adds the bytes.
    package func write(to frame: Frame) { bytes.withBytes { frame.append($0) } }

    /// Takes all that is left.
    package init(reading reader: inout FrameReader) { bytes = SecretText(utf8: reader.rest) }

    /// Reads each step.
    package func forEach(_ body: (ItemWrite) throws -> Void) throws {
        try bytes.withBytes { bytes in
            var reader = FrameReader(bytes)
            while !reader.isAtEnd { try body(try reader.value()) }
        }
    }
}

/// What the agent tells a client that watches.
package enum AgentEvent: WireValue {
    /// The status has changed.
    case status(VaultStatus)
    /// Items were changed.
    case change(VaultChange)
    /// The vault stands otherwise with the other machines.
    case sync(SyncStatus)

    /// Adds which one it is, and its value.
    package func write(to frame: Frame) throws {
        switch self {
        case .status(let status): try frame.append(case: 1, status)
        case .change(let change): try frame.append(case: 2, change)
        case .sync(let status): try frame.append(case: 3, status)
        }
    }

    /// Reads which one it is, and its value.
    package init(reading reader: inout FrameReader) throws {
        switch try reader.byte() {
        case 1: self = .status(try reader.value())
        case 2: self = .change(try reader.value())
        case 3: self = .sync(try reader.value())
        default: throw LinkError.malformed
        }
    }
}
