import TenonCore
package import WalletAgentLink
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

extension VaultStatus: WireValue {
    /// Adds a byte.
    package func write(to frame: Frame) {
        let byte: UInt8 =
            switch self {
            case .missing: 0
            case .locked: 1
            case .unlocked: 2
            }
        frame.append(byte)
    }

    /// Reads a byte.
    package init(reading reader: inout FrameReader) throws {
        switch try reader.byte() {
        case 0: self = .missing
        case 1: self = .locked
        case 2: self = .unlocked
        default: throw LinkError.malformed
        }
    }
}

extension VaultChange: WireValue {
    /// Adds the number of changes.
    package func write(to frame: Frame) { revision.write(to: frame) }

    /// Reads the number of changes.
    package init(reading reader: inout FrameReader) throws {
        self.init(revision: try Int64(reading: &reader))
    }
}

extension ItemQuery: WireValue {
    /// Adds all of its parts.
    package func write(to frame: Frame) throws {
        text.write(to: frame)
        try kinds.map(\.rawValue).write(to: frame)
        isFavorite.write(to: frame)
        try tag.write(to: frame)
        (sort == .recentlyUsed).write(to: frame)
        isTrashed.write(to: frame)
        window.lowerBound.write(to: frame)
        window.upperBound.write(to: frame)
    }

    /// Reads all of its parts.
    package init(reading reader: inout FrameReader) throws {
        self.init(text: try String(reading: &reader))
        let names = try [String](reading: &reader)
        kinds = Set(names.compactMap(ItemKind.init(rawValue:)))
        isFavorite = try Bool(reading: &reader)
        tag = try String?(reading: &reader)
        sort = try Bool(reading: &reader) ? .recentlyUsed : .title
        isTrashed = try Bool(reading: &reader)
        let (lower, upper) = (try Int(reading: &reader), try Int(reading: &reader))
        guard lower >= 0, lower <= upper else { throw LinkError.malformed }
        window = lower..<upper
    }
}

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

extension ItemPage: WireValue {
    /// Adds its place and its items.
    package func write(to frame: Frame) throws {
        total.write(to: frame)
        offset.write(to: frame)
        try items.write(to: frame)
    }

    /// Reads its place and its items.
    package init(reading reader: inout FrameReader) throws {
        self.init(
            total: try Int(reading: &reader), offset: try Int(reading: &reader),
            items: try [ItemOverview](reading: &reader))
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
    package init(_ versions: [ItemVersion]) { self.versions = versions }

    /// The history of an item that has one; most have none.
    static func some(_ versions: [ItemVersion]) -> ItemHistory? {
        versions.isEmpty ? nil : ItemHistory(versions)
    }

    /// Adds all versions.
    package func write(to frame: Frame) throws {
        try ItemCoding.encode(versions).withBytes { frame.append(block: $0) }
    }

    /// Reads all versions.
    package init(reading reader: inout FrameReader) throws {
        versions = try ItemCoding.history(try reader.block())
    }
}

extension ItemWithHistory: WireValue {
    /// Adds the item and its history.
    package func write(to frame: Frame) throws {
        try item.write(to: frame)
        try ItemHistory.some(history).write(to: frame)
    }

    /// Reads the item and its history.
    package init(reading reader: inout FrameReader) throws {
        self.init(
            try Item(reading: &reader),
            history: try ItemHistory?(reading: &reader)?.versions ?? [])
    }
}

extension ItemWrite: WireValue {
    /// Adds what kind of step it is, and its parts.
    package func write(to frame: Frame) throws {
        switch self {
        case .add(let item, let former):
            frame.append(UInt8(0))
            try item.write(to: frame)
            try ItemHistory.some(former).write(to: frame)
        case .save(let item):
            frame.append(UInt8(1))
            try item.write(to: frame)
        case .update(let id, let update):
            frame.append(UInt8(2))
            id.write(to: frame)
            try update.password.write(to: frame)
            try update.passwordChanged.write(to: frame)
            try update.addingSites.write(to: frame)
            try ItemHistory.some(update.former).write(to: frame)
        case .merge(let item, let former):
            frame.append(UInt8(3))
            try item.write(to: frame)
            try ItemHistory.some(former).write(to: frame)
        }
    }

    /// Reads a step.
    package init(reading reader: inout FrameReader) throws {
        switch try reader.byte() {
        case 0:
            self = .add(
                try Item(reading: &reader),
                former: try ItemHistory?(reading: &reader)?.versions ?? [])
        case 1: self = .save(try Item(reading: &reader))
        case 2:
            self = .update(
                try ItemID(reading: &reader),
                LoginUpdate(
                    password: try SecretText?(reading: &reader),
                    passwordChanged: try Timestamp?(reading: &reader),
                    addingSites: try [String](reading: &reader),
                    former: try ItemHistory?(reading: &reader)?.versions ?? []))
        case 3:
            self = .merge(
                try Item(reading: &reader),
                former: try ItemHistory?(reading: &reader)?.versions ?? [])
        default: throw LinkError.malformed
        }
    }
}
