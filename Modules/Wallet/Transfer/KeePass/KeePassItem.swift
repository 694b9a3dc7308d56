import TenonCore
import TenonMemory
import WalletVault

/// What an entry of KeePass is to a vault, and the other way round.
///
/// What an item has no place for is kept in hidden fields (`.keepass.…`), from which an export makes
/// what it was.
struct KeePassItem {
    /// The label of the field with the groups, without its dot.
    static let groupLabel = "keepass.group"

    private static let prefix = ".keepass."
    private static let kindKey = "wallet.kind"
    private static let favoriteKey = "wallet.favorite"
    /// All tags as JSON, when one has a character that stands between tags.
    private static let tagsKey = "wallet.tags"
    /// The labels of fields as JSON, by the keys that they had to get.
    private static let labelsKey = "wallet.labels"
    /// The keys of protected fields that are not secrets, as JSON.
    private static let openKey = "wallet.open"
    /// What begins the keys of data whose texts are JSON, since XML cannot hold them as they are.
    private static let encodedKey = "wallet.encoded:"
    /// What begins the keys of further data of one label, before a number: KeePassXC keeps one of a key.
    private static let againKey = "wallet.again."
    private static let ownKeys: Set<String> = [
        kindKey, favoriteKey, tagsKey, labelsKey, openKey, KeptTimes.key, KeePassVersion.key,
        KeePassEntry.literalKey,
    ]

    let xml: any XMLReading

    // MARK: - From entries

    /// The item that an entry is.
    func item(_ entry: KeePassEntry) -> ImportedItem {
        var draft = ItemDraft()
        let data = Dictionary(entry.customData.map { ($0.key, $0.value) }) { $1 }
        let kind = data[Self.kindKey].flatMap { ItemKind(rawValue: $0.reveal()) }
        let times = KeptTimes(of: entry)
        draft.created = times.created
        draft.changed = times.changed
        draft.used = times.used
        draft.timesUsed = entry.timesUsed
        draft.passwordChanged = times.passwordChanged
        draft.isFavorite = data[Self.favoriteKey]?.reveal() == "true"
        let exact = data[Self.tagsKey].flatMap { try? JSONReader.read($0) }?.elements.map(\.text)
        // What another program has changed since counts.
        let isExact = exact.map { KeePassTags.read(KeePassTags.write($0)) == entry.tags } ?? false
        for tag in isExact ? exact ?? [] : entry.tags { draft.add(tag: tag) }
        if !entry.groups.isEmpty {
            draft.add(tag: entry.groups.path)
            draft.keep(Self.groupLabel, entry.groups.kept)
        }
        readFields(entry, kind, data, &draft)
        draft.isWithheld = Self.isWithheld(entry)
        keepRest(entry, &draft)
        draft.kind = kind ?? draft.guessedKind
        return draft.imported
    }

    /// Whether KeePassXC hides an entry, or all of a group that it is in, from browsers
    /// (`BrowserService.cpp`).
    private static func isWithheld(_ entry: KeePassEntry) -> Bool {
        let mark = "BrowserHideEntry"
        return entry.customData.contains { $0.key == mark && $0.value.reveal() == "true" }
            || entry.groupParts.contains { part in
                guard part.key == "CustomData" else { return false }
                return part.value.reveal().filter { !$0.isWhitespace }
                    .contains("<Key>\(mark)</Key><Value>true</Value>")
            }
    }

    private func readFields(
        _ entry: KeePassEntry, _ kind: ItemKind?, _ data: [String: SecretText],
        _ draft: inout ItemDraft
    ) {
        func json(_ key: String) -> JSONValue? { data[key].flatMap { try? JSONReader.read($0) } }
        let labels = json(Self.labelsKey) ?? .null
        let open = Set((json(Self.openKey)?.elements ?? []).map(\.text))
        for field in entry.fields {
            switch field.key {
            case "Title": draft.title = field.value.reveal()
            case "UserName": draft.userName = field.value.reveal()
            case "Password": draft.password = field.value
            case "URL": draft.sites.insert(contentsOf: Self.site(field.value), at: 0)
            case "Notes": draft.notes = field.value
            case "otp": draft.take(oneTimeCode: field.value)
            case let key where key == "KP2A_URL" || key.hasPrefix("KP2A_URL_"):
                draft.add(site: field.value.reveal())
            default:
                if let part = kind?.part(labelled: field.key) {
                    if kind == .card {
                        draft.card[part] = field.value
                    } else {
                        draft.parts[part] = field.value
                    }
                    continue
                }
                let label = labels[field.key]?.text ?? KeePassKey.label(of: field.key)
                draft.add(
                    label, field.value,
                    isConcealed: field.isProtected && !open.contains(field.key))
            }
        }
        KeePassOneTimeCode.take(from: &draft)
    }

