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

    /// Whether a text of an item that a person sees is longer.
    static func isExceeded(by item: Item) -> Bool {
        let head = item.head
        return head.title.utf8.count > short || head.notes.count > long
            || head.tags.contains { $0.utf8.count > short }
            || head.tags.count > 1 && BitwardenWriter.list(of: head.tags).count > middle
            || (item.login?.sites ?? []).contains { $0.utf8.count > long }
            || item.kind.parts.contains { (item[$0]?.count ?? 0) > limit(of: $0) }
            || head.customFields.contains { !$0.isHidden && isExceeded(by: $0) }
    }

    /// Whether the label or the value of a field is longer.
    static func isExceeded(by field: CustomField) -> Bool {
        field.label.utf8.count > short || field.value.count > middle
    }

    private static func limit(of part: ItemPart) -> Int {
        switch part {
        case .password, .privateKey, .publicKey: middle
        default: short
        }
    }
}
