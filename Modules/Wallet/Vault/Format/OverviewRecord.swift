import TenonCore

/// The content of a sealed overview.
///
/// Before its fields come 80 bytes of fixed layout (``OverviewPrelude``). The form that search
/// compares is stored as well where it differs from the text's ASCII lower case, so that opening
/// 100,000 overviews folds no Unicode.
struct OverviewRecord: Equatable {
    enum Tag {
        static let kind = 1
        static let title = 2
        static let site = 3
        static let userName = 4
        static let tag = 5
        static let isFavorite = 6
        static let created = 7
        static let changed = 8
        static let passwordChanged = 9
        static let used = 10
        static let timesUsed = 11
        static let trashed = 12
        static let hasOneTimePassword = 13
        static let foldedTitle = 14
        static let foldedUserName = 15
        static let foldedSites = 16
        static let lastFour = 17
        static let brand = 18
        static let expiry = 19
        static let foldedTags = 20
        static let trashedAt = 21
        static let trashedAtDate = 22
        static let undatedPassword = 23
        static let missingPart = 24
        static let missingSince = 25
    }

    /// The kind as the file names it, which may be one that ``ItemKind`` does not know.
    var kindName = ItemKind.login.rawValue
    var title = ""
    var sites: [String] = []
    var userName = ""
    var tags: [String] = []
    var isFavorite = false
    var created = Timestamp(milliseconds: 0)
    var changed = Timestamp(milliseconds: 0)
    var passwordChanged = Timestamp(milliseconds: 0)
    /// When a password without a date came; the same as ``passwordChanged`` then.
    ///
    /// A different time belongs to an earlier password: a version that does not know the field kept
    /// it.
    var undatedPassword: Timestamp?
    var used: Timestamp?
    var timesUsed = 0
    var trashed: Timestamp?
    /// The stamp of the last time that the item went to the trash; see ``trashStamp``.
    var trashedAt: TrashStamp?
    var hasOneTimePassword = false
    var lastFour = ""
    var brand: CardBrand?
    var expiry: YearMonth?
    /// The parts that the details do not have, of those that lists copy.
    ///
    /// They are written with ``changed``: a version that does not know them and adds one keeps the former
    /// time, and they are not believed any more.
    var missing: Set<ItemPart> = []
    var unknown = UnknownFields()

    var kind: ItemKind { ItemKind(rawValue: kindName) ?? .other }

    /// The stamp of this stay in the trash; `nil` when there is none for it.
    var trashStamp: TrashStamp? { trashed == trashedAt?.date ? trashedAt : nil }

    init() {}

    /// Reads the fields of an opened overview.
    init(fields: UnsafeRawBufferPointer) throws {
        var reader = FieldReader(fields)
        let unread = SecretWriter(capacity: 16)
        var elapsed: Int64?
        var date: Timestamp?
        var missingSince: Timestamp?
        while let field = try reader.next() {
            switch field.tag {
            case Tag.kind: kindName = field.text
            case Tag.title: title = field.text
            case Tag.site: sites.append(field.text)
            case Tag.userName: userName = field.text
            case Tag.tag: tags.append(field.text)
            case Tag.isFavorite: isFavorite = field.number != 0
            case Tag.created: created = field.timestamp
            case Tag.changed: changed = field.timestamp
            case Tag.passwordChanged: passwordChanged = field.timestamp
            case Tag.undatedPassword: undatedPassword = field.timestamp
            case Tag.used: used = field.timestamp
            case Tag.timesUsed: timesUsed = Int(field.number)
            case Tag.trashed: trashed = field.timestamp
            case Tag.hasOneTimePassword: hasOneTimePassword = field.number != 0
            case Tag.lastFour: lastFour = field.text
            case Tag.brand: brand = CardBrand(rawValue: field.text)
            case Tag.expiry: expiry = YearMonth(field.text)
            case Tag.trashedAt: elapsed = field.number
            case Tag.trashedAtDate: date = field.timestamp
            case Tag.missingPart:
                if let part = ItemPart(rawValue: field.text) { missing.insert(part) }
            case Tag.missingSince: missingSince = field.timestamp
            case Tag.foldedTitle, Tag.foldedUserName, Tag.foldedSites, Tag.foldedTags: break
            default: unread.bytes(field.encoded)
            }
        }
        if let elapsed, let date { trashedAt = TrashStamp(date: date, elapsed: elapsed) }
        if missingSince != changed { missing = [] }
        unknown = UnknownFields(unread)
    }