    private static func site(_ value: SecretText) -> [String] {
        value.isEmpty ? [] : [value.reveal()]
    }

    private func keepRest(_ entry: KeePassEntry, _ draft: inout ItemDraft) {
        if !entry.uuid.isEmpty {
            draft.keep("keepass.uuid", SecretText(Base64.encode(entry.uuid)))
        }
        if let expires = entry.expires {
            draft.keep("keepass.expires", SecretText(InternetTime.write(expires)))
        }
        for datum in entry.customData where !Self.ownKeys.contains(datum.key) {
            let key = Self.withoutNumber(datum.key)
            if key.hasPrefix(Self.encodedKey) {
                draft.take(
                    hidden: String(key.dropFirst(Self.encodedKey.count)),
                    (try? JSONReader.read(datum.value))?.secret ?? datum.value)
            } else if key.hasPrefix(".") {
                draft.take(hidden: String(key), datum.value)
            } else {
                draft.keep("keepass.data.\(datum.key)", datum.value)
            }
        }
        for other in entry.others { draft.keep("keepass.element.\(other.key)", other.value) }
        Self.keepGroups(of: entry, in: &draft)
        keepHistory(entry, &draft)
    }

    /// Keeps as much of the history as the vault takes: of the newest versions everything, of others
    /// what belongs to logging in, and of the oldest nothing.
    private func keepHistory(_ entry: KeePassEntry, _ draft: inout ItemDraft) {
        var room = ItemLimits.room(in: draft.item)
        var kept: [(label: String, value: SecretText)] = []
        var isWhole = true
        for (index, past) in entry.history.enumerated().reversed() {
            let isOwn = past.customData.contains { $0.key == KeePassVersion.key }
            let label = isOwn ? "\(KeePassVersion.label)\(index)" : "keepass.history.\(index)"
            var text = xmlText(past)
            if text.count + 64 > room - Self.slimRoom * index {
                text = xmlText(past.slim)
                isWhole = false
            }
            guard text.count + 64 <= room else { break }
            room -= text.count + 64
            kept.append((label, text))
        }
        for (label, value) in kept.reversed() { draft.keep(label, value) }
        if !isWhole { draft.remarks.append(.history) }
    }

    /// About how many bytes an older version takes that is left.
    private static let slimRoom = 1_024

    private func xmlText(_ past: KeePassEntry) -> SecretText {
        let writer = XMLWriter(isFragment: true)
        // Without a stream nothing can fail but a part that is left out.
        try? KeePassDocumentWriter(writer, stream: nil, xml: xml).entry(past)
        return writer.buffer.text
    }

    // MARK: - To entries

    /// The entry that an item is, with what it was before.
    func entry(_ exported: ItemWithHistory) -> KeePassEntry {
        var entry = entry(exported.item)
        entry.history += KeePassVersion.entries(of: exported, by: self, after: entry)
        return entry
    }

    /// How many texts of an item KeePass reads as something else.
    static func placeholders(in item: Item) -> Int {
        let visible = item.customFields.filter { !$0.isHidden }.map { ($0.label, $0.value) }
        let parts = (item.kind.parts + [.notes]).map { ("\($0)", item[$0]) }
        let texts =
            [("title", SecretText(item.title))] + parts + visible
            + (item.login?.sites ?? []).map { ("site", SecretText($0)) }
        return texts.count { name, text in
            text.map {
                KeePassReferences.has(field(name == "\(ItemPart.notes)" ? "Notes" : name, $0))
            } ?? false
        }
    }

