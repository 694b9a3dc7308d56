import TenonCore
import WalletVault

/// How long texts may be for Bitwarden, which refuses a whole file for one that is longer.
///
/// Its server limits texts as they are encrypted: to 1,000, 5,000 or 10,000 characters
/// (`EncryptedStringLength` in `CipherRequestModel.cs`, `CipherLoginModel.cs` and `CipherFieldModel.cs`).
enum BitwardenLimits {
    /// For titles, user names, secrets of one-time codes, labels, and parts of cards and identities.
    static let short = plainCount(encrypted: 1_000)
    /// For passwords, keys, and values of fields.
    static let middle = plainCount(encrypted: 5_000)
    /// For addresses and notes.
    static let long = plainCount(encrypted: 10_000)

    /// The most bytes of a text whose encrypted form has so many characters: the kind, and in base64 a
    /// start of 16 bytes, the text in blocks of 16 with at least one more byte, and a code of 32 bytes.
    private static func plainCount(encrypted: Int) -> Int {
        let others = "2.".utf8.count + 24 + "|".utf8.count + "|".utf8.count + 44
        return (encrypted - others) / 4 * 3 / 16 * 16 - 1
    }

    /// The texts of an item that a person sees and that are longer.
    static func longTexts(of exported: ItemWithHistory) -> [LongItem.Text] {
        let item = exported.item
        var texts: [LongItem.Text] = []
        if item.title.utf8.count > short { texts.append(.title) }
        if (item.login?.sites ?? []).contains(where: { $0.utf8.count > long }) {
            texts.append(.site)
        }
        texts += (item.kind.parts + [.notes]).filter { (item[$0]?.count ?? 0) > limit(of: $0) }
            .map { .part($0) }
        if item.tags.contains(where: { $0.utf8.count > short })
            || item.tags.count > 1 && BitwardenWriter.list(of: item.tags).count > middle
        {
            texts.append(.tags)
        }
        texts += item.customFields.filter { !$0.isHidden && isExceeded(by: $0) }
            .map { .field($0.label) }
        if exported.formerPasswords.contains(where: { ($0.password?.count ?? 0) > middle }) {
            texts.append(.formerPassword)
        }
        return texts
    }

    /// Whether the label or the value of a field is longer.
    static func isExceeded(by field: CustomField) -> Bool {
        field.label.utf8.count > short || field.value.count > middle
    }

    private static func limit(of part: ItemPart) -> Int {
        switch part {
        case .password, .privateKey, .publicKey: middle
        case .notes: long
        default: short
        }
    }
}
