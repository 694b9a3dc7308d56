import TenonCore
import WalletVault

/// A former version of an item as KeePass keeps it: a whole entry in the history of another one.
///
/// Which values the vault kept of it, and from when to when they were valid, stands beside them.
enum KeePassVersion {
    /// What the datum is called that says so.
    static let key = "wallet.version"
    /// What begins the labels of hidden fields in which a file brings such versions.
    ///
    /// They go to the history of an item and are in none of its fields.
    static let label = "wallet.version."

    /// How large the other fields of an item may be to be in each of its versions, in bytes.
    private static let fieldLimit = 64 << 10

    /// The entries for the former versions of an item, the oldest first.
    ///
    /// - Parameter entry: The item itself; what is in its history already is left out.
    static func entries(
        of exported: ItemWithHistory, by translator: KeePassItem, after entry: KeePassEntry
    ) -> [KeePassEntry] {
        guard !exported.history.isEmpty else { return [] }
        let known = FormerVersions(xml: translator.xml).passwords(of: exported.item)
        var state = exported.item
        state.customFields.removeAll(where: \.isHidden)
        let size = state.customFields.reduce(0) { $0 + $1.label.utf8.count + $1.value.count }
        if size > fieldLimit { state.customFields = [] }
        var result: [KeePassEntry] = []
        for (index, version) in exported.history.enumerated() {
            state = state.restoring(version)
            guard !known.contains(where: { $0.says(version) }) else { continue }
            let older = exported.history.dropFirst(index + 1).first?.replaced
            let since =
                older ?? (version.changed.milliseconds == 0 ? state.created : version.changed)
            state.changed = min(since, version.replaced)
            state.created = min(state.created, state.changed)
            var past = translator.entry(state)
            past.uuid = entry.uuid
            past.groups = []
            past.customData.removeAll { $0.key == KeptTimes.key }
            past.customData.append(KeePassItem.field(key, description(of: version)))
            result.append(past)
        }
        return result.reversed()
    }

    private static func description(of version: ItemVersion) -> SecretText {
        let values = version.values.keys.compactMap { $0.part?.rawValue }.sorted()
        let description: JSONValue = [
            "changed": .number("\(version.changed.milliseconds)"),
            "replaced": .number("\(version.replaced.milliseconds)"),
            "values": .array(values.map { .string($0) }),
            "fields": .array(version.customValues.map { field($0.name, $0.field) }),
        ]
        return description.written
    }

    /// A further field, which may stand elsewhere in the entry, or be too large for it.
    private static func field(_ name: ItemField, _ field: CustomField) -> JSONValue {
        [
            "label": .string(field.label), "place": .number(name.customPlace),
            "value": .string(field.value), "concealed": .bool(field.isConcealed),
        ]
    }

    private static func field(_ value: JSONValue) -> (ItemField, SecretText)? {
        guard let label = value["label"]?.text, let text = value["value"]?.secretString,
            let place = value["place"]?.integer, place >= 0
        else { return nil }
        let isConcealed = value["concealed"] != .bool(false)
        let field = CustomField(label: label, value: text, isConcealed: isConcealed)
        return (.custom(label, place), field.encoded)
    }

    /// The version that an entry in a history is; `nil` when another program wrote it.
    static func version(_ past: KeePassEntry, by translator: KeePassItem) -> ItemVersion? {
        guard let kept = past.customData.first(where: { $0.key == key }),
            let description = try? JSONReader.read(kept.value),
            let changed = KeptTimes.time(description["changed"]),
            let replaced = KeptTimes.time(description["replaced"])
        else { return nil }
        var values = translator.item(past).item.versionedValues
        values[.oneTimePassword] = past["otp"] ?? past[KeePassOneTimeCode.addressKey]
        let parts = (description["values"]?.elements ?? []).compactMap {
            ItemPart(rawValue: $0.text).map { ItemField($0) }
        }
        // Of a long history something may be left out.
        values = values.filter { field, value in
            parts.contains(field)
                && (!value.isEmpty || field == .userName || field == .password)
        }
        for case let (name, value)? in (description["fields"]?.elements ?? []).map(field) {
            values[name] = value
        }
        return ItemVersion(restored: values, changed: changed, replaced: replaced)
    }
}

extension ItemVersion {
    /// Whether everything that another version holds is in this one.
    func says(_ other: ItemVersion) -> Bool {
        let seconds = { (time: Timestamp) in time.milliseconds / 1_000 }
        return other.values.allSatisfy { field, value in
            values[field] == value || field == .userName && values[field] == nil
        } && seconds(changed) == seconds(other.changed)
    }
}