    /// The entry that an item is at present.
    func entry(_ item: Item) -> KeePassEntry {
        var entry = KeePassEntry(
            uuid: ItemCoding.bytes(of: item.id), created: item.created, changed: item.changed,
            used: item.used ?? item.created, timesUsed: item.timesUsed)
        entry.customData.append(Self.field(Self.kindKey, SecretText(item.kind.rawValue)))
        if item.isFavorite {
            entry.customData.append(Self.field(Self.favoriteKey, SecretText("true")))
        }
        entry.groups = Self.groups(of: item)
        let tag = entry.groups.path.trimmingSpaces
        let tags = entry.groups.isEmpty ? item.tags : item.tags.filter { $0 != tag }
        entry.tags = KeePassTags.read(KeePassTags.write(tags))
        if entry.tags != tags {
            let tags = JSONValue.array(tags.map { .string(SecretText($0)) })
            entry.customData.append(Self.field(Self.tagsKey, tags.written))
        }
        entry.fields.append(Self.field("Title", SecretText(item.title)))
        switch item {
        case .login(let login): write(login, &entry)
        case .card, .record:
            for (label, part) in item.kind.labelledParts {
                guard let value = item[part], !value.isEmpty else { continue }
                entry.fields.append(Self.field(label, value, isProtected: part.isSecret))
            }
        case .note: break
        }
        entry.fields.append(Self.field("Notes", item.notes))
        var keys = KeePassKey(of: entry, item.kind)
        var counts: [String: Int] = [:]
        for field in item.customFields {
            if field.isHidden {
                counts[field.label, default: 0] += 1
                write(field, number: counts[field.label, default: 1], &entry)
            } else {
                entry.fields.append(
                    Self.field(keys.key(for: field), field.value, isProtected: field.isConcealed))
            }
        }
        for (key, value) in [(Self.labelsKey, keys.labels), (Self.openKey, keys.openKeys)] {
            if let value { entry.customData.append(Self.field(key, value)) }
        }
        if let times = KeptTimes.kept(of: item, in: entry) {
            entry.customData.append(Self.field(KeptTimes.key, times))
        }
        entry.markLiteral()
        return entry
    }

    /// The groups that an item is in; a person who has removed their tag has taken it out of them.
    static func groups(of item: Item) -> [KeePassGroup] {
        let field = item.customFields.first { $0.label == ".\(groupLabel)" }
        let groups = field.map { [KeePassGroup](kept: $0.value) } ?? []
        return item.tags.contains(groups.path.trimmingSpaces) ? groups : []
    }

    private func write(_ login: Login, _ entry: inout KeePassEntry) {
        entry.fields.append(Self.field("UserName", SecretText(login.userName)))
        entry.fields.append(Self.field("Password", login.password, isProtected: true))
        entry.fields.append(Self.field("URL", SecretText(login.sites.first ?? "")))
        for (index, site) in login.sites.dropFirst().enumerated() {
            let key = index == 0 ? "KP2A_URL" : "KP2A_URL_\(index)"
            entry.fields.append(Self.field(key, SecretText(site)))
        }
        if let secret = login.oneTimePassword, !secret.isEmpty {
            entry.fields += KeePassOneTimeCode.fields(of: secret)
        }
    }

    /// Writes a hidden field: as what it was in a KeePass file, or as data under its label.
    ///
    /// An item that several became may have a label several times; an entry has one name.
    ///
    /// - Parameter number: How many fields have had this label, with this one.
    private func write(_ field: CustomField, number: Int, _ entry: inout KeePassEntry) {
        let name =
            number == 1 && field.label.hasPrefix(Self.prefix)
            ? String(field.label.dropFirst(Self.prefix.count)) : ""
        switch name {
        case "uuid": entry.uuid = Base64.decode(field.value.reveal()) ?? []
        case "expires": entry.expires = InternetTime.read(field.value.reveal())
        case "group" where !entry.groups.isEmpty: break
        case let name where name.hasPrefix("data."):
            entry.customData.append(Self.field(String(name.dropFirst(5)), field.value))
        case let name where name.hasPrefix("element."):
            entry.others.append(Self.field(String(name.dropFirst(8)), field.value))
        case let name where Self.takeGroupPart(name, field.value, in: &entry): break
        case let name where name.hasPrefix("history."):
            if let past = past(field.value) { entry.history.append(past) }
        default:
            let isHeld = field.value.withBytes(XMLWriter.isRepresentable)
            let again = number == 1 ? "" : "\(Self.againKey)\(number):"
            entry.customData.append(
                isHeld
                    ? Self.field(again + field.label, field.value)
                    : Self.field(
                        again + Self.encodedKey + field.label,
                        JSONValue.string(field.value).written))
        }
    }

    /// A key of data without the number that further ones of its label have.
    private static func withoutNumber(_ key: String) -> Substring {
        guard key.hasPrefix(againKey), let colon = key.firstIndex(of: ":") else { return key[...] }
        return key[key.index(after: colon)...]
    }

    /// Reads a former version that was kept as XML.
    func past(_ text: SecretText) -> KeePassEntry? {
        let document = SecretBuffer(capacity: text.count + 80)
        document.append("<KeePassFile><Root><Group>")
        text.withBytes { document.append($0) }
        document.append("</Group></Root></KeePassFile>")
        return document.withBytes { bytes in
            try? KeePassDocumentReader(stream: nil).read(bytes, xml).entries.first
        }
    }

    static func field(
        _ key: String, _ value: SecretText, isProtected: Bool = false
    ) -> KeePassEntry.Field {
        KeePassEntry.Field(key: key, value: value, isProtected: isProtected)
    }
}