    /// Writes the whole plain text, prelude first, padded.
    ///
    /// - Throws: ``VaultError`` (`vaultTooLarge`).
    func encoded(after prelude: OverviewPrelude) throws -> SecretWriter {
        let writer = SecretWriter()
        prelude.write(to: writer)
        writeFields(to: writer)
        if let folded = Folding.storedForm(of: title) { writer.field(Tag.foldedTitle, folded) }
        if let folded = Folding.storedForm(of: userName) {
            writer.field(Tag.foldedUserName, folded)
        }
        if let folded = Folding.storedForm(of: sites.joined(separator: "\n")) {
            writer.field(Tag.foldedSites, folded)
        }
        if let folded = Folding.storedForm(of: tags.joined(separator: "\n")) {
            writer.field(Tag.foldedTags, folded)
        }
        unknown.encoded.withBytes { writer.bytes($0) }
        guard writer.count <= VaultFormat.overviewLimit else {
            throw VaultError(
                .vaultTooLarge, "Title, sites, user name and tags together are too long.",
                remedy: "Shorten them to 64 KB; long text belongs into the notes.")
        }
        OverviewPrelude.setLength(in: writer)
        writer.pad(to: VaultFormat.overviewPadding)
        return writer
    }

    /// Writes the fields of what was entered, without those that are made of others for searching.
    func writeFields(to writer: SecretWriter) {
        writer.field(Tag.kind, kindName)
        writer.field(Tag.title, title)
        for site in sites { writer.field(Tag.site, site) }
        if !userName.isEmpty { writer.field(Tag.userName, userName) }
        for tag in tags { writer.field(Tag.tag, tag) }
        if isFavorite { writer.field(Tag.isFavorite, 1) }
        writer.field(Tag.created, created.milliseconds)
        writer.field(Tag.changed, changed.milliseconds)
        writer.field(Tag.passwordChanged, passwordChanged.milliseconds)
        if let undatedPassword, undatedPassword == passwordChanged {
            writer.field(Tag.undatedPassword, undatedPassword.milliseconds)
        }
        if let used { writer.field(Tag.used, used.milliseconds) }
        if timesUsed != 0 { writer.field(Tag.timesUsed, Int64(timesUsed)) }
        if let trashed { writer.field(Tag.trashed, trashed.milliseconds) }
        if let trashStamp {
            writer.field(Tag.trashedAt, trashStamp.elapsed)
            writer.field(Tag.trashedAtDate, trashStamp.date.milliseconds)
        }
        if hasOneTimePassword { writer.field(Tag.hasOneTimePassword, 1) }
        if !lastFour.isEmpty { writer.field(Tag.lastFour, lastFour) }
        if let brand { writer.field(Tag.brand, brand.rawValue) }
        if let expiry { writer.field(Tag.expiry, expiry.description) }
        if !missing.isEmpty { writer.field(Tag.missingSince, changed.milliseconds) }
        for part in ItemPart.allCases where missing.contains(part) {
            writer.field(Tag.missingPart, part.rawValue)
        }
    }

    /// The value for lists.
    func overview(_ id: ItemID) -> ItemOverview {
        ItemOverview(
            id: id, kind: kind, title: title, sites: sites, userName: userName, tags: tags,
            isFavorite: isFavorite, hasOneTimePassword: hasOneTimePassword, lastFour: lastFour,
            brand: brand, expiry: expiry, created: created, changed: changed,
            passwordChanged: passwordChanged, used: used, timesUsed: timesUsed, trashed: trashed,
            missing: missing)
    }
}
