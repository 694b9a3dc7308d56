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

    static let prefix = ".keepass."
    static let kindKey = "wallet.kind"
    static let favoriteKey = "wallet.favorite"
    /// All tags as JSON, when one has a character that stands between tags.
    static let tagsKey = "wallet.tags"
    /// The labels of fields as JSON, by the keys that they had to get.
    static let labelsKey = "wallet.labels"
    /// The keys of protected fields that are not secrets, as JSON.
    static let openKey = "wallet.open"
    /// What begins the keys of data whose texts are JSON, since XML cannot hold them as they are.
    static let encodedKey = "wallet.encoded:"
    /// What begins the keys of further data of one label, before a number: KeePassXC keeps one of a key.
    static let againKey = "wallet.again."
    private static let ownKeys: Set<String> = [
        kindKey, favoriteKey, tagsKey, labelsKey, openKey, KeptTimes.key, KeePassVersion.key,
        KeePassEntry.literalKey,
    ]

    /// The strings that an entry has once.
    private static let unique: Set = ["Title", "UserName", "Password", "Notes"]

    let xml: any XMLReading

    /// The item that an entry is.
    func item(_ entry: KeePassEntry) -> ImportedItem {
        var draft = ItemDraft()
        let data = Dictionary(entry.customData.map { ($0.key, $0.value) }) { $1 }
        let kind = data[Self.kindKey].flatMap { ItemKind(rawValue: $0.reveal()) }
        draft.isOwn = kind != nil
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
        draft.isWithheld = WithholdingMark.isSet(inKeePass: entry)
        keepRest(entry, &draft)
        draft.kind = kind ?? draft.guessedKind
        var imported = draft.imported
        imported.item.customFields = Passkey.withoutMadeAttributes(imported.item.customFields)
        return imported
    }

    private func readFields(
        _ entry: KeePassEntry, _ kind: ItemKind?, _ data: [String: SecretText],
        _ draft: inout ItemDraft
    ) {
        func json(_ key: String) -> JSONValue? { data[key].flatMap { try? JSONReader.read($0) } }
        let labels = json(Self.labelsKey) ?? .null
        let open = Set((json(Self.openKey)?.elements ?? []).map(\.text))
        var keys: Set<String> = []
        for field in entry.fields {
            // One of a kind that comes twice becomes a further field.
            guard keys.insert(field.key).inserted || !Self.unique.contains(field.key) else {
                draft.add(field.key, field.value, isConcealed: true)
                continue
            }
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

    /// A key of data without the number that further ones of its label have.
    private static func withoutNumber(_ key: String) -> Substring {
        guard key.hasPrefix(againKey), let colon = key.firstIndex(of: ":") else { return key[...] }
        return key[key.index(after: colon)...]
    }
}
