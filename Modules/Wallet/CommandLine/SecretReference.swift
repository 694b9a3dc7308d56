import Foundation
import TenonCore
import WalletVault

/// How files and variables name one part of an item: `wallet://ITEM/PART`.
///
/// The item is named as on the command line; what is not a character of an address is escaped by percent
/// signs. The part is a ``NamedPart`` or the label of a custom field; without one it is the password of a login,
/// the number of a card, or the text of a note.
struct SecretReference: Hashable {
    private static let start = "wallet://"

    private let text: String
    private let item: String
    private let part: String?

    /// Reads a reference; `nil` for any other text.
    init?(_ text: String) {
        guard text.hasPrefix(Self.start) else { return nil }
        self.text = text
        let words = text.dropFirst(Self.start.count)
            .split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.removingPercentEncoding ?? String($0) }
        item = words.count > 1 ? words.dropLast().joined(separator: "/") : words[0]
        part = words.count > 1 ? words[words.count - 1] : nil
    }

    /// Reads a reference from text that may be a secret; `nil` for any other text.
    init?(_ text: SecretText) {
        guard text.withBytes({ $0.starts(with: Self.start.utf8) }) else { return nil }
        self.init(text.reveal())
    }

    /// Finds what is meant, and notes that the item was used.
    ///
    /// - Throws: ``WalletCommandError`` when there is no such item or part, or more than one item.
    func secret(in vault: any Vault) async throws -> SecretText {
        let found = try await vault.item(try await ItemReference(item).find(in: vault))
        guard let secret = try secret(of: found) else {
            throw WalletCommandError.emptyPart(text)
        }
        try await vault.markUsed(found.id)
        return secret
    }

    private func secret(of item: Item) throws -> SecretText? {
        guard let part else { return NamedPart.main(of: item.kind).text(of: item) }
        if let known = NamedPart(rawValue: part) { return known.text(of: item) }
        let fields = item.customFields.filter { !$0.isHidden && $0.label == part }
        guard let field = fields.first else { throw WalletCommandError.unknownPart(part, text) }
        return field.value
    }
}
