import Glibc

extension OverviewIndex {
    /// Adds an opened overview; the order is made afterwards.
    ///
    /// - Parameter fields: The fields of the overview, see ``OverviewPrelude/fields(of:)``.
    func add(_ id: ItemID, revision: Int64, fields: UnsafeRawBufferPointer) throws {
        let parts = try SearchedParts(fields)
        let (record, recordMemory) = records.reserve(fields.count)
        UnsafeMutableRawBufferPointer(start: recordMemory, count: fields.count)
            .copyMemory(from: fields)
        let (text, textMemory) = texts.reserve(parts.textCount)
        parts.writeText(to: textMemory)
        prefixes.append(TitlePrefix(textMemory, count: parts.title.count))
        entries.append(
            IndexEntry(
                high: id.high, low: id.low, revision: revision, used: parts.used,
                trashed: parts.trashed, record: record, recordCount: UInt32(fields.count),
                text: text, textCount: UInt32(parts.textCount),
                titleCount: UInt32(parts.title.count), kind: parts.kind,
                isFavorite: parts.isFavorite, isLive: true))
    }
}

/// What the index needs of an encoded overview, found in one walk over its fields.
private struct SearchedParts {
    private(set) var title = UnsafeRawBufferPointer(start: nil, count: 0)
    private(set) var used = Int64.min
    private(set) var trashed = Int64.min
    private(set) var kind = ItemKind.other.position
    private(set) var isFavorite = false
    private var userName = UnsafeRawBufferPointer(start: nil, count: 0)
    private var lastFour = UnsafeRawBufferPointer(start: nil, count: 0)
    private var foldedSites: UnsafeRawBufferPointer?
    private var foldedTags: UnsafeRawBufferPointer?
    /// The length of all sites with a line feed after each.
    private var sitesCount = 0
    /// The same for tags.
    private var tagsCount = 0
    private let fields: UnsafeRawBufferPointer

    private typealias Tag = OverviewRecord.Tag
    private static let login = Array(ItemKind.login.rawValue.utf8)

    init(_ fields: UnsafeRawBufferPointer) throws {
        self.fields = fields
        var foldedTitle: UnsafeRawBufferPointer?
        var foldedUserName: UnsafeRawBufferPointer?
        var reader = FieldReader(fields)
        while let field = try reader.next() {
            switch field.tag {
            case Tag.kind: kind = Self.kind(field.value)
            case Tag.title: title = field.value
            case Tag.userName: userName = field.value
            case Tag.site: sitesCount += field.value.count + 1
            case Tag.tag: tagsCount += field.value.count + 1
            case Tag.isFavorite: isFavorite = field.number != 0
            case Tag.lastFour: lastFour = field.value
            case Tag.used: used = field.number
            case Tag.trashed: trashed = field.number
            case Tag.foldedTitle: foldedTitle = field.value
            case Tag.foldedUserName: foldedUserName = field.value
            case Tag.foldedSites: foldedSites = field.value
            case Tag.foldedTags: foldedTags = field.value
            default: break
            }
        }
        title = foldedTitle ?? title
        userName = foldedUserName ?? userName
        if let foldedSites { sitesCount = foldedSites.count + 1 }
        if let foldedTags { tagsCount = foldedTags.count + 1 }
    }

    var textCount: Int {
        title.count + 1 + userName.count + 1 + sitesCount + tagsCount
            + (lastFour.isEmpty ? 0 : lastFour.count + 1)
    }

    func writeText(to memory: UnsafeMutableRawPointer) {
        var next = memory
        func write(_ bytes: UnsafeRawBufferPointer) {
            let target = next.assumingMemoryBound(to: UInt8.self)
            for index in 0..<bytes.count { target[index] = Folding.lowercased(bytes[index]) }
            target[bytes.count] = UInt8(ascii: "\n")
            next += bytes.count + 1
        }
        write(title)
        write(userName)
        func write(_ folded: UnsafeRawBufferPointer?, orEach tag: Int, count: Int) {
            if let folded { return write(folded) }
            guard count > 0 else { return }
            var reader = FieldReader(fields)
            // The fields were walked once without an error.
            while let field = try? reader.next() {
                if field.tag == tag { write(field.value) }
            }
        }
        write(foldedSites, orEach: Tag.site, count: sitesCount)
        write(foldedTags, orEach: Tag.tag, count: tagsCount)
        if !lastFour.isEmpty { write(lastFour) }
    }

    private static func kind(_ name: UnsafeRawBufferPointer) -> UInt8 {
        if name.count == login.count, name.baseAddress.map({ memcmp($0, login, login.count) }) == 0
        {
            return ItemKind.login.position
        }
        return (ItemKind(rawValue: String(decoding: name, as: UTF8.self)) ?? .other).position
    }
}
