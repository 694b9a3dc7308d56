import TenonCore
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
    private static let ownKeys: Set<String> = [kindKey, favoriteKey, tagsKey]

    let xml: any XMLReading

    // MARK: - From entries

    /// The item that an entry is.
    func item(_ entry: KeePassEntry) -> ImportedItem {
        var draft = ItemDraft()
        let data = Dictionary(entry.customData.map { ($0.key, $0.value) }) { $1 }
        let kind = data[Self.kindKey].flatMap { ItemKind(rawValue: $0.reveal()) }
        draft.created = entry.created
        draft.changed = entry.changed
        draft.used = entry.used == entry.created ? nil : entry.used
        draft.timesUsed = entry.timesUsed
        draft.passwordChanged = passwordChanged(entry)
        draft.isFavorite = data[Self.favoriteKey]?.reveal() == "true"
        let exact = data[Self.tagsKey].flatMap { try? JSONReader.read($0) }?.elements.map(\.text)
        for tag in exact ?? entry.tags { draft.add(tag: tag) }
        if !entry.groups.isEmpty {
            let path = entry.groups.joined(separator: "/")
            draft.add(tag: path)
            draft.keep(Self.groupLabel, SecretText(path))
        }
        readFields(entry, kind, &draft)
        keepRest(entry, &draft)
        draft.kind = kind ?? guessedKind(draft)
        return draft.imported
    }

    private func readFields(_ entry: KeePassEntry, _ kind: ItemKind?, _ draft: inout ItemDraft) {
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
            case let key where kind == .card && CardField(rawValue: key) != nil:
                CardField(rawValue: key)?.set(field.value, in: &draft)
            default: draft.add(field.key, field.value, isConcealed: field.isProtected)
            }
        }
        KeePassOneTimeCode.take(from: &draft)
    }

    private static func site(_ value: SecretText) -> [String] {
        value.isEmpty ? [] : [value.reveal()]
    }

    /// Since when the present password is valid: as long as the latest versions have it.
    private func passwordChanged(_ entry: KeePassEntry) -> Timestamp? {
        var since = entry.changed
        for past in entry.history.reversed() {
            guard past["Password"] == entry["Password"] else { break }
            since = past.changed ?? since
        }
        return since
    }

    private func keepRest(_ entry: KeePassEntry, _ draft: inout ItemDraft) {
        if !entry.uuid.isEmpty {
            draft.keep("keepass.uuid", SecretText(Base64.encode(entry.uuid)))
        }
        if let expires = entry.expires {
            draft.keep("keepass.expires", SecretText(InternetTime.write(expires)))
        }
        for datum in entry.customData where !Self.ownKeys.contains(datum.key) {
            if datum.key.hasPrefix(".") {
                draft.keep(String(datum.key.dropFirst()), datum.value)
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
            let label = "keepass.history.\(index)"
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

    /// An entry with nothing but a text is a note.
    private func guessedKind(_ draft: ItemDraft) -> ItemKind {
        let isNote =
            draft.userName.isEmpty && draft.password.isEmpty && draft.sites.isEmpty
            && draft.oneTimePassword.isEmpty && !draft.notes.isEmpty
        return isNote ? .note : .login
    }

    // MARK: - To entries

    /// The entry that an item is.
    func entry(_ item: Item) -> KeePassEntry {
        var entry = KeePassEntry(
            tags: item.tags.map(Self.separable), created: item.created, changed: item.changed,
            used: item.used ?? item.created, timesUsed: item.timesUsed)
        entry.customData.append(Self.field(Self.kindKey, SecretText(item.kind.rawValue)))
        if item.isFavorite {
            entry.customData.append(Self.field(Self.favoriteKey, SecretText("true")))
        }
        if entry.tags != item.tags {
            let tags = JSONValue.array(item.tags.map { .string(SecretText($0)) })
            entry.customData.append(Self.field(Self.tagsKey, tags.encoded.text))
        }
        entry.fields.append(Self.field("Title", SecretText(item.title)))
        switch item {
        case .login(let login): write(login, &entry)
        case .card(let card):
            for part in CardField.allCases {
                let value = part.value(of: card)
                guard !value.isEmpty else { continue }
                entry.fields.append(
                    Self.field(part.rawValue, value, isProtected: part.isSecret))
            }
        case .note: break
        }
        entry.fields.append(Self.field("Notes", item.notes))
        for field in item.customFields { write(field, &entry) }
        return entry
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
            entry.fields.append(
                Self.field("otp", OneTimeAddress.complete(secret), isProtected: true))
        }
    }

    private func write(_ field: CustomField, _ entry: inout KeePassEntry) {
        guard field.isHidden else {
            let key = Self.free(field.label, in: entry)
            return entry.fields.append(
                Self.field(key, field.value, isProtected: field.isConcealed))
        }
        guard field.label.hasPrefix(Self.prefix) else {
            return entry.customData.append(Self.field(field.label, field.value))
        }
        let name = String(field.label.dropFirst(Self.prefix.count))
        switch name {
        case "uuid": entry.uuid = Base64.decode(field.value.reveal()) ?? []
        case "expires": entry.expires = InternetTime.read(field.value.reveal())
        case "group":
            let path = field.value.reveal()
            entry.groups = path.split(separator: "/").map(String.init)
            entry.tags.removeAll { $0 == path }
        case let name where name.hasPrefix("data."):
            entry.customData.append(Self.field(String(name.dropFirst(5)), field.value))
        case let name where name.hasPrefix("element."):
            entry.others.append(Self.field(String(name.dropFirst(8)), field.value))
        case let name where Self.takeGroupPart(name, field.value, in: &entry): break
        case let name where name.hasPrefix("history."):
            if let past = past(field.value) { entry.history.append(past) }
        default: entry.customData.append(Self.field(field.label, field.value))
        }
    }

    /// Reads a former version that was kept as XML.
    func past(_ text: SecretText) -> KeePassEntry? {
        let document = WipedBuffer(capacity: text.count + 80)
        document.append("<KeePassFile><Root><Group>")
        text.withBytes { document.append($0) }
        document.append("</Group></Root></KeePassFile>")
        return document.withBytes { bytes in
            try? KeePassDocumentReader(stream: nil).read(bytes, xml).entries.first
        }
    }

    /// A tag without the characters that stand between tags.
    private static func separable(_ tag: String) -> String {
        String(tag.map { $0 == ";" || $0 == "," ? " " : $0 })
    }

    /// A key that the entry does not have yet; KeePass allows each once.
    private static func free(_ label: String, in entry: KeePassEntry) -> String {
        let reserved: Set = ["Title", "UserName", "Password", "URL", "Notes"]
        var key = label
        var number = 2
        while reserved.contains(key) || entry.fields.contains(where: { $0.key == key }) {
            key = "\(label) (\(number))"
            number += 1
        }
        return key
    }

    private static func field(
        _ key: String, _ value: SecretText, isProtected: Bool = false
    ) -> KeePassEntry.Field {
        KeePassEntry.Field(key: key, value: value, isProtected: isProtected)
    }
}
