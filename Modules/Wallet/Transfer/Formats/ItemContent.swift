import TenonCore
import TenonMemory
import WalletVault

/// What makes two items the same beside their sites and user names.
enum ItemContent {
    /// The password of a login, title and digits of a card, all parts of a record, nothing for a note (whose
    /// title is its site); and, when they are wanted, everything else that a person has entered.
    ///
    /// For an item without anything else both are the same.
    static func bytes(of item: Item, withExtras: Bool) -> SecretBuffer {
        let result = SecretBuffer(capacity: 256)
        switch item {
        case .login(let login): login.password.withBytes { result.append($0) }
        case .card(let card):
            result.append(card.title)
            card.number.withBytes { bytes in
                for byte in bytes where 0x30...0x39 ~= byte { result.append(byte) }
            }
        case .record(let record):
            for part in record.kind.parts {
                append(part.rawValue, record[part] ?? SecretText(utf8: []), to: result)
            }
        case .note: break
        }
        guard withExtras else { return result }
        append("notes", item.notes, to: result)
        switch item {
        case .login(let login):
            append("otp", login.oneTimePassword ?? SecretText(utf8: []), to: result)
        case .card(let card):
            append("holder", SecretText(card.holder), to: result)
            append("expiry", SecretText(card.expiry?.description ?? ""), to: result)
            append("code", card.securityCode, to: result)
            append("pin", card.pin, to: result)
        case .note, .record: break
        }
        for field in item.customFields where !field.isHidden {
            append(field.label, field.value, to: result)
        }
        return result
    }

    /// Everything that an item holds, beside its dates and how often it was used.
    static func all(of item: Item) -> SecretBuffer {
        let result = bytes(of: item, withExtras: true)
        append("title", SecretText(item.title), to: result)
        for tag in item.tags { append("tag", SecretText(tag), to: result) }
        for site in item.login?.sites ?? [] { append("site", SecretText(site), to: result) }
        append("issuer", SecretText(item.card?.issuer ?? ""), to: result)
        append("favorite", SecretText(item.isFavorite ? "yes" : ""), to: result)
        for field in item.customFields where field.isHidden {
            append(field.label, field.value, to: result)
        }
        return result
    }

    /// Whether nothing but its whole content tells an item from others.
    ///
    /// It has neither a title nor an address that tells anything, and no number or other part of its kind. A
    /// user name tells nothing then: people have the same one in many places.
    static func isNameless(_ item: Item) -> Bool {
        guard !hasTellingTitle(item) else { return false }
        switch item {
        case .login(let login): return !login.sites.contains(where: ImportedSite.isTelling)
        case .card(let card): return card.number.isEmpty
        case .record(let record):
            return record.kind.parts.allSatisfy { record[$0]?.isEmpty ?? true }
        case .note: return true
        }
    }

    /// Whether a title is one: people write `-` where there is none, and what is written for an address that
    /// is none, such as `n/a`, becomes the title as well.
    private static func hasTellingTitle(_ item: Item) -> Bool {
        let title = item.title
        guard isTelling(title) else { return false }
        let sites = (item.login?.sites ?? []).flatMap { [$0, SiteText.host(of: $0)] }
        return !sites.contains { $0.lowercased() == title.lowercased() }
    }

    /// The parts of a record that tell it from others of its title.
    static func identity(
        of item: Item, _ fingerprint: SecretFingerprinter
    ) -> [ItemPart: Fingerprint] {
        var identity: [ItemPart: Fingerprint] = [:]
        for part in item.kind.identifyingParts {
            guard let text = item[part], !text.isEmpty else { continue }
            identity[part] = text.withBytes { fingerprint(part.rawValue, "", $0) }
        }
        return identity
    }

    /// Whether a title has a letter or a digit.
    static func isTelling(_ title: String) -> Bool {
        title.contains { $0.isLetter || $0.isNumber }
    }

    private static func append(_ label: String, _ value: SecretText, to result: SecretBuffer) {
        guard !value.isEmpty else { return }
        result.append(0)
        result.append(label)
        result.append(0)
        value.withBytes { result.append($0) }
    }
}
