import Foundation
import TenonCore
import WalletVault

/// How files and variables name one part of an item: `wallet://ITEM/PART`.
///
/// The item is named as on the command line; what is not a character of an address is escaped by percent
/// signs. The part is a ``NamedPart`` or a custom field, as ``FieldReference`` names it; without one it is the password of a login,
/// the number of a card, or the text of a note.
struct SecretReference: Hashable {
    private static let scheme = "wallet"
    private static let separator = "://"

    private let text: String
    private let item: String
    private let part: String?

    /// Reads a reference; `nil` for any other text, and when a percent sign escapes nothing.
    init?(_ text: String) {
        self.init(SecretText(text))
    }

    /// Reads a reference from text that may be a secret; `nil` as above.
    init?(_ text: SecretText) {
        guard Self.firstIndex(in: text) == 0 else { return nil }
        // What is a reference is no secret.
        self.text = text.reveal()
        var words: [String] = []
        for word in self.text.dropFirst(Self.scheme.count + Self.separator.count)
            .split(separator: "/", omittingEmptySubsequences: false)
        {
            guard let word = word.removingPercentEncoding else { return nil }
            words.append(word)
        }
        item = words.count > 1 ? words.dropLast().joined(separator: "/") : words[0]
        part = words.count > 1 ? words[words.count - 1] : nil
    }

    /// Where a text first has what begins a reference, in bytes; `nil` where it does not.
    static func firstIndex(in text: SecretText) -> Int? {
        text.withBytes { firstIndex(in: $0[...]) }
    }

    /// Where a text first has what begins a reference; `nil` where it does not.
    ///
    /// Case does not matter in a scheme (RFC 3986, section 3.1), nor is it the end of another one.
    static func firstIndex(in bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
        var start = bytes.startIndex
        while let colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")) {
            let before = Self.schemeEnd(of: bytes[start..<colon])
            if before.count == scheme.utf8.count,
                zip(before, scheme.utf8).allSatisfy({ $0 | 0x20 == $1 }),
                bytes[colon...].starts(with: separator.utf8)
            {
                return before.startIndex
            }
            start = colon + 1
        }
        return nil
    }

    /// The scheme at the end of a text, which begins with a letter.
    private static func schemeEnd(
        of bytes: Slice<UnsafeRawBufferPointer>
    ) -> Slice<UnsafeRawBufferPointer> {
        bytes.suffix(bytes.reversed().prefix(while: isOfScheme).count)
            .drop { !(0x61...0x7A ~= $0 | 0x20) }
    }

    private static func isOfScheme(_ byte: UInt8) -> Bool {
        0x61...0x7A ~= byte | 0x20 || 0x30...0x39 ~= byte || "+-.".utf8.contains(byte)
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
        guard let place = try FieldReference(part).place(in: item.customFields) else {
            throw WalletCommandError.unknownPart(part, text)
        }
        return item.customFields[place].value
    }
}
