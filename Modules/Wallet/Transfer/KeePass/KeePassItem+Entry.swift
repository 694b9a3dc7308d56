import TenonCore
import TenonMemory
import WalletVault

extension KeePassItem {
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
        for field in item.customFields + Passkey.added(toKeePassXCOf: item) {
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
        case "expires" where InternetTime.read(field.value.reveal()) != nil:
            entry.expires = InternetTime.read(field.value.reveal())
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
